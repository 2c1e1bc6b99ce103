/** Suppressed values are never drawn or exported as zero, and CSV exports match the CSV of the API. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleAnswer } from '../../../../../src/docs/examples/example-calls.ts';
import { csvText } from '../../../../../src/endpoints/form/csv.ts';
import { endpoints } from '../../../../../src/endpoints/index.ts';
import { parseDay } from '../../../../../src/lib/calendar.ts';
import type { DataOf } from '../../call/call.ts';
import { PALETTE } from '../../charts/palette.ts';
import type { Shape } from '../../charts/picture.ts';
import { localeOf } from '../../locale/locale.ts';
import { toCsv } from '../../shared/csv.ts';
import { TOOL_WORDS } from '../../words/tool-words.ts';
import { closedTextOf, type Drawn, type Figures, type Panel } from '../panel.ts';
import { changeOf } from '../shapes/measures.ts';
import { trendLines } from '../shapes/trend-lines.ts';
import { METRICS } from '../state/view.ts';
import { PANELS } from './list.ts';
import { marketFocus } from './market-focus.ts';
import { overviewGrowth } from './overview-growth.ts';
import { subMarketRelatedPurchases } from './sub-market-related-purchases.ts';
import { subMarketTags } from './sub-market-tags.ts';
import { trendsMarket } from './trends-market.ts';
import { trendsOverview } from './trends-overview.ts';
import { trendsSubMarkets } from './trends-sub-market.ts';

/** The documented answers, as their panels draw them. */
const examples = PANELS.filter((panel) => !panel.isSideBySide).map((panel) => {
  const { data } = exampleAnswer(panel.path) as { data: unknown };
  return { panel, data };
});
function dataFor<Data>({ path }: Panel<Data>): Data {
  const found = examples.find(({ panel }) => panel.path === path);
  assert.ok(found);
  return found.data as Data;
}
type Trend = DataOf<'trendsMarket'>;
/** Twelve weeks. */
const trend: Trend = { ...dataFor(trendsOverview), type: 'market', category: 'Home' };
const english = localeOf(TOOL_WORDS, 'en', 'en-US', 'TWD');
const coverage = { start: '2024-12-02', end: '2026-06-07' };
const look = { palette: PALETTE, width: 800, measure: (name: string) => name.length * 7, id: 'test' };
const drawn = (more: Partial<Drawn> = {}): Drawn => ({
  metric: 'amount',
  locale: english,
  title: 'A title',
  coverage,
  ...more,
});

test('a shorter trend is a stretch of a longer one', () => {
  const days = { start: parseDay('2026-05-13') ?? 0, end: parseDay('2026-06-07') ?? 0 };
  const found = trendsMarket.stretch?.(trend, days) as Trend;
  assert.deepEqual([found.start, found.end], ['2026-05-13', '2026-06-07']);
  assert.deepEqual(found.trend, trend.trend.slice(-4), 'each week counts whole');
});

test('a CSV file holds what the service itself answers as CSV', () => {
  for (const { panel, data } of examples) {
    const endpoint = endpoints.find(({ path }) => path === panel.path);
    assert.ok(endpoint);
    // Of key figures, the service gives every row the days of the call.
    const { prevFocus, ...told } = data as Record<string, unknown>;
    const current = { ...told, ...('focus' in told && { prevFocus: null }) };
    assert.equal(toCsv(panel.file({ data: current })), csvText(endpoint, current), panel.path);
  }
});

test('in a file of key figures, every row has its own days and period, also beside those of the year before', () => {
  const { focus } = dataFor(marketFocus);
  const data = { ...dataFor(marketFocus), start: '2026-03-16', end: '2026-06-07', prevFocus: focus };
  const compared = { ...data, start: '2025-03-17', end: '2025-06-08' };
  const { columns, rows } = marketFocus.file({ data, compared, compare: 'year' });
  const days = rows.map((row) => ['period', 'start', 'end'].map((name) => row[columns.indexOf(name)]));
  assert.deepEqual(days, [
    ['current', '2026-03-16', '2026-06-07'],
    ['previous', '2025-12-22', '2026-03-15'],
    ['year_before_current', '2025-03-17', '2025-06-08'],
    ['year_before_previous', '2024-12-23', '2025-03-16'],
  ]);
});

