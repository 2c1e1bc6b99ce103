/** Every data endpoint answers in CSV to who asks for it: the same values, the same price. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Answer, ask, jsonOf } from '../support/http/raw-http.ts';
import { row } from '../support/reference/made-cases.ts';
import { PATHS } from '../support/reference/reference.ts';
import { startService } from '../support/service.ts';
import { yearOfOrders } from '../support/year-of-orders.ts';

/** A name with everything that has to be quoted, in two writings. */
const ODD = 'Tea, "green"\nand 茶';
const FOCUS_FIELDS =
  'tradeCount,totalAmount,avgAmount,merchantCount,audienceCount,audienceTradeCount,audienceAmount,frequency,arpu';
const TREND_FIELDS = 'month,week_start,week_end,total_amount,trade_count,avg_amount';
const HEADERS: Readonly<Record<string, string>> = {
  'meta/categories': 'category',
  'meta/sub-categories': 'category,subCategory',
  'overview/payment': 'start,end,name,count,percent',
  'overview/ranking': 'start,end,name,producttypename,total_amount,trade_count,avg_amount,top_subs',
  'overview/growth':
    'start,end,producttypename,current_amount,previous_amount,growth_rate,current_count,previous_count,count_growth_rate',
  'trends/overview': `start,end,${TREND_FIELDS}`,
  'market/payment': 'used_category,start,end,name,count,percent',
  'market/sub-ranking': 'used_category,start,end,name,total_amount,trade_count,avg_amount',
  'market/focus': `period,used_category,start,end,${FOCUS_FIELDS}`,
  'trends/market': `used_category,start,end,${TREND_FIELDS}`,
  'sub-market/related-purchases': 'used_category,used_sub,start,end,category,subCategory,memberCount,percent',
  'trends/sub-market': `used_category,used_sub,start,end,${TREND_FIELDS}`,
  'sub-market/focus': `period,used_category,used_sub,start,end,${FOCUS_FIELDS}`,
  'sub-market/tags': 'used_category,used_sub,start,end,key,value,count,percent',
};

const odd = row({
  order_id: 'odd',
  ordered_at: '2024-12-20',
  category: ODD,
  sub_category: `Sub of ${ODD}`,
  member_id: 'member-1',
});
const rows = [...yearOfOrders(), odd];
const service = await startService({ rows });
after(() => service.stop());
const { key } = await service.createKey(10_000_000);

function get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return ask(service.url + path, { headers: { 'x-api-key': key, ...headers } });
}

const csv = (path: string, headers: Record<string, string> = {}) =>
  get(path, { accept: 'text/csv', ...headers });

/** As RFC 4180 says: fields in quotes may have commas, line ends and doubled quotes. */
function parse(text: string): Record<string, string>[] {
  const records: string[][] = [];
  for (let at = 0; at < text.length; ) {
    const record: string[] = [];
    for (;;) {
      const [all = '', quoted, plain = ''] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))/.exec(text.slice(at)) ?? [];
      record.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
      at += all.length;
      if (text[at] !== ',') break;
      at += 1;
    }
    assert.equal(text.slice(at, at + 2), '\r\n', `a record ends at ${at}`);
    at += 2;
    records.push(record);
  }
  const [names = [], ...rows] = records;
  return rows.map((values) => {
    assert.equal(values.length, names.length);
    return Object.fromEntries(names.map((name, i) => [name, values[i] ?? '']));
  });
}

type Data = Record<string, unknown>;

/** The rows that an answer in JSON stands for, each value as JSON has it. */
function rowsOf(data: Data, columns: readonly string[]): Data[] {
  const used = {
    ...data,
    ...('category' in data && { used_category: data.category }),
    ...('subCategory' in data && { used_sub: data.subCategory }),
  };
  if ('focus' in data)
    return [
      { period: 'current', ...used, ...(data.focus as Data) },
      ...(data.prevFocus ? [{ period: 'previous', ...used, ...(data.prevFocus as Data) }] : []),
    ];
  const list = Object.values(data).find(Array.isArray);
  if (!list) return [used];
  // An entry that is a name alone stands in the last column.
  return list.map((item) => ({
    ...used,
    ...(typeof item === 'object' ? item : { [columns.at(-1) ?? '']: item }),
  }));
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? undefined));

