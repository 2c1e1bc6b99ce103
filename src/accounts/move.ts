import { UserError } from '../errors/operators.ts';
import type { Day } from '../lib/calendar.ts';
import type { Points } from './accounts.ts';
import type { AuditReport } from './ledger.ts';

/*
 * How accounts get from one store into another while the first one goes on charging. What was written once never changes
 * (entries), so it is copied piece by piece; the rest is small, and replaced as a whole each time.
 */

/** A charge, or points that were given or taken back. */
export type Entry = {
  readonly id: number;
  readonly account: number;
  readonly at: number;
  readonly points: Points;
  readonly balance: Points;
} & (
  | {
      readonly kind: 'charge';
      readonly day: Day;
      readonly key: number;
      readonly path: number;
      readonly requestId: string;
      readonly parameters: string | null;
    }
  | {
      readonly kind: 'change';
      readonly by: string;
      readonly note: string;
      /** The columns that only later programs have written; `what` is the kind of change. */
      readonly details: Readonly<Record<string, unknown>>;
    }
);

/** A table of the store that is left, as it is: names of columns are the same on both sides. */
export type Rows = readonly Readonly<Record<string, unknown>>[];

/** The tables of the office and the outbox, each after those that it refers to. */
export const OFFICE = [
  'operator',
  'log',
  'added_points',
  'kept_answer',
  'webhook',
  'event',
  'delivery',
] as const;

/** All but the entries, of one moment. */
export interface Rest {
  readonly accounts: Rows;
  readonly formerNames: Rows;
  readonly lots: Rows;
  readonly plans: Rows;
  readonly spent: Rows;
  readonly timeZone: string | null;
  readonly keys: Rows;
  readonly paths: Rows;
  readonly prices: Rows;
  readonly brand: Rows;
  readonly idempotency: Rows;
  readonly office: Readonly<Record<(typeof OFFICE)[number], Rows>>;
  /** Totals of this day and later ones. */
  readonly usage: Rows;
  readonly usageFrom: Day;
  readonly prunedBefore: Day;
}

/** The store that is left. */
export interface MoveSource {
  readonly name: string;
  /** The newest entry, and how many there are after one. */
  newest(): number;
  countAfter(id: number): number;
  entriesAfter(id: number, limit: number): Entry[];
  rest(usageFrom: Day): Rest;
  /** From now on nothing can be changed in it, and calls are refused with the request to come back. */
  freeze(): void;
  thaw(): void;
  /** Where the accounts were moved to; undefined where they are still here. */
  movedTo(): string | undefined;
  /** For good: it says where the accounts are now. */
  markMoved(target: string): void;
  close(): void;
}

/** The store that they are moved to. */
export interface MoveTarget {
  readonly name: string;
  /** Up to which entry it has them, and up to which day; fails where it holds accounts that come from elsewhere. */
  begin(source: string): Promise<{ readonly copied: number; readonly lastDay: Day }>;
  /** Whether all of it was moved here. */
  isFinished(source: string): Promise<boolean>;
  add(entries: readonly Entry[]): Promise<void>;
  replaceRest(rest: Rest): Promise<void>;
  audit(): Promise<AuditReport>;
  balances(): Promise<ReadonlyMap<string, Points>>;
  finish(): Promise<void>;
  close(): Promise<void>;
}

export interface Moved {
  readonly accounts: number;
  readonly calls: number;
  /** Entries that were written to the old store meanwhile. */
  readonly behind: number;
}

const STEP = 5000;

/** Copies what the target does not have yet. Progress is reported from 0 on, once nothing speaks against it. */
export async function copyAccounts(
  source: MoveSource,
  target: MoveTarget,
  onProgress: (fraction: number) => void = () => {},
): Promise<Moved> {
  const { copied, lastDay } = await target.begin(source.name);
  // Entries that were pruned leave their numbers to later ones.
  if (source.newest() < copied) {
    throw new UserError(
      `The newest calls that ${target.name} has a copy of were pruned here since; begin again with an empty database`,
    );
  }
  onProgress(0);
  const all = source.countAfter(copied);
  let done = 0;
  let last = copied;
  for (const until = source.newest(); last < until; ) {
    const entries = source.entriesAfter(last, STEP);
    if (entries.length === 0) break;
    await target.add(entries);
    last = entries.at(-1)?.id ?? until;
    done += entries.length;
    onProgress(Math.min(1, done / all));
  }
  // A total is written with its charge: those of days before what was copied last have not changed.
  const rest = source.rest(lastDay - 1);
  await target.replaceRest(rest);
  return { accounts: rest.accounts.length, calls: done, behind: source.countAfter(last) };
}

/** What was moved is moved: nobody charges here, and a copy of it would be of the past. A finish may be done again. */
export function mustBeHere(
  source: Pick<MoveSource, 'movedTo'>,
  target: Pick<MoveTarget, 'name'>,
  mayBeMoved: boolean,
): void {
  const place = source.movedTo();
  if (place === undefined || (mayBeMoved && place === target.name)) return;
  throw new UserError(`The accounts were moved to ${place} already; set ACCOUNTS_URL to that`);
}

/** Copies the rest while nothing can be charged, checks it, and leaves the old store for good. */
export async function finishMove(source: MoveSource, target: MoveTarget): Promise<Moved> {
  source.freeze();
  const moved = await copyTheRest(source, target);
  // In this order: whenever this is ended, one of the two at most is charged on, and it can be run again.
  source.markMoved(target.name);
  try {
    await target.finish();
  } catch (error) {
    throw new UserError(
      `The accounts are all in ${target.name}, and the old store is closed, but the move could not be ended there: ` +
        'run the same command again. Until then all calls are refused',
      error instanceof Error ? [error.message] : [],
    );
  }
  return moved;
}

async function copyTheRest(source: MoveSource, target: MoveTarget): Promise<Moved> {
  try {
    const moved = await copyAccounts(source, target);
    await compare(source, target);
    return moved;
  } catch (error) {
    if (source.movedTo() === undefined) source.thaw();
    throw error;
  }
}

async function compare(source: MoveSource, target: MoveTarget): Promise<void> {
  const { problems } = await target.audit();
  const balances = await target.balances();
  const differences = source
    .rest(Number.MAX_SAFE_INTEGER)
    .accounts.filter(({ name, balance }) => balances.get(String(name)) !== balance)
    .map(({ name }) => `the balance of account ${name} is not the same on both sides`);
  const wrong = [...differences, ...problems];
  if (wrong.length > 0) {
    throw new UserError('Nothing was moved: what was copied does not add up', wrong.slice(0, 20));
  }
}
