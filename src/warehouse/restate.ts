import { isDeepStrictEqual } from 'node:util';
import { hasSameNumbers, isControlled } from '../snapshot/privacy/numbers.ts';
import {
  type ClosedRows,
  type Facts,
  noneClosed,
  type RefreshSettings,
  type ScopeId,
  type Tables,
} from '../snapshot/tables.ts';
import type { TakenIn } from './engine.ts';
import { mustLeaveSomething } from './privacy-warnings.ts';
import { publish, publishedTables, type Writing } from './publish.ts';
import type { Restated } from './warehouse.ts';

type Closed = Pick<Tables, 'closed' | 'closedBasis'>;

/** With disclosure control, what is closed depends on these: another value says something else of published weeks. */
export function isRestatement(before: RefreshSettings, after: RefreshSettings): boolean {
  if (!isControlled(before) && !isControlled(after)) return false;
  return !hasSameNumbers(before, after) || !isDeepStrictEqual(before.audienceMethods, after.audienceMethods);
}

/** Takes in what was kept aside and publishes everything again; what is closed stays closed. */
export async function restate(
  writing: Writing,
  weekly: boolean,
  ifNothingLeft: 'refuse' | 'publish' = 'publish',
): Promise<{ facts: Facts; restated: Restated }> {
  const { writer, settings, publications, published, completeThrough, base } = writing;
  const before = (await publishedTables(publications, base)) ?? {
    closed: noneClosed(),
    closedBasis: noneClosed(),
  };
  return writer.change(async (change) => {
    const taken = published ? await change.takeAside(published) : { orders: 0, changed: [], from: undefined };
    const tables = await publish(writing, change, { weekly, completeThrough });
    if (ifNothingLeft === 'refuse') mustLeaveSomething(tables.facts);
    return { facts: tables.facts, restated: restatedCells(taken, before, tables, settings) };
  });
}

/** What a restatement changed of what had been published. */
function restatedCells(
  { orders, changed }: TakenIn,
  before: Closed,
  after: Closed,
  settings: RefreshSettings,
): Restated {
  const wasClosed = new Set(keysOf(before.closed));
  // Only turning disclosure control off opens what was closed.
  const opened = isControlled(settings) ? [] : [...wasClosed, ...keysOf(before.closedBasis)];
  const newlyClosed = keysOf(after.closed).filter((key) => !wasClosed.has(key));
  const otherLines = changed.map(({ scope, week }) => keyOf(scope, week));
  return {
    orders,
    cells: new Set([...otherLines, ...newlyClosed, ...opened]).size,
    cellsOfFew: changed.filter(({ people }) => people < settings.minPeople).length,
    openedCells: new Set(opened).size,
  };
}

function keysOf({ scope, day }: ClosedRows): string[] {
  return Array.from(scope, (id, row) => keyOf(id, day[row] ?? 0));
}

function keyOf(scope: ScopeId, week: number): string {
  return `${scope} ${week}`;
}
