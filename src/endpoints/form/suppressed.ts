import { type DayRange, daysIn } from '../../lib/calendar.ts';
import { Type } from '../../lib/schema.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { type ScopeId, WHOLE } from '../../snapshot/tables.ts';
import type { Days } from './days.ts';
import type { Endpoint, Question } from './endpoint.ts';

/** Field of figures without a published cell: they are suppressed, and not zero. `what` is what they are of. */
export function suppressedField(what: string) {
  const description = `${what} is suppressed, not zero.`;
  return { suppressed: Type.Optional(Type.Literal(true, { description })) };
}

/** The same of the restricted basis. */
export const audienceSuppressedField = {
  audienceSuppressed: Type.Optional(
    Type.Literal(true, { description: 'The audience is suppressed, not zero.' }),
  ),
};

/** Columns that a table has only while disclosure control is on. */
export const SUPPRESSED_COLUMNS: readonly string[] = ['suppressed', 'audienceSuppressed'];

/**
 * Whether a scope has cells in a range and all of them are suppressed, given its orders there. A published cell has lines,
 * and so an order.
 */
export function isSuppressed({ closed }: Snapshot, scope: ScopeId, range: DayRange, orders: number): boolean {
  return closed !== undefined && orders === 0 && closed.count(scope, range) > 0;
}

/** Whether a scope has cells in a range and the restricted basis of all of them is suppressed. */
export function isAudienceSuppressed(
  snapshot: Snapshot,
  scope: ScopeId,
  range: DayRange,
  { orders }: { readonly orders: number },
): boolean {
  const { closed } = snapshot;
  if (!closed || orders > 0) return false;
  const suppressed = closed.countBasis(scope, range);
  // A published basis may be empty where the thresholds ask for nobody, so its weeks are counted.
  return suppressed > 0 && suppressed === closed.count(scope, range) + snapshot.weeksSold(scope, range);
}

/** What disclosure control leaves out of an answer. */
interface Suppression {
  /** How many cells, those of the restricted basis included where the answer has figures of it. */
  readonly cells: number;
  /** There are cells behind the answer, and none of them is published. */
  readonly isWhole: boolean;
}

/** Over the scopes that the answer lists: `cells` of the range used, `isWhole` of all days that it reports. Undefined when off. */
export function suppressionOf(
  endpoint: Endpoint,
  { category, sub, snapshot }: Question,
  { priced, weeks, previous }: Days,
): Suppression | undefined {
  const { closed } = snapshot;
  if (!closed) return undefined;
  if (daysIn(priced) === 0) return { cells: 0, isWhole: false };
  const { level, lists, hasBasis } = endpoint;
  const scope = { overall: WHOLE, category: category.scope, sub: sub.scope }[level];
  const before = previous ? [previous] : [];
  const used = [priced, ...before];
  // A trend reports whole months in the fallback, which are more than the range used.
  const [first, last] = [weeks[0], weeks.at(-1)];
  const reported = first && last ? [{ start: first.start, end: last.end }, ...before] : used;
  const sum = (ranges: readonly DayRange[], count: (range: DayRange) => number) =>
    ranges.reduce((all, range) => all + count(range), 0);
  const ofChildren = lists === 'children';
  const countIn = (ranges: readonly DayRange[]) =>
    sum(ranges, (range) => (ofChildren ? closed.countChildren(scope, range) : closed.count(scope, range)));
  const listed = ofChildren ? (level === 'overall' ? snapshot.categories : category.subs) : [{ scope }];
  const isPublished = () =>
    listed.some((each) => reported.some((range) => snapshot.totals(each.scope, range).orders > 0));
  return {
    cells: countIn(used) + (hasBasis ? sum(used, (range) => closed.countBasis(scope, range)) : 0),
    isWhole: countIn(reported) > 0 && !isPublished(),
  };
}
