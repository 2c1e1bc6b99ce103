/** A day as the number of days since 1970-01-01, so that a week later is `+ 7`. */
export type Day = number;
export type Range = { readonly first: Day; readonly last: Day };

const MILLISECONDS_PER_DAY = 86_400_000;

export function parseDay(text: string): Day {
  return Date.parse(`${text}T00:00:00Z`) / MILLISECONDS_PER_DAY;
}

export function formatDay(day: Day): string {
  return new Date(day * MILLISECONDS_PER_DAY).toISOString().slice(0, 10);
}

const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** The business day of an `ordered_at`: only one with an offset has to be moved to the business time zone. */
export function businessDay(orderedAt: string, timeZone: string): Day {
  if (!/T.*(Z|[+-]\d\d:\d\d)$/.test(orderedAt)) return parseDay(orderedAt.slice(0, 10));
  let format = dayFormats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    dayFormats.set(timeZone, format);
  }
  const parts = new Map(format.formatToParts(new Date(orderedAt)).map((part) => [part.type, part.value]));
  return parseDay(`${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`);
}

/** 1970-01-01 was a Thursday, three days after a Monday. */
export function mondayOf(day: Day): Day {
  const daysSinceMonday = (((day + 3) % 7) + 7) % 7;
  return day - daysSinceMonday;
}

export function isInside(day: Day, range: Range): boolean {
  return day >= range.first && day <= range.last;
}

export function touches(a: Range, b: Range): boolean {
  return a.first <= b.last && b.first <= a.last;
}

/** The days that lie in both; undefined where there is none. */
export function shared(a: Range, b: Range): Range | undefined {
  const both = { first: Math.max(a.first, b.first), last: Math.min(a.last, b.last) };
  return both.first <= both.last ? both : undefined;
}

export function holds(outer: Range, inner: Range): boolean {
  return isInside(inner.first, outer) && isInside(inner.last, outer);
}

export function lengthOf(range: Range): number {
  return range.last - range.first + 1;
}

export function daysOf(range: Range): Day[] {
  return Array.from({ length: lengthOf(range) }, (_, i) => range.first + i);
}

/** Every Monday-to-Sunday week that has at least one day in the range. */
export function weeksTouching(range: Range): Range[] {
  const weeks: Range[] = [];
  for (let monday = mondayOf(range.first); monday <= range.last; monday += 7) {
    weeks.push({ first: monday, last: monday + 6 });
  }
  return weeks;
}

/** Every calendar month that has at least one day in the range. */
export function monthsTouching(range: Range): Range[] {
  const months: Range[] = [];
  let first = parseDay(`${formatDay(range.first).slice(0, 7)}-01`);
  while (first <= range.last) {
    let next = first + 28;
    while (!formatDay(next).endsWith('-01')) next += 1;
    months.push({ first, last: next - 1 });
    first = next;
  }
  return months;
}

/** Months that are made of whole weeks: each is the weeks whose Monday lies in it. */
export function monthsOfWeeks(range: Range): Range[] {
  const months: Range[] = [];
  for (const week of weeksTouching(range)) {
    const month = formatDay(week.first).slice(0, 7);
    let first = week.first;
    while (formatDay(first - 7).slice(0, 7) === month) first -= 7;
    let next = week.first;
    while (formatDay(next).slice(0, 7) === month) next += 7;
    if (months.at(-1)?.first !== first) months.push({ first, last: next - 1 });
  }
  return months;
}

/** From the first of some ranges to the last; undefined where there is none. */
function spanOf(ranges: readonly Range[]): Range | undefined {
  const [from, to] = [ranges.at(0), ranges.at(-1)];
  return from && to && { first: from.first, last: to.last };
}

function fullWeeks(coverage: Range): Range[] {
  return weeksTouching(coverage).filter((week) => holds(coverage, week));
}

/** The last `weeks` full weeks inside coverage; with fewer, those; with none, all of coverage. */
export function defaultPeriod(coverage: Range, weeks: number): Range {
  return spanOf(fullWeeks(coverage).slice(-weeks)) ?? coverage;
}

/**
 * What growth compares: the default period with the one before it; where the data begin later, the newer half of the full
 * weeks with the older half. Undefined where there are not two full weeks.
 */
export function growthPeriods(coverage: Range, weeks: number): { now: Range; before: Range } | undefined {
  const period = defaultPeriod(coverage, weeks);
  if (holds(coverage, previousPeriod(period))) return { now: period, before: previousPeriod(period) };
  const full = fullWeeks(coverage);
  const half = Math.floor(full.length / 2);
  const now = spanOf(full.slice(full.length - half));
  const before = spanOf(full.slice(full.length - 2 * half, full.length - half));
  return now && before && { now, before };
}

export function previousPeriod(range: Range): Range {
  return { first: range.first - lengthOf(range), last: range.first - 1 };
}

/** The range that a caller's `start` and `end` mean; an empty value is a missing one. */
export function askedRange(
  start: string | undefined,
  end: string | undefined,
  period: Range,
  weeks: number,
): Range {
  const first = start ? parseDay(start) : undefined;
  const last = end ? parseDay(end) : undefined;
  if (first === undefined && last === undefined) return period;
  if (first === undefined) return { first: Number(last) - 7 * weeks + 1, last: Number(last) };
  return { first, last: last ?? period.last };
}
