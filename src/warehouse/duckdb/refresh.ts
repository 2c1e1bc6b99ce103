import { type Day, type DayRange, defaultPeriod } from '../../lib/calendar.ts';
import { ALL_METHODS } from '../../snapshot/audience.ts';
import { isControlled } from '../../snapshot/privacy/numbers.ts';
import {
  type Facts,
  type PrivacyFacts,
  type RefreshSettings,
  type SubName,
  subScope,
  type Tables,
  type Tag,
} from '../../snapshot/tables.ts';
import { closingCount, type GoodsCount, openCount } from '../../snapshot/tally/closing-tally.ts';
import { GoodsApart } from '../../snapshot/tally/goods-apart.ts';
import { GoodsTally } from '../../snapshot/tally/goods-tally.ts';
import { PeopleTally } from '../../snapshot/tally/people-tally.ts';
import { relate } from '../../snapshot/tally/related.ts';
import type { Counted, Names } from '../../snapshot/tally/sales-tally.ts';
import { dayRangesOf } from '../changes/day-ranges.ts';
import { factsOf, lastShown, privacyFacts } from '../changes/facts.ts';
import { spliceTables } from '../changes/figures/splice-tables.ts';
import { SHARES } from '../changes/steps.ts';
import type { Connection } from '../database/connection.ts';
import type { RefreshOptions } from '../engine.ts';
import { toImportFacts } from '../import-row.ts';
import { countAside } from './aside.ts';
import { readClosed, writeClosed } from './closed-table.ts';
import {
  BOUGHT,
  BOUGHT_OPEN,
  BOUGHT_TYPES,
  LAST_SEEN,
  LAST_SEEN_OPEN,
  LINE_TYPES,
  LINES,
  SEEN_TYPES,
  SUBS_BY_NAME,
} from './figures-sql.ts';

/** From so many on, they are counted in two threads. */
const MANY_LINES = 500_000;

/** Makes the tables of a snapshot from the lines: only the days that have changed, where that is known. */
export async function refreshTables(connection: Connection, options: RefreshOptions): Promise<Tables> {
  const { settings, earlier, onProgress } = options;
  const { facts, names } = await readFacts(connection, options);
  const counted = await countLines(connection, names, options, facts);
  const { daily, payments, ...others } = earlier
    ? spliceTables(earlier.tables, counted, names, earlier.from)
    : counted;
  // Before purchases are related, which leaves out what is closed.
  await writeClosed(connection, counted, isControlled(settings));
  onProgress('Relating purchases', 0, SHARES.relate);
  const related = await relatePurchases(connection, facts, settings);
  const privacy = isControlled(settings)
    ? await readPrivacy(connection, facts, { ...names, ...others })
    : null;
  return { facts: { ...facts, privacy }, ...names, daily, payments, ...others, related };
}

/** Counts the lines from a day on, in one pass. */
async function countLines(
  connection: Connection,
  names: Names,
  options: RefreshOptions,
  { coverage, lines }: Pick<Facts, 'coverage' | 'lines'>,
): Promise<Counted> {
  const { settings, earlier, onProgress } = options;
  const people = new PeopleTally(names, settings);
  const goods = await goodsTally(connection, names, options, { lines, people });
  try {
    const closedBefore = isControlled(settings)
      ? await readClosed(connection, earlier?.from ?? 0)
      : undefined;
    onProgress('Sorting and counting', 0, SHARES.count);
    const shown = { start: earlier?.from ?? coverage.start, end: coverage.end };
    const all = shown.end - shown.start + 1;
    const tallies = { goods, people };
    const count = closedBefore ? closingCount(tallies, names, settings, closedBefore) : openCount(tallies);
    for (const range of await dayRanges(connection, shown)) {
      await connection.each(LINE_TYPES, LINES, { ...range }, (piece) => {
        onProgress('', ((piece.day[0] ?? 0) - shown.start) / all);
        return count.add(piece);
      });
    }
    return await count.finish();
  } finally {
    await goods.end?.();
  }
}

/** Counts many lines in a thread of its own. Where only some days are counted again, it first gets what was seen before them. */
async function goodsTally(
  connection: Connection,
  names: Names,
  { settings, earlier, onProgress }: RefreshOptions,
  { lines, people }: { lines: number; people: PeopleTally },
): Promise<GoodsCount> {
  const textTags = await connection.columns(
    { text: 'i32', sub: 'i32', tag: 'i32' },
    'SELECT text, sub, tag FROM text_tag ORDER BY text, sub, tag',
  );
  if (!earlier && lines >= MANY_LINES) return new GoodsApart(names, textTags, settings);
  const goods = new GoodsTally(names, textTags, settings);
  if (earlier) {
    onProgress('Looking up what was seen before', 0, SHARES.lookUp);
    await noteAudience(connection, settings);
    await remember(connection, { people, goods }, earlier.from, isControlled(settings));
  }
  return goods;
}

/** The days of a range in ranges that are counted one after the other. */
export async function dayRanges(connection: Connection, shown: DayRange): Promise<DayRange[]> {
  const { day, lines } = await connection.columns(
    { day: 'i32', lines: 'i32' },
    'SELECT day, count(*) FROM line WHERE day BETWEEN $start AND $end GROUP BY day ORDER BY day',
    { ...shown },
  );
  return dayRangesOf(Array.from(day, (each, i) => [each, lines[i] ?? 0] as const));
}