test('months have the columns of weeks too, as in the CSV of the service', () => {
  const data = dataFor(trendsMarket);
  const months = data.trend.map(({ week_start, week_end, ...month }) => month);
  const endpoint = endpoints.find(({ path }) => path === trendsMarket.path);
  assert.ok(endpoint);
  const monthly: Trend = { ...data, granularity: 'month', trend: months };
  assert.equal(toCsv(trendsMarket.file({ data: monthly })), csvText(endpoint, { ...monthly }));
});

/** Everything that is written in a picture. */
function writingIn(shapes: readonly Shape[]): string[] {
  return shapes.flatMap(({ text: content, children = [] }) =>
    content === undefined ? writingIn(children) : [content],
  );
}

test('every answer has a table to read and a picture, in both languages and every measure', () => {
  for (const locale of [english, localeOf(TOOL_WORDS, 'zh-TW', 'zh-TW', 'TWD')]) {
    for (const metric of METRICS) {
      for (const { panel, data } of examples) {
        const { columns, rows } = panel.table({ data }, 'amount', locale);
        assert.ok(rows.length > 0 && rows.every((row) => row.length === columns.length), panel.path);
        assert.equal(panel.isEmpty({ data }), false);
        const { label, shapes, stops, height } = panel.picture({ data }, drawn({ metric, locale }), look);
        assert.ok(height > 0 && (stops.length > 0 || panel.tiles));
        const told = stops.flatMap(({ title, rows: lines, note }) => [title, ...lines.flat(), note ?? '']);
        for (const words of [label, ...writingIn(shapes), ...told])
          assert.doesNotMatch(words, /undefined|NaN/);
      }
    }
  }
});

test('an axis of money names the currency, one of orders does not', () => {
  const written = (metric: Drawn['metric']) =>
    writingIn(trendsMarket.picture({ data: trend }, drawn({ metric }), look).shapes).join(' ');
  assert.match(written('amount'), /NT\$/);
  assert.match(written('average'), /NT\$/);
  assert.doesNotMatch(written('orders'), /NT\$/);
});

test('growth shows the change of the measure that was chosen, the average order too', () => {
  const data = dataFor(overviewGrowth);
  const [item] = data.items;
  assert.ok(item);
  const { stops } = overviewGrowth.picture({ data }, drawn({ metric: 'average' }), look);
  const rows = stops.find(({ title }) => title === item.producttypename)?.rows ?? [];
  const average = item.current_amount / item.current_count;
  assert.deepEqual(rows[0], ['Average order', english.format.money(average)]);
});

test('weeks that reach beyond the range or the data are marked, and those not shown are left out', () => {
  const [first] = trend.trend;
  assert.ok(first?.week_start && first.week_end);
  const data = { ...trend, start: first.week_end };
  const bands = (of: Figures<Trend>, more: Partial<Drawn> = {}, kind = 'hatch') =>
    trendsMarket.picture(of, drawn(more), look).shapes.filter(({ attributes }) => attributes.class === kind)
      .length;
  assert.equal(bands({ data }), 1);
  assert.equal(bands({ data: trend }, { coverage: { ...coverage, end: '2026-06-05' } }), 1);
  const noteAt = (week: number, of: Trend, more: Partial<Drawn> = {}) =>
    trendsMarket.picture({ data: of }, drawn(more), look).stops.at(week)?.note;
  assert.match(noteAt(0, data) ?? '', /reaches beyond the range/);
  assert.match(
    noteAt(-1, trend, { coverage: { ...coverage, end: '2026-06-05' } }) ?? '',
    /the data begins or ends/,
  );
  const inside = withoutOrders(trend, 3);
  assert.equal(bands({ data: inside }, {}, 'closed'), 0);
  assert.equal(bands({ data: suppressed(trend, 3) }, {}, 'closed'), 1);
});

function withoutOrders(data: Trend, ...weeks: number[]): Trend {
  const points = data.trend.map((point, index) =>
    weeks.includes(index) ? { ...point, total_amount: 0, trade_count: 0, avg_amount: 0 } : point,
  );
  return { ...data, trend: points };
}

