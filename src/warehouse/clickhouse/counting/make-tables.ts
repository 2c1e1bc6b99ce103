import { type Day, type DayRange, defaultPeriod, mondayOf } from '../../../lib/calendar.ts';
import { isControlled } from '../../../snapshot/privacy/numbers.ts';
import {
  noneClosed,
  type PrivacyFacts,
  paymentSeries,
  type ScopeId,
  scopeCount,
  type Tables,
} from '../../../snapshot/tables.ts';
import { picked } from '../../../snapshot/tally/growing.ts';
import type { Counted } from '../../../snapshot/tally/sales-tally.ts';
import { privacyFacts } from '../../changes/facts.ts';
import { type CellKey, cellKey, closedKeys } from '../../changes/figures/changed-cells.ts';
import { spliceTables } from '../../changes/figures/splice-tables.ts';
import { SHARES } from '../../changes/steps.ts';
import type { RefreshOptions } from '../../engine.ts';
import { dayRanges, ordersByDay, readImports, shownFacts, weekRanges } from '../lines/facts.ts';
import { countAside } from '../lines/take-aside.ts';
import { CHANGED } from '../lines/visible.ts';
import { ask, insertByThing, type SeriesRow, sumUp } from '../server/ask.ts';
import type { Attempt } from '../server/attempt.ts';
import type { NumberColumn } from '../server/row-binary.ts';
import { type ClosedTables, closedIn, readClosed, writeClosed } from './closed-table.ts';
import { countSales } from './count-sales.ts';
import { CountedSeries, mergeFirstSeen, mergeSums } from './merge-counts.ts';
import { relatePurchases } from './related.ts';
import { firstSeen, insertSeen, RECENT_DAYS, seenTable, type Thing } from './seen-sql.ts';
import { inOrder, type SeriesNames } from './series-names.ts';
import { closeWeeks, writeAmounts } from './weeks.ts';

const NONE = new Float64Array();

