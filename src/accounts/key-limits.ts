import { type Day, dayClock, firstOfMonth, firstOfNextMonth, startOfDay } from '../lib/calendar.ts';
import type { Points } from '../lib/points.ts';
import type { Expiry } from './grants.ts';

/** Points that may be spent in a business day and in a month; null for as many as there are. */
export interface PointLimits {
  readonly perDay: Points | null;
  readonly perMonth: Points | null;
}

/** What a key may be used for; null is no limit. */
export interface KeyLimits extends PointLimits {
  readonly paths: readonly string[] | null;
  /** Main categories. */
  readonly categories: readonly string[] | null;
  /** Requests a second, in each process. */
  readonly rate: number | null;
  readonly ends: Expiry | null;
}

/** The part of a key's limits that is one text: callers are checked against it before their charge, which confirms it. */
export type CallLimits = Omit<KeyLimits, keyof PointLimits>;

const NO_CALL_LIMITS: CallLimits = { paths: null, categories: null, rate: null, ends: null };
export const NO_LIMITS: KeyLimits = { ...NO_CALL_LIMITS, perDay: null, perMonth: null };

/** As it is kept: null of a key without any limit, and never of one that has some, be it of points alone. */
export function limitsText({ perDay, perMonth, paths, categories, rate, ends }: KeyLimits): string | null {
  const parts = Object.entries({ paths, categories, rate, ends }).filter(([, part]) => part !== null);
  const isLimited = parts.length > 0 || perDay !== null || perMonth !== null;
  return isLimited ? JSON.stringify(Object.fromEntries(parts)) : null;
}

export function readLimits(text: string | null | undefined): CallLimits {
  return text ? { ...NO_CALL_LIMITS, ...JSON.parse(text) } : NO_CALL_LIMITS;
}

/** When a key ends for good: as its limits say, or, where that is earlier, after its rotation. */
export function endAfterChange(endsAt: Date | null, before: CallLimits, after: CallLimits): Date | null {
  const isRotated = endsAt !== null && endsAt.getTime() !== before.ends?.endsAt;
  const ends = [...(isRotated ? [endsAt.getTime()] : []), ...(after.ends ? [after.ends.endsAt] : [])];
  return ends.length === 0 ? null : new Date(Math.min(...ends));
}

/** The business day and month of a moment. */
interface Period {
  readonly day: Day;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly monthEndsAt: number;
  /** The first and last day of the month. */
  readonly month: readonly [Day, Day];
}

export function periodAt(at: number, timeZone: string): Period {
  const day = dayClock(timeZone)(at);
  const next = firstOfNextMonth(day);
  return {
    day,
    startsAt: startOfDay(day, timeZone),
    endsAt: startOfDay(day + 1, timeZone),
    monthEndsAt: startOfDay(next, timeZone),
    month: [firstOfMonth(day), next - 1],
  };
}

/** What is left of the limit that has least, and when that begins again. */
export interface LimitLeft {
  readonly left: Points;
  readonly resets: number;
}
