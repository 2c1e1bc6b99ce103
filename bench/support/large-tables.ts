import type { FirstSeenTable, Tables } from '../../src/snapshot/tables.ts';
import {
  categoryScope,
  noneClosed,
  paymentSeries,
  scopeCount,
  subScope,
  WHOLE,
} from '../../src/snapshot/tables.ts';
import { CATEGORIES, DAYS, SUBS } from './lines.ts';

const FIRST_DAY = 19_723;
const METHODS = 6;
const TAGS_PER_SUB = 15;
/** How many earlier days the things of a day were seen on: members come back seldom, products and merchants daily. */
const EARLIER_DAYS = { members: 35, daily: 1.2 };

/**
 * The tables of a version, made directly. They grow with scopes, days and how often things come back, not with lines:
 * these are as large as those of 100 million of the lines that makeLines makes (170 MiB), which take minutes to import.
 */
export function makeLargeTables(version: number): Tables {
  const categories = Array.from({ length: CATEGORIES }, (_, i) => `Category ${i}`);
  const subs = Array.from({ length: SUBS }, (_, i) => ({ category: i % CATEGORIES, name: `Sub ${i}` }));
  const tags = subs.flatMap((_, sub) =>
    Array.from({ length: TAGS_PER_SUB }, (_, i) => ({
      sub,
      key: i < 6 ? 'type' : 'brand',
      value: String(i),
    })),
  );
  const scopes = [
    WHOLE,
    ...categories.map((_, i) => categoryScope(i)),
    ...subs.map((_, i) => subScope(i)),
  ].sort((a, b) => a - b);
  const hasDays = new Set(scopes);
  const inScopes = (rows: number) =>
    makeFirstSeen(scopeCount({ categories, subs }), rows, (scope) => hasDays.has(scope));
  const methods = Array.from({ length: METHODS }, (_, i) => `Method ${i}`);
  const payments = Array.from({ length: paymentSeries(CATEGORIES + 1, 0, METHODS) }, (_, i) => i);
  const {
    series: scope,
    day,
    ...sums
  } = makeDaily(scopes, ['cents', 'orders', 'audienceCents', 'audienceOrders']);
  return {
    facts: {
      version,
      publishedAt: new Date().toISOString(),
      publication: 'bench',
      coverage: { start: FIRST_DAY, end: FIRST_DAY + DAYS - 1 },
      lines: 1e8,
      orders: 4e7,
      settings: {
        timeZone: 'UTC',
        defaultWeeks: 12,
        audienceMethods: [],
        cancelledStatuses: [],
        currency: null,
        minPeople: 0,
        minMerchants: 0,
        maxShare: 100,
      },
      weekly: true,
      completeThrough: null,
      hiddenOrders: 0,
      imports: [],
    },
    categories,
    subs,
    methods,
    tags,
    days: Int32Array.from({ length: DAYS }, (_, i) => FIRST_DAY + i),
    daily: { scope, day, ...sums },
    payments: makeDaily(payments, ['orders']),
    members: inScopes(EARLIER_DAYS.members),
    merchants: inScopes(EARLIER_DAYS.daily),
    taggedWith: makeFirstSeen(tags.length, EARLIER_DAYS.daily),
    tagged: makeFirstSeen(SUBS, EARLIER_DAYS.daily),
    related: makeRelated(),
    closed: noneClosed(),
    closedBasis: noneClosed(),
  };
}

/** A row for every series and day. */
function makeDaily<Name extends string>(ids: readonly number[], names: readonly Name[]) {
  const rows = ids.length * DAYS;
  const series = new Int32Array(rows);
  const day = new Int32Array(rows);
  const sums = Object.fromEntries(
    names.map((name, i) => [name, new Float64Array(rows).fill(1000 - i)]),
  ) as Record<Name, Float64Array>;
  for (let row = 0; row < rows; row++) {
    series[row] = ids[Math.floor(row / DAYS)] ?? 0;
    day[row] = FIRST_DAY + (row % DAYS);
  }
  return { series, day, ...sums };
}

/** A run for every series and day, each with about so many earlier days, up to the day before. */
function makeFirstSeen(
  seriesCount: number,
  earlierDays: number,
  hasDays = (_series: number) => true,
): FirstSeenTable {
  // One more on some days, so that the average is met.
  const rowsOf = (series: number, day: number) =>
    Math.min(day + 1, Math.floor(earlierDays + ((series + day) % 5) / 5));
  const firstRun = new Uint32Array(seriesCount + 1);
  let rows = 0;
  for (let series = 0; series < seriesCount; series++) {
    const runs = hasDays(series) ? DAYS : 0;
    firstRun[series + 1] = (firstRun[series] ?? 0) + runs;
    for (let day = 0; day < runs; day++) rows += rowsOf(series, day);
  }
  const runs = firstRun[seriesCount] ?? 0;
  const runDay = new Uint16Array(runs);
  const firstRow = new Uint32Array(runs + 1);
  const previous = new Uint16Array(rows);
  const upTo = new Uint32Array(rows);
  let run = 0;
  let row = 0;
  for (let series = 0; series < seriesCount; series++) {
    for (let day = 0; hasDays(series) && day < DAYS; day++) {
      runDay[run] = day;
      const count = rowsOf(series, day);
      for (let i = 0; i < count; i++) {
        previous[row] = day + 1 - count + i;
        upTo[row++] = i + 1;
      }
      firstRow[++run] = row;
    }
  }
  return { firstRun, runDay, firstRow, previous, upTo };
}

function makeRelated(): Tables['related'] {
  const rows = Array.from({ length: SUBS * 5 }, (_, i) => i);
  return {
    sub: Int32Array.from(rows, (i) => Math.floor(i / 5)),
    other: Int32Array.from(rows, (i) => (Math.floor(i / 5) + 1 + (i % 5)) % SUBS),
    members: Float64Array.from(rows, (i) => 100 - (i % 5)),
  };
}