function assertSame(path: string, table: Answer, json: Answer): void {
  const [header = ''] = table.text.split('\r\n', 1);
  const short = path.replace('/api/public/', '').replace(/\?.*/, '');
  if (short in HEADERS) assert.equal(header, HEADERS[short], path);
  const { data } = jsonOf(json) as { data: Data };
  const columns = header.split(',');
  const expected = rowsOf(data, columns).map((each) =>
    Object.fromEntries(columns.map((name) => [name, asText(each[name]) ?? ''])),
  );
  assert.deepEqual(parse(table.text), expected, path);
}

const QUERIES = [
  '',
  `category=${encodeURIComponent(ODD)}&start=2024-11-01&end=2024-12-29`,
  'category=Kitchen&start=2024-01-01&end=2024-12-29',
  'start=2030-01-01&end=2030-01-31',
];

test('every endpoint has the same values in CSV as in JSON, at the same price and with the same headers', async () => {
  for (const path of PATHS) {
    for (const query of QUERIES) {
      const url = `${path}?${query}`;
      const [json, table] = [await get(url), await csv(url)];
      assert.deepEqual([json.status, table.status], [200, 200], url);
      assert.equal(table.headers['content-type'], 'text/csv; charset=utf-8');
      assert.equal(json.headers['content-type'], 'application/json; charset=utf-8');
      assertSame(url, table, json);
      for (const name of ['x-points-charged', 'x-ignored-parameters', 'x-days-outside', 'x-data-version'])
        assert.equal(table.headers[name], json.headers[name], `${url} ${name}`);
      assert.deepEqual([table.headers.vary, json.headers.vary], ['accept', 'accept'], url);
    }
  }
});

test('a question that is asked again and again keeps both forms apart, and what was paid in one is free in the other', async () => {
  const url = '/api/public/market/focus?category=Kitchen';
  for (let i = 0; i < 4; i++) assertSame(url, await csv(url), await get(url));
  const headers = { 'idempotency-key': 'both-forms' };
  const paid = [await csv(url, headers), await get(url, headers)];
  assert.deepEqual(
    paid.map((answer) => answer.headers['x-points-charged']),
    ['45', '0'],
  );
});

test('nothing to list gives the header alone, and a previous period that is not shown no row', async () => {
  for (const path of PATHS.filter((each) => /trends\/market|market\/payment|sub-market\/tags/.test(each))) {
    const { text } = await csv(`${path}?start=2030-01-01&end=2030-01-31`);
    assert.equal(text.split('\r\n').length, 2, path);
  }
  const lines = (await csv('/api/public/market/focus?start=2024-01-01&end=2024-01-07')).text.split('\r\n');
  assert.deepEqual([lines.length, lines[1]?.startsWith('current,')], [3, true]);
});

test('without weeks a trend is of months, and the columns of weeks are empty', async (t) => {
  const monthly = await startService({ rows, weekly: false });
  t.after(() => monthly.stop());
  const headers = { 'x-api-key': (await monthly.createKey(1000)).key, accept: 'text/csv' };
  const { text } = await ask(`${monthly.url}/api/public/trends/market?category=Kitchen`, { headers });
  const [first] = parse(text);
  assert.deepEqual([first?.month, first?.week_start, first?.week_end], ['2024-10', '', '']);
});

test('refusals and the account stay JSON, whatever was asked for', async () => {
  const poor = await service.createKey(0);
  const cases: [path: string, headers: Record<string, string>, status: number][] = [
    ['/api/public/market/focus', { 'x-api-key': '' }, 401],
    ['/api/public/market/focus?start=x', {}, 400],
    ['/api/public/market/focus', { 'x-api-key': poor.key }, 402],
    ['/api/account', {}, 200],
  ];
  for (const [path, headers, status] of cases) {
    const answer = await csv(path, headers);
    assert.equal(answer.status, status, path);
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
    assert.equal((jsonOf(answer) as { code: number }).code, status);
    assert.equal(answer.headers.vary, path.includes('public') ? 'accept' : undefined);
  }
});
