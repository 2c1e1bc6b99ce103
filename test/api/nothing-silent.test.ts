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

async function told(path: string, header: string): Promise<string | null> {
  const { status, headers } = await get(path);
  assert.equal(status, 200, path);
  return headers.get(header);
}

const msgOf = ({ body }: Reply) => (body as { msg: string }).msg;
const dataOf = ({ body }: Reply) => (body as { data: Record<string, unknown> }).data;
const takes = (path: Path, name: string) => (ENDPOINTS[path].reads as readonly string[]).includes(name);

test('a name that names nothing is told as a fall-back, on every path that takes it', async () => {
  for (const path of PATHS) {
    const expected = ['category', 'sub'].filter((name) => takes(path, name)).join(', ');
    assert.equal(await told(`${path}?category=Nowhere&sub=Nothing`, 'x-fallback'), expected || null, path);
  }
  assert.equal(await told(`${SUB_FOCUS}?category=Kitchen&sub=Garden+tools`, 'x-fallback'), 'sub');
  assert.equal(await told(`${SUB_FOCUS}?category=Nowhere&sub=Garden+tools`, 'x-fallback'), 'category');
  assert.equal(await told(`${FOCUS}?category=kitchen`, 'x-fallback'), 'category');
});

test('a missing or empty name, or one that is there, is no fall-back', async () => {
  for (const query of ['', 'category=&sub=', 'category=%20', 'category=+Kitchen+&sub=Kitchen%20tools']) {
    assert.equal(await told(`${SUB_FOCUS}?${query}`, 'x-fallback'), null, query);
  }
});

test('names that a path does not take are told, each once, in the order in which they came', async () => {
  assert.equal(
    await told(`${FOCUS}?start=2024-05-01&end=2024-05-07&category=Kitchen`, 'x-ignored-parameters'),
    null,
  );
  for (const path of PATHS) {
    const expected = ['start', 'end', 'category', 'sub'].filter((name) => !takes(path, name)).join(', ');
    const names = await told(
      `${path}?start=2024-05-01&end=2024-05-07&category=Kitchen&sub=`,
      'x-ignored-parameters',
    );
    assert.equal(names, expected || null, path);
  }
  const cases: [query: string, told: string][] = [
    ['b=1&a=2&b=3&&a', 'b, a'],
    ['Start=2024-05-01&st%61rt=2024-05-01', 'Start'],
    ['x-y.z_9=1', 'x-y.z_9'],
    ['a%0d%0ab=1', '?'],
    [`${encodeURIComponent('類別')}=1&a+b=2&${'n'.repeat(41)}=3&ok=4`, '?, ok'],
    ['=1', '?'],
    [Array.from({ length: 12 }, (_, i) => `p${i}`).join('&'), 'p0, p1, p2, p3, p4, p5, p6, p7, p8, p9'],
  ];
  for (const [query, expected] of cases) {
    assert.equal(await told(`${FOCUS}?${query}`, 'x-ignored-parameters'), expected, query);
  }
});

test('a repeated question is told the same, kept answer or not', async () => {
  for (let i = 0; i < 4; i++) {
    const { headers } = await get(`${SUB_FOCUS}?category=Nowhere&sub=None&foo=1`);
    assert.equal(headers.get('x-fallback'), 'category, sub');
    assert.equal(headers.get('x-ignored-parameters'), 'foo');
    const strict = await get(`${SUB_FOCUS}?category=Nowhere&sub=None&foo=1`, STRICT);
    assert.equal(strict.status, 400);
  }
});

test('with strict handling a fall-back or an ignored parameter is refused by name, for nothing', async () => {
  const cases: [url: string, msg: RegExp][] = [
    [`${FOCUS}?category=Nowhere`, /\bcategory\b.*\/api\/public\/meta\/categories/],
    [`${FOCUS}?category=kitchen`, /\bcategory\b.*"Kitchen"/],
    [`${FOCUS}?category=Kichten`, /\bcategory\b.*"Kitchen"/],
    [`${SUB_FOCUS}?category=Kitchen&sub=kitchen+tolls`, /\bsub\b.*"Kitchen tools"/],
    [`${SUB_FOCUS}?category=Kitchen&sub=Garden+tools`, /\bsub\b.*"Kitchen"/],
    [`${SUB_FOCUS}?sub=Nothing`, /\bsub\b.* of ".+", the category where none is sent; /],
    [`${SUB_FOCUS}?category=Nowhere&sub=Nothing`, /\bcategory\b.*\bsub\b/],
    [`${FOCUS}?strat=2024-05-01`, /\bstrat\b.*\bstart\b/],
    [`${FOCUS}?sub=Kitchen+tools`, /\bsub\b.*\bcategory, start, end\b/],
    ['/api/public/overview/ranking?start=2024-05-01', /\bstart\b/],
  ];
  for (const [url, msg] of cases) {
    const reply = await get(url, STRICT);
    assert.equal(reply.status, 400, url);
    assert.match(msgOf(reply), msg, url);
    assert.equal(reply.headers.get('x-points-charged'), '0');
    assert.equal(reply.headers.get('preference-applied'), 'handling=strict');
    assert.equal(reply.headers.get('x-fallback'), null);
  }
});