async function noteAudience(connection: Connection, { audienceMethods }: RefreshSettings): Promise<void> {
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE audience AS
     SELECT id FROM method WHERE list_has_any(string_split($methods, chr(10)), [name, '${ALL_METHODS}'])`,
    { methods: audienceMethods.join('\n') },
  );
}

/** The tallies that get what was seen before the days that they count. */
interface Seen {
  readonly people: PeopleTally;
  readonly goods: GoodsTally;
}

/**
 * What a sub-category has seen, its category has seen. With disclosure control, each scope has seen what is in its own
 * open cells.
 */
async function remember(
  connection: Connection,
  { people, goods }: Seen,
  from: Day,
  isOpen: boolean,
): Promise<void> {
  const { members, merchants, products } = isOpen ? LAST_SEEN_OPEN : LAST_SEEN;
  const scopeOf = (series: number) => (isOpen ? series : subScope(series));
  await connection.each(SEEN_TYPES, members, { from }, ({ length, series, thing, day }) => {
    for (let i = 0; i < length; i++)
      people.rememberMember(scopeOf(series[i] ?? 0), thing[i] ?? 0, day[i] ?? 0);
  });
  await connection.each(SEEN_TYPES, merchants, { from }, ({ length, series, thing, day }) => {
    for (let i = 0; i < length; i++)
      people.rememberMerchant(scopeOf(series[i] ?? 0), thing[i] ?? 0, day[i] ?? 0);
  });
  await connection.each(SEEN_TYPES, products, { from }, ({ length, series, thing, day, text }) => {
    for (let i = 0; i < length; i++) goods.remember(series[i] ?? 0, text[i] ?? 0, thing[i] ?? 0, day[i] ?? 0);
  });
}

async function readFacts(
  connection: Connection,
  options: RefreshOptions,
): Promise<{ facts: Omit<Facts, 'privacy'>; names: Names }> {
  const newestOrder = await lastOrder(connection);
  const last = lastShown(options, newestOrder);
  const names = await readNames(connection, last);
  const counted = await connection.numbers<'lines' | 'orders'>(
    `SELECT (SELECT count(*) FROM line WHERE day <= $last) AS lines,
            (SELECT count(*) FROM orders WHERE day <= $last) AS orders`,
    { last },
  );
  const later = await connection.columns(
    { day: 'i32', orders: 'f64' },
    'SELECT day, count(*) FROM orders WHERE day > $last GROUP BY day ORDER BY day',
    { last },
  );
  const hidden = Array.from(later.day, (day, i) => ({ day, orders: later.orders[i] ?? 0 }));
  const imports = (await connection.rows('SELECT * FROM import ORDER BY rowid')).map(toImportFacts);
  return {
    facts: factsOf(options, last, { ...counted, hidden, newestOrder, days: names.days, imports }),
    names,
  };
}

export async function lastOrder(connection: Connection): Promise<Day> {
  const { day } = await connection.numbers<'day'>('SELECT coalesce(max(day), 0) AS day FROM orders');
  return day;
}

async function readPrivacy(
  connection: Connection,
  { coverage }: Pick<Facts, 'coverage'>,
  tables: Pick<Tables, 'days' | 'closed'>,
): Promise<PrivacyFacts> {
  const named = await connection.numbers<'linesWithMember' | 'linesWithMerchant'>(
    `SELECT count(member) AS "linesWithMember", count(merchant) AS "linesWithMerchant"
     FROM line WHERE day <= $end`,
    { end: coverage.end },
  );
  return privacyFacts({ asideOrders: await countAside(connection), ...named }, tables);
}

async function relatePurchases(
  connection: Connection,
  { coverage }: Pick<Facts, 'coverage'>,
  settings: RefreshSettings,
): Promise<Tables['related']> {
  const period = defaultPeriod(coverage, settings.defaultWeeks);
  const bought = isControlled(settings) ? BOUGHT_OPEN : BOUGHT;
  const { id: subsByName } = await connection.columns({ id: 'i32' }, SUBS_BY_NAME);
  return relate(
    await connection.columns(BOUGHT_TYPES, bought, { ...period }),
    subsByName,
    isControlled(settings) ? settings.minPeople : 1,
  );
}

/** All names there are, and the days until the last that is shown. */
export async function readNames(connection: Connection, last: Day): Promise<Names> {
  const list = async (table: string) =>
    (await connection.rows(`SELECT name FROM ${table} ORDER BY id`)).map((row) => String(row.name));
  const { days } = await connection.columns(
    { days: 'i32' },
    'SELECT DISTINCT day FROM orders WHERE day <= $last ORDER BY day',
    { last },
  );
  return {
    categories: await list('category'),
    subs: (await connection.rows('SELECT category, name FROM sub ORDER BY id')) as unknown as SubName[],
    methods: await list('method'),
    tags: (await connection.rows('SELECT sub, key, value FROM tag ORDER BY id')) as unknown as Tag[],
    days,
  };
}