function suppressed(data: Trend, ...weeks: number[]): Trend {
  const points = withoutOrders(data, ...weeks).trend.map((point, index) =>
    weeks.includes(index) ? { ...point, suppressed: true as const } : point,
  );
  return { ...data, trend: points };
}

test('a week that is not shown is no zero: not in a tip, a table or a file, also of what is compared with', () => {
  const data = suppressed(trend, 3);
  const before = { ...suppressed(trend, 5), start: '2025-12-22' };
  const one: Figures<Trend> = { data, closed: new Map([[data, 1]]) };
  const [, amount] = trendsMarket.table(one, 'amount', english).rows[3] ?? [];
  assert.equal(amount?.text, 'not shown');
  const { columns, rows } = trendsMarket.file(one);
  assert.deepEqual(columns.slice(-4), ['total_amount', 'trade_count', 'avg_amount', 'suppressed']);
  assert.deepEqual(rows[3]?.slice(-4), [null, null, null, 'true']);
  assert.equal(rows[2]?.at(-1), null);
  const { stops } = trendsMarket.picture(one, drawn(), look);
  assert.deepEqual(stops[3]?.rows, [['Amount', 'not shown']]);
  assert.equal(stops[4]?.rows.length, 1, 'there is nothing to tell a change from');

  const two: Figures<Trend> = {
    ...one,
    compared: before,
    closed: new Map([
      [data, 1],
      [before, 1],
    ]),
  };
  const file = trendsMarket.file(two);
  const starts = file.rows.map((row) => row[file.columns.indexOf('start')]);
  assert.deepEqual([...new Set(starts)], [data.start, before.start], 'a file tells which days are compared');
  assert.equal(trendsMarket.table(two, 'amount', english).rows[5]?.at(-1)?.text, 'not shown');
  assert.equal(
    closedTextOf(trendsMarket, two, english),
    '2 weekly figures of these lines are not shown: too few people or merchants.',
  );
});

test('more parts of weeks may be left out of key figures than the range has weeks, and it is told so', () => {
  const data = dataFor(marketFocus);
  const told = (count: number) =>
    closedTextOf(marketFocus, { data, closed: new Map([[data, count]]) }, english);
  assert.match(
    told(13),
    /^13 weekly parts are left out .* A week has two parts, its orders and its members\.$/,
  );
  assert.match(told(1), /^1 weekly part is left out /);
});

test('an open week between closed ones is a point that can be seen', () => {
  const one: Figures<Trend> = { data: suppressed(trend, 3, 5) };
  const shapes = trendsMarket.picture(one, drawn(), look).shapes;
  const points = shapes.filter(({ attributes }) => attributes.class === 'point is-main');
  assert.equal(points.length, 1);
  assert.ok(Number(points[0]?.attributes.r) >= 3);
  assert.equal(shapes.filter(({ attributes }) => attributes.class === 'line is-main').length, 2);
});

test('a week without orders is a zero beside one that is not shown', () => {
  const data = withoutOrders(suppressed(trend, 3), 7);
  const one: Figures<Trend> = { data, closed: new Map([[data, 1]]) };
  const { rows } = trendsMarket.table(one, 'orders', english);
  assert.deepEqual([rows[3]?.[2]?.text, rows[7]?.[2]?.text], ['not shown', '0']);
  const file = trendsMarket.file(one);
  assert.deepEqual(
    [file.rows[3]?.slice(-2), file.rows[7]?.slice(-2)],
    [
      [null, 'true'],
      [0, null],
    ],
  );
  assert.match(closedTextOf(trendsMarket, one, english), /^1 week is not shown/);
  assert.ok(!trendsMarket.file({ data: withoutOrders(trend, 7) }).columns.includes('suppressed'));
});

