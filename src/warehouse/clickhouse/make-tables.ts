import { UserError } from '../../errors.ts';
import { type DayRange, defaultPeriod } from '../../snapshot/calendar.ts';
import {
  categoryScope,
  noneClosed,
  paymentSeries,
  scopeCount,
  subScope,
  type Tables,
  WHOLE,
} from '../../snapshot/tables.ts';
import type { Counted } from '../../snapshot/tally/tally.ts';
import type { RefreshOptions } from '../engine.ts';
import { spliceTables } from '../splice-tables.ts';
import type { Attempt } from './attempt.ts';
import { onEach } from './cluster.ts';
import { firstSeen, insertSeen, PAYMENTS, SALES } from './count-sql.ts';
import { dayRanges, factsOf, ordersByDay, readImports } from './facts.ts';
import { CountedSeries, mergeFirstSeen, mergeSums } from './merge-counts.ts';
import { ClickhousePublications } from './publications.ts';
import { askRelated, relatedRows } from './related.ts';
import type { RowBinaryReader } from './row-binary.ts';
import { SeriesNames } from './series-names.ts';
import type { Values } from './server.ts';

const NONE = new Float64Array();

/** A row of a result: a series by its texts, and columns of numbers. */
interface SeriesRow {
  readonly texts: readonly string[];
  readonly columns: readonly (Int32Array | Uint32Array | Float64Array)[];
}

/** Makes the tables of a snapshot: the shards count, and what they have counted is added up here. */
export async function makeTables(attempt: Attempt, options: RefreshOptions): Promise<Tables> {
  const { settings, earlier, onProgress } = options;
  const byDay = await ordersByDay(attempt);
  const { facts, days } = factsOf(byDay, await readImports(attempt), options);
  const shown: DayRange = { start: earlier?.from ?? 0, end: facts.coverage.end };
  const values = { ...attempt.values, from: shown.start, audience: settings.audienceMethods };
  onProgress('Sorting and counting');
  const sales: SeriesRow[] = [];
  const payments: SeriesRow[] = [];
  for (const range of dayRanges(byDay, shown.start)) {
    const ranged = { ...values, ...range };
    if (range.start <= shown.end) {
      const counted = { ...ranged, end: Math.min(range.end, shown.end) };
      sales.push(
        ...(await ask(attempt, SALES, counted, { texts: 2, columns: ['i32', 'f64', 'u32', 'f64', 'u32'] })),
      );
      payments.push(...(await ask(attempt, PAYMENTS, counted, { texts: 2, columns: ['i32', 'u32'] })));
    }
    await writeSeen(attempt, ranged);
    onProgress('', (range.end - shown.start + 1) / Math.max(1, shown.end - shown.start + 1));
  }
  const seenValues = { ...values, end: shown.end };
  const seen = (kind: 'member' | 'merchant' | 'product', bySub: boolean) =>
    ask(attempt, firstSeen(kind, bySub), seenValues, { texts: 3, columns: ['i32', 'i32', 'u32'] });
  const members = [...(await seen('member', true)), ...(await seen('member', false))];
  const merchants = [...(await seen('merchant', true)), ...(await seen('merchant', false))];
  const products = await seen('product', true);
  onProgress('Relating purchases');
  const period = defaultPeriod(facts.coverage, settings.defaultWeeks);
  const bought = await askRelated(attempt, { ...values, ...period });

  const names = await numberNames(attempt, { sales, payments, products });
  const lists = { ...names.lists, days };
  const scopes = scopeCount(lists);
  const scopeOf = ([category = '', sub = '']: readonly string[]) =>
    category === ''
      ? WHOLE
      : sub === ''
        ? categoryScope(names.category(category))
        : subScope(names.sub(category, sub));
  const subOf = ([category = '', sub = '']: readonly string[]) => names.sub(category, sub);
  const methods = lists.methods.length;
  const counted: Counted = {
    closed: noneClosed(),
    closedBasis: noneClosed(),
    daily: dailyRows(days, sales, scopeOf),
    payments: paymentRows(days, payments, ([category = '', method = '']) =>
      paymentSeries(category === '' ? 0 : names.category(category) + 1, names.method(method), methods),
    ),
    members: firstSeenTable(days, members, scopes, scopeOf),
    merchants: firstSeenTable(days, merchants, scopes, scopeOf),
    taggedWith: firstSeenTable(
      days,
      products.filter(({ texts }) => texts[2] !== ''),
      lists.tags.length,
      (texts) => names.tag(subOf(texts), texts[2] ?? ''),
    ),
    tagged: firstSeenTable(
      days,
      products.filter(({ texts }) => texts[2] === ''),
      lists.subs.length,
      subOf,
    ),
  };
  const whole = earlier ? spliceTables(earlier.tables, counted, lists, earlier.from) : counted;
  mustAddUp(whole.daily);
  return { facts, ...lists, ...whole, related: relatedRows(bought, names) };
}

