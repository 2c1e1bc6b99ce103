/** Prices and quotes cover the days that are shown: random ranges against a recomputation. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { endpoints } from '../../src/endpoints/index.ts';
import { isThorough } from '../support/effort.ts';
import { ownFigures } from '../support/own-figures.ts';
import { assertSame } from '../support/reference/compare.ts';
import { row } from '../support/reference/made-cases.ts';
import { MADE_TIME_ZONE, madeRows, madeRowsBetween } from '../support/reference/made-rows.ts';
import { sampleQuestions, urlOf } from '../support/reference/questions.ts';
import { seededRandom } from '../support/reference/random.ts';
import { ENDPOINTS, Reference, type Settings } from '../support/reference/reference.ts';
import { lengthOf, parseDay, shared } from '../support/reference/reference-calendar.ts';
import type { RawRow } from '../support/reference/reference-lines.ts';
import { givenSeed } from '../support/seed.ts';
import { openService } from '../support/workplace.ts';
import { startOnYear } from '../support/year-of-orders.ts';

const SEED = givenSeed ?? 20_250_414;
const ASKED = isThorough ? 400 : 120;
const FOCUS = '/api/public/market/focus';

interface Case {
  readonly name: string;
  readonly rows: readonly RawRow[];
  readonly settings: Partial<Settings>;
  readonly env: Record<string, string>;
}

const TAIPEI = { timeZone: MADE_TIME_ZONE };
const IN_TAIPEI = { MDQ_TIMEZONE: MADE_TIME_ZONE };
const CASES: readonly Case[] = [
  { name: 'nine months', rows: madeRows(), settings: TAIPEI, env: IN_TAIPEI },
  {
    name: 'nine months in periods of two weeks, by month',
    rows: madeRows(),
    settings: { ...TAIPEI, weeks: 2, granularity: 'month' },
    env: { ...IN_TAIPEI, MDQ_DEFAULT_WEEKS: '2' },
  },
  {
    name: 'coverage shorter than a period',
    rows: madeRowsBetween('2025-03-12', '2025-04-24'),
    settings: TAIPEI,
    env: IN_TAIPEI,
  },
  {
    name: 'coverage longer than a period, and without a full week',
    rows: madeRowsBetween('2025-03-11', '2025-03-22'),
    settings: { ...TAIPEI, weeks: 1 },
    env: { ...IN_TAIPEI, MDQ_DEFAULT_WEEKS: '1' },
  },
  {
    name: 'one day',
    rows: [row({ order_id: '1', ordered_at: '2024-02-29', category: 'A', sub_category: 'B' })],
    settings: {},
    env: {},
  },
  {
    name: 'whole weeks, with closed cells',
    rows: madeRows(),
    settings: { ...TAIPEI, weeks: 4, privacy: { people: 3, merchants: 2, share: 80 } },
    env: {
      ...{ ...IN_TAIPEI, MDQ_DEFAULT_WEEKS: '4' },
      ...{ MDQ_MIN_PEOPLE: '3', MDQ_MIN_MERCHANTS: '2', MDQ_MAX_SHARE: '80' },
    },
  },
];

async function open(t: TestContext, { rows, settings, env }: Case) {
  const reference = new Reference(rows, settings);
  const { service, key } = await openService(t, { rows, env, weekly: settings.granularity !== 'month' });
  const get = async (path: string) => {
    const { status, headers, body } = await service.get(path, { key });
    assert.equal(status, 200, path);
    const { data } = body as { data: Record<string, unknown> };
    return { data, points: Number(headers.get('x-points-charged')) };
  };
  const random = seededRandom(SEED);
  return { reference, service, key, get, random, questions: sampleQuestions(reference, ASKED, random) };
}

for (const each of CASES) {
  test(`${each.name}: every price, quote and answer is the recomputed one`, async (t) => {
    t.diagnostic(`TEST_SEED=${SEED}`);
    const { reference, service, key, get, random, questions } = await open(t, each);
    const { coverage } = reference;
    await assertSame(service, key, reference, questions);

    for (const question of random.shuffle(questions).slice(0, 60)) {
      const { path, parameters } = question;
      const quote = (await get(`/api/account/quote?${new URLSearchParams({ path, ...parameters })}`)).data;
      const { quoted: points, data } = reference.answer(path, parameters);
      const { start, end } = data as { start?: string; end?: string };
      const isFree = points === 0 || start === undefined || end === undefined;
      const priced = isFree ? undefined : shared({ first: parseDay(start), last: parseDay(end) }, coverage);
      const days = priced ? lengthOf(priced) : 0;
      const periods = points / ENDPOINTS[path].base;
      assert.deepEqual([quote.points, quote.days, quote.periods], [points, days, periods], urlOf(question));
    }
  });
}

test('a range without a day in the data is free, for an account without a point too, and leaves no row', async (t) => {
  const service = await startOnYear();
  t.after(() => service.stop());
  const poor = await service.createKey(0);
  const dated = endpoints.filter(({ takes }) => takes.includes('start'));
  for (const range of [
    'start=2023-12-01&end=2023-12-31',
    'start=2024-12-30&end=2039-12-31',
    'end=2023-12-31',
  ]) {
    for (const endpoint of dated) {
      const { path } = endpoint;
      const headers = { 'x-max-points': '0', 'idempotency-key': 'the-same-for-all' };
      const reply = await service.get(`${path}?${range}`, { key: poor.key, headers });
      const told = ['x-points-charged', 'x-points-balance', 'idempotent-replayed'].map((name) =>
        reply.headers.get(name),
      );
      assert.deepEqual([reply.status, ...told], [200, '0', '0', null], `${path}?${range}`);
      const { data } = reply.body as { data: Record<string, unknown> };
      const [, end = ''] = range.split('end=');
      assert.equal(data.end, end);
      if ('trend' in data || 'items' in data) assert.deepEqual(data.trend ?? data.items, []);
      if (endpoint.shows === 'previous') assert.ok(ownFigures(endpoint, data).includes(null), path);
      for (const figure of ownFigures(endpoint, data)) assert.ok(figure === 0 || figure === null, path);
      const head = await fetch(`${service.url}${path}?${range}`, {
        method: 'HEAD',
        headers: { 'x-api-key': poor.key },
      });
      assert.deepEqual([head.status, head.headers.get('x-points-charged')], [200, '0']);
      const quote = await service.get(`/api/account/quote?path=${path}&${range}`, { key: poor.key });
      const { points, days, periods } = (quote.body as { data: Record<string, unknown> }).data;
      assert.deepEqual([points, days, periods], [0, 0, 0]);
    }
  }
  const usage = await service.get('/api/account/usage', { key: poor.key });
  assert.equal((usage.body as { data: { calls: number } }).data.calls, 0);
  assert.equal(
    (await service.get(`${FOCUS}?start=2024-12-29&end=2039-12-31`, { key: poor.key })).status,
    402,
  );
  await service.succeed('audit');
});

test('a free call with an Idempotency-Key pays for nothing that comes later', async (t) => {
  const service = await startOnYear();
  t.after(() => service.stop());
  const { key } = await service.createKey(100);
  const headers = { 'idempotency-key': 'early' };
  const charged = async (url: string) => {
    const { status, headers: told } = await service.get(url, { key, headers });
    assert.equal(status, 200);
    return [told.get('x-points-charged'), told.get('idempotent-replayed')];
  };
  const outside = `${FOCUS}?start=2024-12-30&end=2025-01-05`;
  assert.deepEqual(await charged(outside), ['0', null]);
  const inside = `${FOCUS}?start=2024-12-23&end=2025-01-05`;
  assert.deepEqual(await charged(inside), ['45', null]);
  assert.deepEqual(await charged(inside), ['0', 'true']);
});