test('key figures that are not shown are told as such, and compared with nothing', () => {
  const { focus } = dataFor(marketFocus);
  const hidden = { ...focus, audienceCount: 0, frequency: 0, arpu: 0, audienceSuppressed: true as const };
  const data = { ...dataFor(marketFocus), focus: hidden, prevFocus: focus };
  const tiles = marketFocus.tiles?.({ data }, english).groups.flatMap((group) => group.tiles) ?? [];
  const tile = (name: string) => tiles.find((each) => each.name === name);
  assert.deepEqual([tile('arpu')?.text, tile('arpu')?.changeText], ['not shown', undefined]);
  assert.notEqual(tile('totalAmount')?.changeText, undefined);
  assert.match(tile('totalAmount')?.text ?? '', /^NT\$/);
  const { rows } = marketFocus.table({ data }, 'amount', english);
  assert.deepEqual(
    rows
      .at(-1)
      ?.slice(1)
      .map(({ text }) => text)
      .toSpliced(1, 1),
    ['not shown', '–'],
  );
  const file = marketFocus.file({ data });
  const cells = Object.fromEntries(file.columns.map((name, index) => [name, file.rows[0]?.[index]]));
  assert.deepEqual(
    [cells.arpu, cells.audienceSuppressed, cells.tradeCount],
    [null, 'true', focus.tradeCount],
  );
  assert.match(writingIn(marketFocus.picture({ data }, drawn(), look).shapes).join(' '), /not shown/);
});

test('a category that is not shown has dots in place of its growth, after all others', () => {
  const { items, ...rest } = dataFor(overviewGrowth);
  const hidden = {
    ...{ producttypename: 'Hidden', current_amount: 0, previous_amount: 0, growth_rate: 0 },
    ...{ current_count: 0, previous_count: 0, count_growth_rate: 0, suppressed: true as const },
  };
  const data = { ...rest, items: [hidden, ...items] };
  const { shapes, stops } = overviewGrowth.picture({ data }, drawn(), look);
  assert.equal(shapes.filter(({ attributes }) => attributes.class === 'closed').length, 1);
  assert.deepEqual(
    [stops.at(-1)?.title, stops.at(-1)?.note],
    ['Hidden', 'Not shown: too few people or merchants.'],
  );
  assert.deepEqual(overviewGrowth.table({ data }, 'amount', english).rows[0]?.[1]?.text, 'not shown');
  const file = overviewGrowth.file({ data });
  assert.deepEqual(file.rows[0]?.slice(-2), [null, 'true']);
  assert.equal(file.columns.at(-1), 'suppressed');
});

test('a comparison in a table is of the measure that is looked at', () => {
  const { columns, rows } = trendsMarket.table({ data: trend, compared: trend }, 'orders', english);
  assert.equal(columns.at(-1)?.label, 'Before · Orders');
  assert.equal(rows[0]?.at(-1)?.value, trend.trend[0]?.trade_count);
});

test('a week that the range begins in is not one of the previous period; of the year before it may be', () => {
  // The days before 1 May to 3 June end on 30 April: a Thursday, in the week of 1 May.
  const data: Trend = { ...trend, start: '2026-05-01', end: '2026-06-03', trend: trend.trend.slice(6) };
  const compared: Trend = {
    ...trend,
    start: '2026-03-28',
    end: '2026-04-30',
    trend: trend.trend.slice(1, 7),
  };
  const told = (compare: 'previous' | 'year') => {
    const { lines, tell } = trendLines({ data, compared, compare }, drawn());
    const { rows } = trendsMarket.table({ data, compared, compare }, 'amount', english);
    return [0, 5].map((week) => [
      lines[1]?.points[week]?.value,
      tell(week).rows.length,
      rows[week]?.at(-1)?.value,
    ]);
  };
  const [first, shared] = [compared.trend[0]?.total_amount, data.trend[0]?.total_amount];
  assert.deepEqual(told('previous'), [
    [first, 3, first],
    [undefined, 1, -1],
  ]);
  assert.deepEqual(told('year')[1], [shared, 3, shared]);
  const rowsOf = (compare: 'previous' | 'year') => trendsMarket.file({ data, compared, compare }).rows.length;
  assert.equal(rowsOf('year') - rowsOf('previous'), 1, 'a file has it once, too');
});

test('related purchases are told in members: their percent is of those that are listed, not of all buyers', () => {
  const data = dataFor(subMarketRelatedPurchases);
  const { shapes, stops, label } = subMarketRelatedPurchases.picture({ data }, drawn(), look);
  const counts = data.items.map(({ memberCount }) => english.format.count(memberCount));
  const ends = shapes.filter(({ attributes }) => attributes.class === 'figure').map(({ text: end }) => end);
  assert.deepEqual(ends, counts);
  const told = [label, ...stops.flatMap(({ rows }) => rows.flat())];
  const read = subMarketRelatedPurchases
    .table({ data }, 'amount', english)
    .rows.flatMap((row) => row.map((one) => one.text));
  for (const words of [...told, ...read]) assert.ok(!words.includes('%'), words);
  assert.ok(
    subMarketRelatedPurchases.file({ data }).columns.includes('percent'),
    'files hold what the API answers',
  );
});

