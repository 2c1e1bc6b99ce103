/** A calendar day in business time, counted from 1970-01-01. */
export type Day = number;

/** Days from `start` to `end`, both included. */
export interface DayRange {
  readonly start: Day;
  readonly end: Day;
}

const MS_PER_DAY = 86_400_000;

/** 0001-01-01: years have four digits, and there is no year 0. */
export const FIRST_DAY: Day = -719_162;

/** 9999-12-31. */
export const LAST_DAY: Day = 2_932_896;

const [ZERO, HYPHEN] = [48, 45];

/** The day that `YYYY-MM-DD` names, or undefined when there is no such calendar date. */
export function parseDay(text: string): Day | undefined {
  if (text.length !== 10 || text.charCodeAt(4) !== HYPHEN || text.charCodeAt(7) !== HYPHEN) return undefined;
  const [year, month, date] = [digitsIn(text, 0, 4), digitsIn(text, 5, 7), digitsIn(text, 8, 10)];
  // Not a number where one is no digit.
  if (!(year >= 1 && month >= 1 && month <= 12 && date >= 1)) return undefined;
  const first = firstDayOf(year, month);
  return date <= firstDayOf(year, month + 1) - first ? first + date - 1 : undefined;
}

function digitsIn(text: string, from: number, to: number): number {
  let value = 0;
  for (let i = from; i < to; i++) {
    const digit = text.charCodeAt(i) - ZERO;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

/** Of a month, in the Gregorian calendar. Years are counted from March, so that a leap day is the last of its year. */
function firstDayOf(year: number, month: number): Day {
  const y = month > 2 ? year : year - 1;
  const sinceMarch = (month + 9) % 12;
  const leapDays = Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400);
  return 365 * y + leapDays + Math.floor((153 * sinceMarch + 2) / 5) - 719_468;
}

/** Answers name the same few days over and over; they may name any, so there is an end to it. */
const MAX_KEPT = 20_000;
const formatted = new Map<Day, string>();

export function formatDay(day: Day): string {
  let text = formatted.get(day);
  if (text === undefined) {
    text = new Date(day * MS_PER_DAY).toISOString().slice(0, 10);
    if (formatted.size < MAX_KEPT) formatted.set(day, text);
  }
  return text;
}

/** `2026-03-16/2026-06-07`, both days included. */
export function rangeText({ start, end }: DayRange): string {
  return `${formatDay(start)}/${formatDay(end)}`;
}

/** Tells which day it is in a time zone. Asking for one moment after another costs next to nothing. */
export function dayClock(timeZone: string): (at: number) => Day {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  let quarter = Number.NaN;
  let day: Day = 0;
  return (at) => {
    // Offsets from UTC are whole quarters of an hour, so a day never changes inside one.
    const now = Math.floor(at / 900_000);
    if (now !== quarter) {
      quarter = now;
      day = Date.parse(`${format.format(at)}T00:00:00Z`) / MS_PER_DAY;
    }
    return day;
  };
}

/** When a day begins in a time zone. A few begin at one o'clock, where midnight is left out. */
export function startOfDay(day: Day, timeZone: string): number {
  const dayOf = dayClock(timeZone);
  // No place is further than fifteen hours from UTC, and clocks change at whole quarters of an hour.
  let [low, high] = [day * 96 - 60, day * 96 + 60];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (dayOf(middle * 900_000) < day) low = middle + 1;
    else high = middle;
  }
  return low * 900_000;
}

/** The Monday of a day's week. 1970-01-01 was a Thursday. */
export function mondayOf(day: Day): Day {
  return day - ((((day + 3) % 7) + 7) % 7);
}

/** From the Monday of the first day to the Sunday of the last. */
export function wholeWeeks({ start, end }: DayRange): DayRange {
  return { start: mondayOf(start), end: Math.min(mondayOf(end) + 6, LAST_DAY) };
}

export function firstOfMonth(day: Day): Day {
  const date = new Date(day * MS_PER_DAY);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / MS_PER_DAY;
}

export function firstOfNextMonth(day: Day): Day {
  const date = new Date(day * MS_PER_DAY);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / MS_PER_DAY;
}

export function daysIn(range: DayRange): number {
  return Math.max(0, range.end - range.start + 1);
}

/** A range without a day: nothing happened in it. */
export const NO_DAYS: DayRange = { start: 0, end: -1 };

/** The days that two ranges share. */
export function overlap(a: DayRange, b: DayRange): DayRange {
  const both = { start: Math.max(a.start, b.start), end: Math.min(a.end, b.end) };
  return both.start <= both.end ? both : NO_DAYS;
}

/** The equally long range that ends the day before this one. */
export function previousPeriod(range: DayRange): DayRange {
  return { start: range.start - daysIn(range), end: range.start - 1 };
}

export function contains(outer: DayRange, inner: DayRange): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** How long the default period is unless the operator chose otherwise. */
export const USUAL_WEEKS = 12;

/** The last `weeks` full weeks inside coverage; fewer when there are fewer; all of coverage when there is none. */
export function defaultPeriod(coverage: DayRange, weeks: number): DayRange {
  const { start, end } = fullWeeks(coverage);
  return start <= end ? { start: Math.max(start, end + 1 - 7 * weeks), end } : coverage;
}

/**
 * The current period of growth; undefined where there is nothing to compare it with. It is the default period if coverage
 * also holds the equally long period before it. Otherwise it is the newer half of the full weeks, so that the older half
 * is as long.
 */
export function growthPeriod(coverage: DayRange, usual: DayRange): DayRange | undefined {
  if (contains(coverage, usual) && contains(coverage, previousPeriod(usual))) return usual;
  const full = fullWeeks(coverage);
  const weeks = Math.floor(daysIn(full) / 7 / 2);
  return weeks > 0 ? { start: full.end - 7 * weeks + 1, end: full.end } : undefined;
}

/** From the Monday of the first full week to the Sunday of the last; backwards when there is none. */
function fullWeeks({ start, end }: DayRange): DayRange {
  return { start: mondayOf(start + 6), end: mondayOf(end + 1) - 1 };
}

/** The weeks (Monday to Sunday) of a range that has days, in order, each as a whole. */
export function weeksOf({ start, end }: DayRange): DayRange[] {
  const weeks: DayRange[] = [];
  for (let monday = mondayOf(start); monday <= end; monday += 7) {
    weeks.push({ start: monday, end: monday + 6 });
  }
  return weeks;
}

/** Its months, in order, each made of the weeks whose Monday lies in it. */
export function monthsOfWeeksOf({ start, end }: DayRange): DayRange[] {
  const months: DayRange[] = [];
  for (let first = firstMonday(mondayOf(start)); first <= end; ) {
    const next = mondayOf(firstOfNextMonth(first) + 6);
    months.push({ start: first, end: next - 1 });
    first = next;
  }
  return months;
}

/** The first Monday of a day's month. */
function firstMonday(day: Day): Day {
  return mondayOf(firstOfMonth(day) + 6);
}

/** Its calendar months, in order, each as a whole. */
export function monthsOf({ start, end }: DayRange): DayRange[] {
  const months: DayRange[] = [];
  for (let first = firstOfMonth(start); first <= end; first = firstOfNextMonth(first)) {
    months.push({ start: first, end: firstOfNextMonth(first) - 1 });
  }
  return months;
}
