import type { Points } from '../lib/points.ts';
import type { Day } from '../snapshot/calendar.ts';
import type { Account } from './accounts.ts';

/** What a grant can be of, as the operator says it. */
export const GRANT_KINDS = ['paid', 'promotional', 'correction'] as const;
export type GrantKind = (typeof GRANT_KINDS)[number];
export type ChangeKind = GrantKind | 'refund' | 'taken' | 'expired';

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

/** What was given, taken back or has expired. */
export interface Grant extends Omit<PointsChange, 'kind' | 'reference' | 'expires'> {
  /** The number of its entry: the account has no other with it. */
  readonly number: number;
  readonly account: string;
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
}

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

/** What is left of a grant, and until when: as it is kept, as it was when that was last written. */
export interface Lot {
  readonly number: number;
  readonly endsAt: number | null;
  readonly left: Points;
}

/** A grant of a program that kept no lots. */
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
export function lotsAt(kept: readonly Lot[], balance: Points, older: readonly OlderGrant[] = []): Lot[] {
  const lots = new Map(kept.map((lot) => [lot.number, lot]));
  let unknown = balance - sumOf(kept);
  for (const { number, points } of older.toSorted((a, b) => b.number - a.number)) {
    const left = lots.get(number)?.left ?? 0;
    const more = Math.min(points - left, unknown);
    if (more <= 0) continue;
    lots.set(number, { number, endsAt: null, left: left + more });
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
  readonly points: Points;
}

/** Puts points back into the grants they can be of, last used first; `rest` is what finds no room in them. */
export function putBack(lots: readonly Lot[], grants: readonly Refillable[], points: Points) {
  let rest = points;
  const left = new Map(lots.map((lot) => [lot.number, lot]));
  const all = grants.map((grant) => ({ ...grant, left: left.get(grant.number)?.left ?? 0 }));
  for (const { number, endsAt, points: most, left: now } of all.toSorted(byUse).reverse()) {
    const back = Math.min(rest, most - now);
    if (back > 0) left.set(number, { number, endsAt, left: now + back });
    rest -= Math.max(0, back);
  }
  return { lots: [...left.values()], rest };
}

/** The reference of a refund: a call has one. */
export function refundReference(requestId: string): string {
  return `refund:${requestId}`;
}

/** What a reference of the program's own begins with. */
export const OWN_REFERENCES = ['refund:', 'plan:'] as const;

/** What is due by a moment: the lots that have expired, with the balance after each, and what stays. */
export function dueBy(lots: readonly Lot[], balance: Points, until: number) {
  let after = balance;
  const isOver = ({ endsAt }: Lot) => endsAt !== null && endsAt <= until;
  const expired = lots.filter(isOver).map((lot) => {
    after -= lot.left;
    return { ...lot, balance: after };
  });
  return { expired, balance: after, lots: lots.filter((lot) => !isOver(lot)) };
}

/** When something is due next, of lots in the order of use. */
export function nextDue(lots: readonly Lot[]): number | null {
  return lots[0]?.endsAt ?? null;
}

/** Who writes what is due. */
export const PROGRAM = 'mdq';

/** What a change is of; those of older programs do not say. */
export function kindOf(kind: unknown, points: Points): ChangeKind {
  if (typeof kind === 'string') return kind as ChangeKind;
  return points > 0 ? 'paid' : 'taken';
}