/** Makes the tables of a snapshot: the shards count, and what they have counted is added up here. */
export async function makeTables(
  attempt: Attempt,
  options: RefreshOptions,
  closedElsewhere?: ClosedTables,
): Promise<Tables> {
  const { settings, earlier, onProgress } = options;
  const byDay = await ordersByDay(attempt);
  const { facts, days } = shownFacts(byDay, await readImports(attempt), options);
  const shown: DayRange = { start: firstCounted(options), end: facts.coverage.end };
  const values = { ...attempt.values, from: shown.start, audience: settings.audienceMethods };
  const table = seenTable(attempt.servers);
  onProgress('Sorting and counting', 0, SHARES.count);
  const sales: SeriesRow[] = [];
  const payments: SeriesRow[] = [];
  const tested: DayRange[] = [];
  for (const range of dayRanges(byDay, shown.start)) {
    const ranged = { ...values, ...range };
    if (range.start <= shown.end) {
      const counted = { ...ranged, end: Math.min(range.end, shown.end) };
      const found = await countSales(attempt, counted, byDay);
      sales.push(...found.sales);
      payments.push(...found.payments);
      if (isControlled(settings)) await writeAmounts(attempt, counted);
      tested.push({ start: counted.start, end: counted.end });
    }
    if (table === 'mdq_seen') await insertByThing(attempt, insertSeen, table, ranged);
    onProgress('', (range.end - shown.start + 1) / Math.max(1, shown.end - shown.start + 1));
  }
  const names = await attempt.names(earlier?.tables ?? options.names);
  numberNames(names, { sales, payments });
  // Before things are counted and purchases are related: the shards leave out what is closed.
  const closedBefore = closedElsewhere
    ? closedIn(closedElsewhere, names)
    : await readClosed(attempt, names, shown.start);
  const closed = isControlled(settings)
    ? await closeWeeks(attempt, weekRanges(tested), names, settings, closedBefore)
    : { closed: noneClosed(), closedBasis: noneClosed() };
  await writeClosed(attempt, closed, isControlled(settings) ? closedBefore : new Map(), names);

  const seenValues = { ...values, end: shown.end };
  const goesOn = earlier && (shown.end - shown.start < RECENT_DAYS ? 'short' : 'long');
  const width = shown.end + 1 < 2 ** 16 ? 'u16' : 'u32';
  const how = { table, goesOn, days: width, isControlled: isControlled(settings) } as const;
  const columns = [width, width, 'u32'] as const;
  const seen = async (kind: Thing) =>
    tested.length === 0 ? [] : ask(attempt, firstSeen(kind, how), seenValues, { texts: 3, columns });
  const members = await seen('member');
  const merchants = await seen('merchant');
  const products = await seen('product');
  numberTags(names, products);
  onProgress('Relating purchases', 0, SHARES.relate);
  const period = defaultPeriod(facts.coverage, settings.defaultWeeks);
  const related = await relatePurchases(
    attempt,
    names,
    { ...values, ...period },
    { isControlled: how.isControlled, fewest: settings.minPeople },
  );

  const lists = { ...names.lists, days };
  const scopes = scopeCount(lists);
  const closedCells = closedKeys(closed.closed);
  const scopeOf = ([category = '', sub = '']: readonly string[]) => names.scope(category, sub);
  const subOf = ([category = '', sub = '']: readonly string[]) => names.sub(category, sub);
  const methods = lists.methods.length;
  const counted: Counted = {
    ...closed,
    daily: dailyRows(
      days,
      withoutClosedBasis(withoutClosed(sales, scopeOf, closedCells), scopeOf, closedKeys(closed.closedBasis)),
      scopeOf,
    ),
    payments: paymentRows(
      days,
      withoutClosed(payments, ([category = '']) => names.scope(category, ''), closedCells),
      ([category = '', method = '']) =>
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
  const privacy = isControlled(settings) ? await readPrivacy(attempt, shown, { days, ...whole }) : null;
  return { facts: { ...facts, privacy }, ...lists, ...whole, related };
}

/** The first day that is counted; before all days, the Monday of the first, where everything is. */
export function firstCounted({ earlier }: Pick<RefreshOptions, 'earlier'>): Day {
  return earlier?.from ?? mondayOf(0);
}

/** Lines that name a member, and lines that name a merchant. */
const NAMED = `
  SELECT toInt64(countIf(member_id != '')), toInt64(countIf(merchant_id != '')) FROM mdq_line
  WHERE day <= {end:Int32} AND ${CHANGED}`;

async function readPrivacy(
  attempt: Attempt,
  { end }: DayRange,
  tables: Pick<Tables, 'days' | 'closed'>,
): Promise<PrivacyFacts> {
  const named = await sumUp(attempt, NAMED, { ...attempt.values, end }, [
    'linesWithMember',
    'linesWithMerchant',
  ]);
  return privacyFacts({ asideOrders: await countAside(attempt), ...named }, tables);
}

/** Numbers all names that were counted; in order, whichever server was faster. */
function numberNames(names: SeriesNames, counted: Record<'sales' | 'payments', readonly SeriesRow[]>): void {
  for (const [category = '', sub = ''] of inOrder(counted.sales)) if (sub !== '') names.sub(category, sub);
  for (const [, method = ''] of inOrder(counted.payments)) names.method(method);
}

function numberTags(names: SeriesNames, products: readonly SeriesRow[]): void {
  for (const [category = '', sub = '', tag = ''] of inOrder(products))
    if (tag !== '') names.tag(names.sub(category, sub), tag);
}

type SeriesOf = (texts: readonly string[]) => number;

function bySeries(rows: readonly SeriesRow[], seriesOf: SeriesOf): CountedSeries {
  const counted = new CountedSeries();
  for (const { texts, columns } of rows) counted.add(seriesOf(texts), columns);
  return counted;
}

type Cells = ReadonlySet<CellKey>;

/** Without the days of closed weeks. */
function withoutClosed(rows: readonly SeriesRow[], scopeOf: SeriesOf, closed: Cells): readonly SeriesRow[] {
  if (closed.size === 0) return rows;
  return rows.map(({ texts, columns }) => {
    const scope = scopeOf(texts);
    const [day = new Int32Array()] = columns;
    const shown = Uint32Array.from(day.keys()).filter((row) => !isIn(closed, scope, day[row] ?? 0));
    return { texts, columns: columns.map((column) => picked(column, shown)) };
  });
}

/** Sales without what is on the restricted basis where that is closed. */
function withoutClosedBasis(
  rows: readonly SeriesRow[],
  scopeOf: SeriesOf,
  closed: Cells,
): readonly SeriesRow[] {
  if (closed.size === 0) return rows;
  return rows.map(({ texts, columns }) => {
    const scope = scopeOf(texts);
    const [day = new Int32Array(), cents = NONE, orders = NONE, ...basis] = columns;
    const shownOf = (column: NumberColumn) =>
      column.map((value, row) => (isIn(closed, scope, day[row] ?? 0) ? 0 : value)) as NumberColumn;
    return { texts, columns: [day, cents, orders, ...basis.map(shownOf)] };
  });
}

function isIn(cells: Cells, scope: ScopeId, day: Day): boolean {
  return cells.has(cellKey(scope, mondayOf(day)));
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
