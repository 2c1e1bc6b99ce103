import type { Day } from '../lib/calendar.ts';
import type { Points } from '../lib/points.ts';
import type { Account } from './accounts.ts';
import type { Owner } from './books.ts';

/** What a grant can be of, as the operator says it. */
export const GRANT_KINDS = ['paid', 'promotional', 'correction'] as const;
type GrantKind = (typeof GRANT_KINDS)[number];
export type ChangeKind = GrantKind | 'plan' | 'refund' | 'taken' | 'expired';

/** Points that are given or taken back, by whom and what for. */
export interface PointsChange {
  readonly points: Points;
  /** Who does it: a user of the operating system. */
  readonly by: string;
  readonly note: string;
  readonly kind?: GrantKind | undefined;
  /** What it is called elsewhere, such as the number of a payment: no two changes have the same. */
  readonly reference?: string | undefined;
  readonly expires?: Expiry | undefined;
}

/** The last day that points are valid on, and the moment that it ends. */
export interface Expiry {
  readonly day: Day;
  readonly endsAt: number;
}

export interface Taking extends Omit<PointsChange, 'kind' | 'expires'> {
  /** The number of the grant that they are taken from; in the order of use without it. */
  readonly grant?: number | undefined;
  /** Takes as many as are left where there are fewer. */
  readonly atMost?: boolean | undefined;
}

/** Points that are given or taken, as they are written. */
export interface NewChange extends Omit<PointsChange, 'kind'> {
  /** The store's time without it. */
  readonly at?: number | undefined;
  /** What the account has after it. */
  readonly balance: Points;
  readonly kind: ChangeKind;
  /** The grant that they are taken from, and how many were asked for. */
  readonly ofGrant?: number | undefined;
  readonly asked?: Points | undefined;
}

/** What was given, taken back or has expired. */
export interface Grant extends Owner, Omit<PointsChange, 'kind' | 'reference' | 'expires'> {
  /** The number of its entry: the account has no other with it. */
  readonly number: number;
  /** Below 0 where they were taken back or have expired. */
  readonly points: Points;
  /** What the account had after it. */
  readonly balance: Points;
  readonly at: Date;
  readonly kind: ChangeKind;
  readonly reference: string | null;
  readonly expires: Day | null;
  /** What is left of it; null of what is no grant. */
  readonly left: Points | null;
  /** The grant that they expired of or were taken from; null where there is none, or several. */
  readonly ofGrant: number | null;
}

export interface GrantsPage {
  readonly grants: readonly Grant[];
  /** Where the next page begins; undefined after the last one. */
  readonly next: string | undefined;
}

export const GRANTS_PAGE = 1000;

/** Gives the points of a call back. */
export interface Refund {
  readonly requestId: string;
  /** When the call came in. */
  readonly at: number;
  readonly by: string;
  readonly note: string;
  /** The end of what finds no room in a grant. */
  readonly expires: Expiry;
}

/** The account after a change, and the change. */
export interface Changed extends Account {
  readonly change: Grant;
  /** Whether it had been made before, with the same reference. */
  readonly isRepeated: boolean;
}

/** A grant that has points left. */
export type OpenGrant = Grant & Lot;

/** What was left of a grant when that was last written, and until when. */
export interface Lot {
  readonly number: number;
  readonly endsAt: number | null;
  readonly left: Points;
  /** Whether a plan gave it, which may let a part of it outlast its end. */
  readonly isPlan: boolean;
}

/** What is left of a grant when it is given. */
export function newLot(
  number: number,
  { points, expires, kind }: Pick<NewChange, 'points' | 'expires' | 'kind'>,
): Lot {
  return { number, endsAt: expires?.endsAt ?? null, left: points, isPlan: kind === 'plan' };
}

export function leftOf(lots: readonly Lot[], grant: number): Points {
  return lots.find(({ number }) => number === grant)?.left ?? 0;
}

/** A grant of a program that stored no lots. */
export interface OlderGrant {
  readonly number: number;
  readonly points: Points;
}

/** What expires first is used first, then what is older. */
function byUse(a: Lot, b: Lot): number {
  const [end, otherEnd] = [a.endsAt ?? Number.POSITIVE_INFINITY, b.endsAt ?? Number.POSITIVE_INFINITY];
  return end === otherEnd ? a.number - b.number : end - otherEnd;
}

export function sumOf(lots: readonly Lot[]): Points {
  return lots.reduce((sum, { left }) => sum + left, 0);
}

/**
 * What is left of each grant at a balance, in the order of use. A charge changes the balance alone; what was used since
 * lots were written is what they have together beyond it. Points that no lot knows of are of older grants, which never
 * expire: the newest of those have them.
 */
export function lotsAt(stored: readonly Lot[], balance: Points, older: readonly OlderGrant[] = []): Lot[] {
  const lots = new Map(stored.map((lot) => [lot.number, lot]));
  let unknown = balance - sumOf(stored);
  for (const { number, points } of older.toSorted((a, b) => b.number - a.number)) {
    const left = lots.get(number)?.left ?? 0;
    const more = Math.min(points - left, unknown);
    if (more <= 0) continue;
    lots.set(number, { number, endsAt: null, left: left + more, isPlan: false });
    unknown -= more;
  }
  let used = Math.max(0, -unknown);
  return [...lots.values()].toSorted(byUse).flatMap((lot) => {
    const taken = Math.min(used, lot.left);
    used -= taken;
    return lot.left > taken ? [{ ...lot, left: lot.left - taken }] : [];
  });
}

/** A grant that may get points back. */
export interface Refillable {
  readonly number: number;
  readonly endsAt: number | null;
  /** What was given, less what was taken back from it or has expired of it. */
  readonly points: Points;
  readonly isPlan: boolean;
}

/**
 * Puts points back into the grants they can be of, last used first; `rest` is what finds no room in them. Room is what calls
 * have used: `taken` are points that were taken back from several grants, those that would have been used first.
 */
export function putBack(
  lots: readonly Lot[],
  { grants, taken }: { readonly grants: readonly Refillable[]; readonly taken: Points },
  points: Points,
) {
  let [rest, unused] = [points, taken];
  const left = new Map(lots.map((lot) => [lot.number, lot]));
  const rooms = grants
    .map(({ points: most, ...grant }) => ({ most, lot: { ...grant, left: 0, ...left.get(grant.number) } }))
    .toSorted((a, b) => byUse(a.lot, b.lot))
    .map(({ most, lot }) => {
      const room = Math.max(0, most - lot.left - unused);
      unused = Math.max(0, unused - (most - lot.left));
      return { room, lot };
    });
  for (const { room, lot } of rooms.toReversed()) {
    const back = Math.min(rest, room);
    if (back <= 0) continue;
    left.set(lot.number, { ...lot, left: lot.left + back });
    rest -= back;
  }
  return { lots: [...left.values()], rest };
}

/** The grant that all of some points are taken from in the order of use; undefined where they are of several. */
export function soleGrant(lots: readonly Lot[], points: Points): number | undefined {
  const [first] = lots;
  return first && first.left >= points ? first.number : undefined;
}

/** The reference of a refund: a call has one. */
export function refundReference(requestId: string): string {
  return `refund:${requestId}`;
}

/** What a reference of the program's own begins with. */
export const OWN_REFERENCES = ['refund:', 'plan:'] as const;

/** Who writes what is due. */
export const PROGRAM = 'mdq';