/** Each shard of lines tells the shards of things what was seen. */
async function writeSeen({ cluster, servers, signal }: Attempt, values: Values): Promise<void> {
  const name = cluster.address.cluster;
  const target =
    name === undefined
      ? 'mdq_seen'
      : `FUNCTION cluster('${name}', currentDatabase(), 'mdq_seen', cityHash64(thing))`;
  await onEach(servers, (server) => server.run(insertSeen(target), values, signal));
}

interface ResultForm {
  readonly texts: number;
  readonly columns: readonly ('i32' | 'u32' | 'f64')[];
}

/** The rows of all servers. */
async function ask(
  { servers, signal }: Attempt,
  query: string,
  values: Values,
  { texts, columns }: ResultForm,
): Promise<SeriesRow[]> {
  const readRow = (reader: RowBinaryReader): SeriesRow => ({
    texts: Array.from({ length: texts }, () => reader.text()),
    columns: columns.map((type) => reader.numbers(type)),
  });
  const answers = await onEach(servers, async (server) => {
    const reader = await server.read(query, values, signal);
    const rows: SeriesRow[] = [];
    while (!reader.isAtEnd) rows.push(readRow(reader));
    return rows;
  });
  return answers.flat();
}

/** Numbers all names that were counted; in order, whichever server was faster. */
async function numberNames(
  { cluster, newest }: Attempt,
  counted: Record<'sales' | 'payments' | 'products', readonly SeriesRow[]>,
): Promise<SeriesNames> {
  const before = newest?.figures
    ? await new ClickhousePublications(cluster).load(newest.version).catch(() => undefined)
    : undefined;
  const names = new SeriesNames(before);
  for (const [category = '', sub = ''] of inOrder(counted.sales)) if (sub !== '') names.sub(category, sub);
  for (const [, method = ''] of inOrder(counted.payments)) names.method(method);
  for (const [category = '', sub = '', tag = ''] of inOrder(counted.products))
    if (tag !== '') names.tag(names.sub(category, sub), tag);
  return names;
}

function inOrder(rows: readonly SeriesRow[]): (readonly string[])[] {
  const keyed = new Map(rows.map(({ texts }) => [texts.join('\0'), texts]));
  return [...keyed].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, texts]) => texts);
}

type SeriesOf = (texts: readonly string[]) => number;

function bySeries(rows: readonly SeriesRow[], seriesOf: SeriesOf): CountedSeries {
  const counted = new CountedSeries();
  for (const { texts, columns } of rows) counted.add(seriesOf(texts), columns);
  return counted;
}

function dailyRows(days: Int32Array, rows: readonly SeriesRow[], scopeOf: SeriesOf): Tables['daily'] {
  const { series, day, sums } = mergeSums(bySeries(rows, scopeOf), days, 4);
  const [cents = NONE, orders = NONE, audienceCents = NONE, audienceOrders = NONE] = sums;
  return { scope: series, day, cents, orders, audienceCents, audienceOrders };
}

function paymentRows(days: Int32Array, rows: readonly SeriesRow[], seriesOf: SeriesOf): Tables['payments'] {
  const { series, day, sums } = mergeSums(bySeries(rows, seriesOf), days, 1);
  return { series, day, orders: sums[0] ?? NONE };
}

function firstSeenTable(
  days: Int32Array,
  rows: readonly SeriesRow[],
  seriesCount: number,
  seriesOf: SeriesOf,
): Tables['members'] {
  return mergeFirstSeen(bySeries(rows, seriesOf), days, seriesCount);
}

function mustAddUp({ scope, cents }: Tables['daily']): void {
  let sum = 0;
  for (let row = 0; row < scope.length && scope[row] === WHOLE; row++) sum += cents[row] ?? 0;
  if (sum > Number.MAX_SAFE_INTEGER)
    throw new UserError('All amounts together are too large to be added up exactly');
}