test('with strict handling a call that says what it means is answered and charged as ever', async () => {
  const url = `${SUB_FOCUS}?category=Kitchen&sub=Kitchen+tools&start=2024-05-01&end=2024-05-07`;
  const strict = await get(url, { prefer: 'respond-async, Handling="strict"' });
  assert.equal(strict.status, 200);
  assert.equal(strict.headers.get('preference-applied'), 'handling=strict');
  assert.equal(strict.headers.get('x-points-charged'), '65');
  assert.deepEqual(strict.body, (await get(url)).body);
  const badDate = await get(`${FOCUS}?start=x`, STRICT);
  assert.equal(badDate.status, 400);
  assert.equal(badDate.headers.get('preference-applied'), 'handling=strict');
  const lenient = await get(`${FOCUS}?category=Nowhere`, { prefer: 'handling=lenient, handling=strict' });
  assert.equal(lenient.status, 200);
  assert.equal(lenient.headers.get('preference-applied'), null);
});

test('every answer of a data path tells which published data it is from, HEAD too', async () => {
  const { version } = dataOf(await get('/api/account')).data as { version: number };
  for (const path of PATHS) assert.equal(await told(path, 'x-data-version'), String(version), path);
  const head = await ask(`${service.url}${FOCUS}?category=Nowhere`, {
    method: 'HEAD',
    headers: { 'x-api-key': key },
  });
  assert.equal(head.status, 200);
  assert.equal(head.headers['x-data-version'], String(version));
  assert.equal(head.headers['x-points-charged'], '0');
  assert.equal(head.headers['content-length'], undefined);
});

test('a call above its cap is told so where the balance would have been enough', async () => {
  const above = await get(FOCUS, { 'x-max-points': '44' });
  const balance = Number(above.headers.get('x-points-balance'));
  assert.deepEqual(
    [above.status, above.body],
    [
      402,
      {
        code: 402,
        msg: 'Price is above x-max-points',
        data: { reason: 'max_points', balance, required: 45 },
      },
    ],
  );
  const poor = await service.createKey(10);
  const both = await service.get(FOCUS, { key: poor.key, headers: { 'x-max-points': '20' } });
  assert.deepEqual(both.body, { code: 402, msg: 'API 点數餘額不足', data: { balance: 10, required: 45 } });
});

test('a HEAD is answered as a GET would be, and costs nothing', async () => {
  const poor = await service.createKey(10);
  const cases: readonly (readonly [path: string, headers: Record<string, string>])[] = [
    [FOCUS, {}],
    [FOCUS, { 'x-max-points': '44' }],
    [FOCUS, { 'x-max-points': '45' }],
    [FOCUS, { 'x-max-points': 'many' }],
    [`${FOCUS}?start=2024-13-01`, {}],
    [`${FOCUS}?category=Nowhere`, { prefer: 'handling=strict' }],
    ['/api/public/meta/categories', { 'x-max-points': '0' }],
    ['/api/account/quote?path=nowhere', {}],
    ['/api/account', {}],
  ];
  const statuses = new Set<number>();
  for (const caller of [key, poor.key]) {
    for (const [path, headers] of cases) {
      const sent = { headers: { ...headers, 'x-api-key': caller } };
      const head = await ask(service.url + path, { ...sent, method: 'HEAD' });
      const got = await ask(service.url + path, sent);
      assert.equal(head.status, got.status, `${path} ${JSON.stringify(headers)}`);
      assert.deepEqual([head.text, head.headers['x-points-charged']], ['', '0'], path);
      statuses.add(head.status);
    }
  }
  assert.deepEqual([...statuses].sort(), [200, 400, 402]);
  await service.succeed('audit');
});

test('only a call that was paid before says that it is answered again', async () => {
  const first = await get(FOCUS, { 'idempotency-key': 'one' });
  const again = await get(FOCUS, { 'idempotency-key': 'one' });
  assert.equal(first.headers.get('idempotent-replayed'), null);
  assert.equal(again.headers.get('idempotent-replayed'), 'true');
  assert.equal(again.headers.get('x-points-charged'), '0');
  assert.equal((await get('/api/account')).headers.get('idempotent-replayed'), null);
  assert.equal((await get(FOCUS)).headers.get('idempotent-replayed'), null);
});

test('receipts are told where the ledger was asked, and nowhere else', async () => {
  const withReceipt = [
    FOCUS,
    `${FOCUS}?start=x`,
    '/api/account',
    '/api/account/quote',
    '/api/account/usage?start=x',
  ];
  for (const path of withReceipt)
    assert.match(String((await get(path)).headers.get('x-points-balance')), /^\d+$/, path);
  for (const path of ['/api/public/nothing', '/api/docs/openapi.json', '/developers/site.json']) {
    assert.equal((await get(path)).headers.get('x-points-balance'), null, path);
  }
  const post = await ask(service.url + FOCUS, { method: 'POST', headers: { 'x-api-key': key } });
  assert.deepEqual([post.status, post.headers['x-points-balance']], [405, undefined]);
});