test('tags and related purchases say what their bars are of, also to who does not see them', () => {
  for (const panel of [subMarketTags, subMarketRelatedPurchases] as Panel[]) {
    const { shapes, label, height } = panel.picture({ data: dataFor(panel) }, drawn(), {
      ...look,
      width: 300,
    });
    const written = shapes.filter(({ tag, attributes }) => tag === 'text' && !attributes.class);
    const note = written.map(({ text = '' }) => text).join(' ');
    assert.match(note, /, .*up to \d+.* can .* several\.$/);
    assert.ok(label.endsWith(note));
    assert.ok(written.every(({ attributes }) => Number(attributes.y) < height));
    const among = panel.picture({ data: dataFor(panel) }, drawn(), { ...look, still: { height: 180 } });
    assert.ok(!writingIn(among.shapes).some((line) => line.includes('several')));
  }
});

test('key figures of members say in tables and images what they count', () => {
  const data = dataFor(marketFocus);
  const names = marketFocus.table({ data }, 'amount', english).rows.map(([name]) => name?.text);
  assert.deepEqual(names.slice(3), [
    'Merchants',
    'Members (selected payments)',
    'Orders per member (selected payments)',
    'Amount per member (selected payments)',
  ]);
  const written = writingIn(marketFocus.picture({ data }, drawn(), look).shapes);
  assert.ok(names.every((name) => name !== undefined && written.includes(name)));
});

test('of several names in a chart, what is compared says whose it is', () => {
  const named = { ...trend, category: 'Home' };
  const two: Figures<Trend> = {
    data: named,
    compared: named,
    others: [{ name: 'Pets', data: named }],
  };
  const written = writingIn(trendsMarket.picture({ ...two, compare: 'year' }, drawn(), look).shapes);
  assert.ok(written.includes('Home, year before') && written.includes('Pets'));
});

test('small multiples are one image, each under its name', () => {
  const others = ['One', 'Two', 'Three', 'Four'].map((name) => ({
    name,
    data: { ...trend, type: 'sub-market' as const, subCategory: name },
  }));
  const [first] = others;
  assert.ok(first);
  const { shapes, height } = trendsSubMarkets.picture({ data: first.data, others }, drawn(), look);
  assert.deepEqual(
    shapes.map(({ children = [] }) => children[0]?.text),
    ['One', 'Two', 'Three', 'Four'],
  );
  assert.ok(height > 2 * 132);
});

test('change is counted as the service counts growth', () => {
  assert.equal(changeOf(110, 100), 10);
  assert.equal(changeOf(5, 0), 100);
  assert.equal(changeOf(0, 0), 0);
  assert.equal(changeOf(0, 5), -100);
  assert.equal(changeOf(19.99, 20), -0.1);
  const data = dataFor(marketFocus);
  const { focus } = data;
  const fallen = { ...focus, tradeCount: 1999 };
  const { groups } = marketFocus.tiles?.(
    { data: { ...data, focus: fallen, prevFocus: { ...focus, tradeCount: 2000 } } },
    english,
  ) ?? { groups: [] };
  const tile = groups.flatMap(({ tiles }) => tiles).find(({ name }) => name === 'tradeCount');
  assert.deepEqual([tile?.change, tile?.changeText], [-0.1, '\u22120.1%']);
});

test('bars that are not all drawn are counted all the same', () => {
  const { items } = dataFor(overviewGrowth);
  const few = { items: items.slice(0, 2) } as DataOf<'overviewGrowth'>;
  assert.match(overviewGrowth.picture({ data: few }, drawn(), look).label, /, of 2 in all\.$/);
  for (const { panel, data } of examples.filter((one) => Array.isArray((one.data as { items?: [] }).items)))
    assert.match(panel.picture({ data }, drawn({ count: 40 }), look).label, /, of 40 in all\./, panel.path);
});
