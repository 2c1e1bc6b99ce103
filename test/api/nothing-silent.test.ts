/** What an answer is about, what was not taken, and what a call would cost: a caller is told, before or with it. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ask, jsonOf } from '../support/http/raw-http.ts';
import { ENDPOINTS, PATHS, type Path } from '../support/reference/reference.ts';
import { type Reply, startService } from '../support/service.ts';
import { DEFAULT_PERIOD, startOnYear, YEAR } from '../support/year-of-orders.ts';

const FOCUS = '/api/public/market/focus';
const SUB_FOCUS = '/api/public/sub-market/focus';
const STRICT = { prefer: 'handling=strict' };

const service = await startOnYear({
  MDQ_CURRENCY: 'TWD',
  MDQ_CONTACT: 'sales@shop.example',
  MDQ_POINT_PRICE: '0.05 USD',
});
after(() => service.stop());
const { key } = await service.createKey(1_000_000);

function get(path: string, headers: Record<string, string> = {}): Promise<Reply> {
  return service.get(path, { key, headers });
}

function quote(path: string, query = '', headers: Record<string, string> = {}): Promise<Reply> {
  return get(`/api/account/quote?path=${encodeURIComponent(path)}&${query}`, headers);
}

async function told(path: string, header: string): Promise<string | null> {
  const { status, headers } = await get(path);
  assert.equal(status, 200, path);
  return headers.get(header);
}

const msgOf = ({ body }: Reply) => (body as { msg: string }).msg;
const dataOf = ({ body }: Reply) => (body as { data: Record<string, unknown> }).data;
const takes = (path: Path, name: string) => (ENDPOINTS[path].reads as readonly string[]).includes(name);
const numberIn = ({ headers }: Reply, name: string) => Number(headers.get(name));
const listIn = ({ headers }: Reply, name: string) => headers.get(name)?.split(', ') ?? [];

test('a name that names nothing is told as a fall-back, on every path that takes it', async () => {
  for (const path of PATHS) {
    const expected = ['category', 'sub'].filter((name) => takes(path, name)).join(', ');
    assert.equal(await told(`${path}?category=Nowhere&sub=Nothing`, 'x-fallback'), expected || null, path);
  }
  for (const [url, expected] of [
    [`${SUB_FOCUS}?category=Kitchen&sub=Garden+tools`, 'sub'],
    [`${SUB_FOCUS}?category=Nowhere&sub=Garden+tools`, 'category'],
    [`${FOCUS}?category=kitchen`, 'category'],
    [SUB_FOCUS, null],
    [`${SUB_FOCUS}?category=%20&sub=`, null],
    [`${SUB_FOCUS}?category=+Kitchen+&sub=Kitchen%20tools`, null],
  ] as const)
    assert.equal(await told(url, 'x-fallback'), expected, url);
});

test('names that a path does not take are told, each once, in the order in which they came', async () => {
  for (const path of PATHS) {
    const expected = ['start', 'end', 'category', 'sub'].filter((name) => !takes(path, name)).join(', ');
    const url = `${path}?start=2024-05-01&end=2024-05-07&category=Kitchen&sub=`;
    assert.equal(await told(url, 'x-ignored-parameters'), expected || null, path);
  }
  const twelve = Array.from({ length: 12 }, (_, i) => `p${i}`);
  const ten = twelve.slice(0, 10);
  for (const [query, expected] of [
    ['b=1&a=2&b=3&&a', 'b, a'],
    ['Start=2024-05-01&st%61rt=2024-05-01', 'Start'],
    ['x-y.z_9=1', 'x-y.z_9'],
    ['a%0d%0ab=1', '?'],
    [`${encodeURIComponent('類別')}=1&a+b=2&${'n'.repeat(41)}=3&ok=4`, '?, ok'],
    ['=1', '?'],
    [twelve.join('&'), ten.join(', ')],
  ] as const)
    assert.equal(await told(`${FOCUS}?${query}`, 'x-ignored-parameters'), expected, query);
  // The path of a quote is never among them.
  assert.deepEqual(dataOf(await quote(FOCUS, twelve.join('&'))).ignored, ten);
});

test('a repeated question is told the same, kept answer or not', async () => {
  for (let i = 0; i < 4; i++) {
    const { headers } = await get(`${SUB_FOCUS}?category=Nowhere&sub=None&foo=1`);
    assert.equal(headers.get('x-fallback'), 'category, sub');
    assert.equal(headers.get('x-ignored-parameters'), 'foo');
    assert.equal((await get(`${SUB_FOCUS}?category=Nowhere&sub=None&foo=1`, STRICT)).status, 400);
    assert.equal(await told(`${FOCUS}?start=2024-12-01&end=2024-12-31`, 'x-days-outside'), '2');
  }
});

test('with strict handling a fall-back or an ignored parameter is refused by name, for nothing', async () => {
  const cases: [url: string, msg: RegExp][] = [
    [`${FOCUS}?category=Nowhere`, /\bcategory\b.*\/api\/public\/meta\/categories/],
    [`${FOCUS}?category=kitchen`, /\bcategory\b.*"Kitchen"/],
    [`${SUB_FOCUS}?category=Kitchen&sub=kitchen+tolls`, /\bsub\b.*"Kitchen tools"/],
    [`${SUB_FOCUS}?category=Kitchen&sub=Garden+tools`, /\bsub\b.*"Kitchen"/],
    [`${SUB_FOCUS}?sub=Nothing`, /\bsub\b.* of ".+", the category where none is sent; /],
    [`${SUB_FOCUS}?category=Nowhere&sub=Nothing`, /\bcategory\b.*\bsub\b/],
    [`${FOCUS}?strat=2024-05-01`, /\bstrat\b.*\bstart\b/],
    [`${FOCUS}?sub=Kitchen+tools`, /\bsub\b.*\bcategory, start, end\b/],
    ['/api/public/overview/ranking?start=2024-05-01', /\bstart\b/],
    [`${FOCUS}?start=2030-01-01&end=2030-01-31`, new RegExp(`${YEAR.start}.*${YEAR.end}`)],
    [`${FOCUS}?start=x`, /\bstart\b/],
  ];
  for (const [url, msg] of cases) {
    const reply = await get(url, STRICT);
    assert.match(msgOf(reply), msg, url);
    const { headers } = reply;
    assert.deepEqual(
      [reply.status, headers.get('x-points-charged'), headers.get('preference-applied')],
      [400, '0', 'handling=strict'],
      url,
    );
    assert.equal(headers.get('x-fallback'), null);
  }
});

test('with strict handling a call that says what it means is answered and charged as ever', async () => {
  const url = `${SUB_FOCUS}?category=Kitchen&sub=Kitchen+tools&start=2024-05-01&end=2024-05-07`;
  const strict = await get(url, { prefer: 'respond-async, Handling="strict"' });
  assert.deepEqual([strict.status, numberIn(strict, 'x-points-charged')], [200, 65]);
  assert.equal(strict.headers.get('preference-applied'), 'handling=strict');
  assert.deepEqual(strict.body, (await get(url)).body);
  const partly = await get(`${FOCUS}?start=2023-12-20&end=2024-01-10`, STRICT);
  assert.deepEqual([partly.status, numberIn(partly, 'x-days-outside')], [200, 12]);
  const lenient = await get(`${FOCUS}?category=Nowhere`, { prefer: 'handling=lenient, handling=strict' });
  assert.deepEqual([lenient.status, lenient.headers.get('preference-applied')], [200, null]);
});

test('a preference that is nearly strict is refused, since it would cost money', async () => {
  for (const path of [FOCUS, `/api/account/quote?path=${FOCUS}`]) {
    const refused = await get(path, { prefer: 'handling=Strict' });
    assert.equal(refused.status, 400);
    assert.match(msgOf(refused), /Prefer.*handling=strict/);
    assert.equal(refused.headers.get('preference-applied'), null);
  }
  assert.equal((await get('/api/account', { prefer: 'strict' })).status, 200, 'it takes no preference');
});

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
      const quoted = await quote(path, query);
      assert.equal(quoted.headers.get('x-points-charged'), '0');
      const { days, periods, ...said } = dataOf(quoted);
      const called = await get(`${path}?${query}`);
      const { category = null, subCategory = null, start = null, end = null } = dataOf(called);
      const points = numberIn(called, 'x-points-charged');
      assert.partialDeepStrictEqual(
        said,
        {
          ...{ path, points, category, subCategory, start, end },
          balance: numberIn(called, 'x-points-balance') + points,
          fallback: listIn(called, 'x-fallback'),
          ignored: listIn(called, 'x-ignored-parameters'),
          days_outside: numberIn(called, 'x-days-outside'),
        },
        `${path}?${query}`,
      );
    }
  }
});

test('with strict handling a quote is refused where the call is, with the same words', async () => {
  const statuses = new Set<number>();
  for (const path of PATHS) {
    for (const query of [...QUERIES, 'start=soon', 'category=Kitchen&category=Garden']) {
      const [quoted, called] = [await quote(path, query, STRICT), await get(`${path}?${query}`, STRICT)];
      const applied = 'preference-applied';
      assert.deepEqual(
        [quoted.status, msgOf(quoted), quoted.headers.get(applied), quoted.headers.get('x-points-charged')],
        [called.status, msgOf(called), called.headers.get(applied), '0'],
        `${path}?${query}`,
      );
      statuses.add(quoted.status);
    }
  }
  assert.deepEqual([...statuses].sort(), [200, 400]);
});

test('a quote for no path is refused', async () => {
  for (const path of ['', '/api/account', `${FOCUS}/`, `${FOCUS}&path=${FOCUS}`]) {
    const reply = await get(`/api/account/quote?path=${path}`);
    assert.equal(reply.status, 400, path);
    assert.match(msgOf(reply), /\bpath\b/, path);
  }
});

test('every answer of a data path tells which published data it is from', async () => {
  for (const path of PATHS) assert.equal(await told(path, 'x-data-version'), '1', path);
});

test('a HEAD is answered as a GET would be, and costs nothing', async () => {
  const poor = await service.createKey(10);
  const cases: readonly (readonly [path: string, headers: Record<string, string>])[] = [
    [FOCUS, {}],
    [FOCUS, { accept: 'text/csv' }],
    [FOCUS, { 'x-max-points': '44' }],
    [FOCUS, { 'x-max-points': 'many' }],
    [`${FOCUS}?start=2024-13-01`, {}],
    [`${FOCUS}?category=Nowhere`, STRICT],
    ['/api/public/meta/categories', { 'x-max-points': '0' }],
    ['/api/account/quote?path=nowhere', {}],
    ['/api/account', {}],
    ['/nowhere', {}],
  ];
  const statuses = new Set<number>();
  for (const caller of [key, poor.key, 'bad']) {
    for (const [path, headers] of cases) {
      const sent = { headers: { ...headers, 'x-api-key': caller } };
      const head = await ask(service.url + path, { ...sent, method: 'HEAD' });
      const got = await ask(service.url + path, sent);
      const of = (name: string) => [head.headers[name], got.headers[name]];
      for (const [same, as] of [[head.status, got.status], of('content-type'), of('x-data-version')])
        assert.equal(same, as, `${path} ${JSON.stringify(headers)}`);
      assert.equal(head.text, '');
      assert.equal(head.headers['x-points-charged'] ?? '0', '0', path);
      // 160 free calls told by their lengths on which day there was a sale.
      if (path.startsWith('/api/public')) assert.equal(head.headers['content-length'], undefined);
      statuses.add(head.status);
    }
  }
  assert.deepEqual([...statuses].sort(), [200, 400, 401, 402, 404]);
  await service.succeed('audit');
});

test('receipts are told where the ledger was asked, and nowhere else', async () => {
  for (const path of [FOCUS, `${FOCUS}?start=x`, '/api/account', '/api/account/usage?start=x'])
    assert.match(String((await get(path)).headers.get('x-points-balance')), /^\d+$/, path);
  for (const path of ['/api/public/nothing', '/api/docs/openapi.json', '/developers/site.json'])
    assert.equal((await get(path)).headers.get('x-points-balance'), null, path);
  const post = await ask(service.url + FOCUS, { method: 'POST', headers: { 'x-api-key': key } });
  assert.deepEqual([post.status, post.headers['x-points-balance']], [405, undefined]);
});

test('the account tells what is published, and anybody can read what the site shows of the service', async () => {
  const account = dataOf(await get('/api/account'));
  assert.deepEqual(account.data, {
    version: 1,
    coverage: YEAR,
    default_period: DEFAULT_PERIOD,
    period_days: 84,
    granularity: 'week',
    default_category: 'Garden',
    default_sub: 'Garden tools',
    currency: 'TWD',
    time_zone: 'UTC',
    privacy: null,
  });
  const answer = await ask(`${service.url}/developers/site.json`);
  const { data: facts, prices, ...rest } = (jsonOf(answer) as { data: Record<string, unknown> }).data;
  assert.deepEqual(rest, {
    api_version: '2026-06-09',
    brand: { name: null, tagline: null, terms: null, imprint: null, checkout: null },
    showcase: null,
    sandbox: true,
    contact: 'sales@shop.example',
    point_price: { amount: 0.05, currency: 'USD' },
    currency: 'TWD',
    time_zone: 'UTC',
    audience_methods: ['Credit card', 'Credit card installment', 'Debit card'],
  });
  assert.deepEqual(prices, account.prices);
  assert.deepEqual((facts as { coverage: unknown }).coverage, YEAR);
  assert.equal(answer.headers['cache-control'], 'no-cache');
});

test('before the first publication there are no data to tell of, and no quote', async (t) => {
  const empty = await startService();
  t.after(() => empty.stop());
  const holder = await empty.createKey(7);
  assert.equal(dataOf(await empty.get('/api/account', holder)).data, null);
  assert.equal((await empty.get(`/api/account/quote?path=${FOCUS}`, holder)).status, 503);
  const { data } = dataOf(await empty.get('/developers/site.json'));
  assert.equal(data, null);
});
