import {
  type Day,
  dayClock,
  firstOfMonth,
  firstOfNextMonth,
  formatDay,
  startOfDay,
} from '../lib/calendar.ts';
import type { Points } from '../lib/points.ts';
import type { Expiry, Lot } from './grants.ts';

/** Points that an account gets every month. */
export interface Plan {
  readonly points: Points;
  /** The first day that it gives points on, and so the day of the month. */
  readonly from: Day;
  /** How much of what is left of its grants stays when it gives points again; null for all. */
  readonly keep: Points | null;
  /** The day that it gives points on next. */
  readonly next: Day;
}

/** What happens next to an account by itself: what expires at a moment, and what its plan gives then. */
interface DueStep {
  readonly at: number;
  readonly expired: readonly { readonly number: number; readonly points: Points; readonly balance: Points }[];
  readonly balance: Points;
  readonly lots: readonly Lot[];
  /** The plan after it, with what it gives on the day. */
  readonly plan: Plan | undefined;
  readonly grant:
    | { readonly points: Points; readonly day: Day; readonly expires: Expiry | undefined }
    | undefined;
}

interface State {
  readonly balance: Points;
  /** In the order of use. */
  readonly lots: readonly Lot[];
  readonly plan: Plan | undefined;
}

/** Which day it gives points on after a day: the same of the month, or the last one of a shorter month. */
export function renewalAfter(from: Day, day: Day): Day {
  const ofMonth = from - firstOfMonth(from);
  const inMonth = (month: Day) => Math.min(firstOfMonth(month) + ofMonth, firstOfNextMonth(month) - 1);
  const thisMonth = inMonth(day);
  return thisMonth > day ? thisMonth : inMonth(firstOfNextMonth(day));
}

/** When something is due next. */
export function nextDue({ lots, plan }: Pick<State, 'lots' | 'plan'>, timeZone: string): number | null {
  const ends = lots.flatMap(({ endsAt }) => endsAt ?? []);
  if (plan) ends.push(startOfDay(plan.next, timeZone));
  return ends.length === 0 ? null : Math.min(...ends);
}

/**
 * What is due first, if it is due by a moment: expiries before what a plan gives. Of plan grants that end with it, so much
 * stays as the plan says, until it gives points again. What an earlier plan gave for longer, or for good, is not its own.
 */
export function firstDue(state: State, until: number, timeZone: string): DueStep | undefined {
  const at = nextDue(state, timeZone);
  if (at === null || at > until) return undefined;
  const { plan } = state;
  const isRenewal = plan !== undefined && startOfDay(plan.next, timeZone) === at;
  let stays = isRenewal ? (plan.keep ?? Number.POSITIVE_INFINITY) : 0;
  const renewed = isRenewal ? { ...plan, next: renewalAfter(plan.from, plan.next) } : plan;
  const expires = renewed && isRenewal ? endOf(renewed, timeZone) : undefined;
  let { balance } = state;
  const expired: { number: number; points: Points; balance: Points }[] = [];
  const staying = new Map<number, Lot>();
  // What was given last stays first.
  for (const lot of state.lots.toReversed()) {
    if (lot.endsAt !== at) {
      staying.set(lot.number, lot);
      continue;
    }
    const left = lot.isPlan ? Math.min(lot.left, stays) : 0;
    stays -= left;
    if (left > 0) staying.set(lot.number, { ...lot, left, endsAt: expires?.endsAt ?? null });
  }
  for (const lot of state.lots) {
    const points = lot.left - (staying.get(lot.number)?.left ?? 0);
    if (points === 0) continue;
    balance -= points;
    expired.push({ number: lot.number, points, balance });
  }
  const lots = state.lots.flatMap(({ number }) => staying.get(number) ?? []);
  const points = Math.min(plan?.points ?? 0, Number.MAX_SAFE_INTEGER - balance);
  const grant = isRenewal ? { points, day: plan.next, expires } : undefined;
  return { at, expired, balance, lots, plan: renewed, grant };
}

/** Points of a grant that will expire, and the last day they are valid on. */
export interface Expiring {
  readonly number: number;
  readonly points: Points;
  readonly at: number;
  readonly expires: string;
}

/** What will have expired by a moment if nothing is used meanwhile. */
export function expiringBy(state: State, until: number, timeZone: string): Expiring[] {
  const dayOf = dayClock(timeZone);
  const all: Expiring[] = [];
  for (let now = state; ; ) {
    const step = firstDue(now, until, timeZone);
    if (!step) return all;
    const { at } = step;
    for (const { number, points } of step.expired)
      all.push({ number, points, at, expires: formatDay(dayOf(at) - 1) });
    now = step;
  }
}

/** When the grants of a plan end: with the next of them, unless all of them stays. */
function endOf({ keep, next }: Plan, timeZone: string): Expiry | undefined {
  return keep === null ? undefined : { day: next - 1, endsAt: startOfDay(next, timeZone) };
}

/** The reference of what a plan gives on a day: it gives it once. */
export function planReference(accountId: string, day: string): string {
  return `plan:${accountId}:${day}`;
}
