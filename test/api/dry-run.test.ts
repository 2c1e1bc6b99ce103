/** A quote is a dry run: what it says of a call is what the call then does. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { PATHS } from '../support/reference/reference.ts';
import type { Reply } from '../support/service.ts';
import { startOnYear, YEAR } from '../support/year-of-orders.ts';

const FOCUS = '/api/public/market/focus';
const SUB_FOCUS = '/api/public/sub-market/focus';
const STRICT = { prefer: 'handling=strict' };

const service = await startOnYear();
after(() => service.stop());
const { key } = await service.createKey(1_000_000);

function get(path: string, headers: Record<string, string> = {}): Promise<Reply> {
  return service.get(path, { key, headers });
}

function quote(path: string, query: string, headers: Record<string, string> = {}): Promise<Reply> {
  return get(`/api/account/quote?path=${encodeURIComponent(path)}&${query}`, headers);
}

const msgOf = ({ body }: Reply) => (body as { msg: string }).msg;
const dataOf = ({ body }: Reply) => (body as { data: Record<string, unknown> }).data;
const listOf = (header: string | null) => header?.split(', ') ?? [];

const QUERIES = [
  '',
  'category=Kitchen&sub=Kitchen+tools&start=2024-05-01&end=2024-05-07',
  'category=kitchen&sub=Nothing',
  'category=Kitchen&sub=Garden+tools&foo=1',
  'start=2023-12-20&end=2024-01-10',
  'start=2030-01-01&end=2030-01-31',
  'start=1990-01-01&end=2030-12-31&category=Nowhere&a=1&b=2',
];

test('a quote tells what the call then says of itself, for every path', async () => {
  for (const path of PATHS) {
    for (const query of QUERIES) {
      const told = dataOf(await quote(path, query));
      const called = await get(`${path}?${query}`);
      const { category = null, subCategory = null } = dataOf(called);
      const { headers } = called;
      assert.deepEqual(
        [told.category, told.subCategory, told.fallback, told.ignored, told.days_outside, told.points],
        [
          category,
          subCategory,
          listOf(headers.get('x-fallback')),
          listOf(headers.get('x-ignored-parameters')),
          Number(headers.get('x-days-outside')),
          Number(headers.get('x-points-charged')),
        ],
        `${path}?${query}`,
      );
    }
  }
});

test('with strict handling a quote is refused where the call is, with the same words', async () => {
  const statuses = new Set<number>();
  for (const path of PATHS) {
    for (const query of [...QUERIES, 'start=soon', 'category=Kitchen&category=Garden']) {
      const [told, called] = [await quote(path, query, STRICT), await get(`${path}?${query}`, STRICT)];
      assert.equal(told.status, called.status, `${path}?${query}`);
      assert.equal(msgOf(told), msgOf(called));
      assert.equal(told.headers.get('preference-applied'), called.headers.get('preference-applied'));
      assert.equal(told.headers.get('x-points-charged'), '0');
      statuses.add(told.status);
    }
  }
  assert.deepEqual([...statuses].sort(), [200, 400]);
});

test('the path of a quote is never among the ignored parameters, and ten others are told', async () => {
  const others = Array.from({ length: 12 }, (_, i) => `p${i}=1`).join('&');
  const told = dataOf(await get(`/api/account/quote?${others}&path=${FOCUS}`));
  assert.deepEqual(told.ignored, ['p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7', 'p8', 'p9']);
});

test('a range that reaches beyond the data tells how many of its days are outside', async () => {
  const outside = async (query: string) => (await get(`${FOCUS}?${query}`)).headers.get('x-days-outside');
  assert.equal(await outside('start=2023-12-20&end=2024-01-10'), '12');
  assert.equal(await outside('start=2030-01-01&end=2030-01-31'), '31');
  assert.equal(await outside(`start=${YEAR.start}&end=${YEAR.end}`), null);
  assert.equal(await outside(''), null);
  for (let i = 0; i < 3; i++) assert.equal(await outside('start=2024-12-01&end=2024-12-31'), '2');
  assert.equal(
    (await get('/api/public/overview/ranking?start=1990-01-01')).headers.get('x-days-outside'),
    null,
  );
});

test('with strict handling a range without a day of the data is refused, and the days of the data are named', async () => {
  for (let i = 0; i < 3; i++) {
    const url = `${SUB_FOCUS}?start=2030-01-01&end=2030-01-31`;
    assert.equal((await get(url)).headers.get('x-points-charged'), '0');
    const refused = await get(url, STRICT);
    assert.equal(refused.status, 400);
    assert.match(msgOf(refused), new RegExp(`${YEAR.start}.*${YEAR.end}`));
  }
  const partly = await get(`${FOCUS}?start=2023-12-20&end=2024-01-10`, STRICT);
  assert.deepEqual([partly.status, partly.headers.get('x-days-outside')], [200, '12']);
});

test('a preference that is nearly strict is refused, since it would cost money', async () => {
  for (const prefer of ['strict', 'handling=Strict', 'handling:strict', 'x-handling=strict', 'STRICT=1']) {
    for (const url of [FOCUS, `/api/account/quote?path=${FOCUS}`]) {
      const refused = await get(url, { prefer });
      assert.equal(refused.status, 400, prefer);
      assert.match(msgOf(refused), /Prefer.*handling=strict/);
      assert.equal(refused.headers.get('x-points-charged'), '0');
      assert.equal(refused.headers.get('preference-applied'), null);
    }
    assert.equal(
      (await get('/api/account', { prefer })).status,
      200,
      'nothing there can be handled strictly',
    );
  }
  for (const prefer of ['handling=lenient, handling=strict', 'respond-async', 'handling=lenient; strict'])
    assert.equal((await get(FOCUS, { prefer })).status, 200, prefer);
});

test('a name that is part of a listed one, or has one as its part, is suggested', async () => {
  const cases: [url: string, msg: RegExp][] = [
    [`${FOCUS}?category=kitch`, /did you mean "Kitchen"\?/],
    [`${FOCUS}?category=Kitchen+and+more`, /did you mean "Kitchen"\?/],
    [`${SUB_FOCUS}?category=Kitchen&sub=tools`, /did you mean "Kitchen tools"\?/],
    [`${FOCUS}?category=k`, /\/api\/public\/meta\/categories/],
  ];
  for (const [url, msg] of cases) assert.match(msgOf(await get(url, STRICT)), msg, url);
});