test('the account tells what is published', async () => {
  const { data } = dataOf(await get('/api/account'));
  assert.deepEqual(data, {
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
  const order =
    'version coverage default_period period_days granularity default_category default_sub currency';
  assert.deepEqual(Object.keys(data as object).join(' '), `${order} time_zone privacy`);
});

test('a quote is what the call then costs, for every path and range', async () => {
  const ranges = [
    {},
    { start: '2024-07-14' },
    { end: '2024-06-30' },
    { start: '2024-12-29', end: '2024-12-29' },
    { start: '1990-01-01', end: '2030-12-31' },
    { start: '2030-01-01', end: '2030-12-31' },
  ];
  for (const path of PATHS) {
    for (const range of ranges) {
      const query = new URLSearchParams(range);
      const quoted = await get(
        `/api/account/quote?${new URLSearchParams({ path, ...range, category: 'x', sub: 'y' })}`,
      );
      assert.equal(quoted.headers.get('x-points-charged'), '0');
      const quote = dataOf(quoted);
      const { headers, body } = await get(`${path}?${query}`);
      const { start = null, end = null } = (body as { data: { start?: string; end?: string } }).data;
      assert.deepEqual(
        [quote.path, quote.points, quote.start, quote.end],
        [path, Number(headers.get('x-points-charged')), start, end],
      );
      assert.equal(quote.balance, Number(headers.get('x-points-balance')) + Number(quote.points));
    }
  }
});

test('a quote tells the days inside the data and the periods that they begin', async () => {
  const quote = async (query: string) => {
    const { days, periods } = dataOf(await get(`/api/account/quote?${query}`));
    return [days, periods];
  };
  assert.deepEqual(await quote(`path=${FOCUS}&start=1990-01-01&end=2030-12-31`), [364, 5]);
  assert.deepEqual(await quote(`path=${FOCUS}&start=2030-01-01&end=2030-12-31`), [0, 0]);
  assert.deepEqual(await quote('path=/api/public/meta/categories&start=x'), [0, 1]);
  assert.deepEqual(await quote('path=/api/public/overview/growth&start=1990-01-01'), [84, 1]);
  assert.deepEqual(await quote('path=/api/public/sub-market/related-purchases'), [84, 1]);
});

test('a quote for no path, or for no dates, is refused', async () => {
  for (const query of [
    '',
    'path=',
    'path=/api/account',
    'path=/api/public/market/focus/',
    `path=${FOCUS}&path=${FOCUS}`,
  ]) {
    const reply = await get(`/api/account/quote?${query}`);
    assert.equal(reply.status, 400, query);
    assert.match(msgOf(reply), /\bpath\b/, query);
  }
  for (const query of ['start=2024-1-5', 'end=soon', 'start=2024-05-02&end=2024-05-01']) {
    assert.equal((await get(`/api/account/quote?path=${FOCUS}&${query}`)).status, 400, query);
  }
});

test('the two sums behind orders and amount per member are told', async () => {
  const { focus } = dataOf(await get(FOCUS)) as { focus: Record<string, number> };
  const { audienceCount = 0, audienceTradeCount = 0, audienceAmount = 0, frequency, arpu } = focus;
  const rounded = (number: number) => Math.round(number * 100) / 100;
  assert.equal(rounded(audienceTradeCount / audienceCount || 0), frequency);
  assert.equal(rounded(audienceAmount / audienceCount || 0), arpu);
});

test('anybody can read what the site shows of the service', async () => {
  const answer = await ask(`${service.url}/developers/site.json`);
  const { data } = jsonOf(answer) as { data: Record<string, unknown> };
  const { data: facts, prices, ...rest } = data;
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
  assert.deepEqual(prices, dataOf(await get('/api/account')).prices);
  assert.deepEqual((facts as { coverage: unknown }).coverage, YEAR);
  assert.equal(answer.headers['cache-control'], 'no-cache');
  const again = await ask(`${service.url}/developers/site.json`, {
    headers: { 'if-none-match': String(answer.headers.etag) },
  });
  assert.equal(again.status, 304);
});

test('before the first publication there are no data to tell of, and no quote', async (t) => {
  const empty = await startService();
  t.after(() => empty.stop());
  const holder = await empty.createKey(7);
  assert.equal(dataOf(await empty.get('/api/account', holder)).data, null);
  assert.equal((await empty.get(`/api/account/quote?path=${FOCUS}`, holder)).status, 503);
  const { data } = (await empty.get('/developers/site.json')).body as { data: Record<string, unknown> };
  assert.deepEqual([data.data, data.contact, data.point_price], [null, null, null]);
});
