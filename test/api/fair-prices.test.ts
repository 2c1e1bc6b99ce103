/** Prices and quotes cover the days that are shown: random ranges against a recomputation. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpoints } from '../../src/endpoints/index.ts';
import { isThorough } from '../support/effort.ts';
import { ownFigures } from '../support/own-figures.ts';
import { assertSame } from '../support/reference/compare.ts';
import { MADE_TIME_ZONE, madeRows } from '../support/reference/made-rows.ts';
import { sampleQuestions, urlOf } from '../support/reference/questions.ts';
import { seededRandom } from '../support/reference/random.ts';
import { ENDPOINTS, Reference, type Settings } from '../support/reference/reference.ts';
import { lengthOf, parseDay, shared } from '../support/reference/reference-calendar.ts';
import { givenSeed } from '../support/seed.ts';
import { openService } from '../support/workplace.ts';
import { startOnYear } from '../support/year-of-orders.ts';

const SEED = givenSeed ?? 20_250_414;
const ASKED = isThorough ? 400 : 120;
const FOCUS = '/api/public/market/focus';

interface Case {
  readonly name: string;
  readonly settings: Partial<Settings>;
  readonly env: Record<string, string>;
}

const CASES: readonly Case[] = [
  { name: 'in periods of two weeks', settings: { weeks: 2 }, env: { MDQ_DEFAULT_WEEKS: '2' } },
  {
    name: 'whole weeks, with closed cells',
    settings: { weeks: 4, privacy: { people: 3, merchants: 2, share: 80 } },
    env: {
      MDQ_DEFAULT_WEEKS: '4',
      MDQ_MIN_PEOPLE: '3',
      MDQ_MIN_MERCHANTS: '2',
      MDQ_MAX_SHARE: '80',
    },
  },
];

for (const { name, settings, env } of CASES) {
  test(`nine months, ${name}: every price, quote and answer is the recomputed one`, async (t) => {
    t.diagnostic(`TEST_SEED=${SEED}`);
    const rows = madeRows();
    const reference = new Reference(rows, { timeZone: MADE_TIME_ZONE, ...settings });
    const { service, key } = await openService(t, { rows, env: { MDQ_TIMEZONE: MADE_TIME_ZONE, ...env } });
    const random = seededRandom(SEED);
    const questions = sampleQuestions(reference, ASKED, random);
    await assertSame(service, key, reference, questions);

    for (const question of random.shuffle(questions).slice(0, 60)) {
      const { path, parameters } = question;
      const url = `/api/account/quote?${new URLSearchParams({ path, ...parameters })}`;
      const { body } = await service.get(url, { key });
      const { quoted: points, data } = reference.answer(path, parameters);
      const { start, end } = data as { start?: string; end?: string };
      const isFree = points === 0 || start === undefined || end === undefined;
      const priced = isFree
        ? undefined
        : shared({ first: parseDay(start), last: parseDay(end) }, reference.coverage);
      const days = priced ? lengthOf(priced) : 0;
      const expected = { points, days, periods: points / ENDPOINTS[path].base };
      assert.partialDeepStrictEqual(body, { code: 200, data: expected }, urlOf(question));
    }
  });
}

test('a range without a day in the data is free, for an account without a point too, and leaves no row', async (t) => {
  const service = await startOnYear();
  t.after(() => service.stop());
  const { key } = await service.createKey(0);
  const dated = endpoints.filter(({ takes }) => takes.includes('start'));
  const ranges = ['start=2023-12-01&end=2023-12-31', 'start=2024-12-30&end=2039-12-31', 'end=2023-12-31'];
  for (const range of ranges) {
    for (const endpoint of dated) {
      const { path } = endpoint;
      const headers = { 'x-max-points': '0', 'idempotency-key': 'the-same-for-all' };
      const { status, headers: told, body } = await service.get(`${path}?${range}`, { key, headers });
      const receipt = ['x-points-charged', 'x-points-balance', 'idempotent-replayed'];
      assert.deepEqual(
        [status, ...receipt.map((name) => told.get(name))],
        [200, '0', '0', null],
        `${path}?${range}`,
      );
      const { data } = body as { data: Record<string, unknown> };
      assert.equal(data.end, range.split('end=')[1]);
      if ('trend' in data || 'items' in data) assert.deepEqual(data.trend ?? data.items, []);
      const figures = ownFigures(endpoint, data);
      if (endpoint.shows === 'previous') assert.ok(figures.includes(null), path);
      for (const figure of figures) assert.ok(figure === 0 || figure === null, path);
    }
  }
  const usage = await service.get('/api/account/usage', { key });
  assert.equal((usage.body as { data: { calls: number } }).data.calls, 0);
  assert.equal((await service.get(`${FOCUS}?start=2024-12-29&end=2039-12-31`, { key })).status, 402);
});

test('a free call with an Idempotency-Key pays for nothing that comes later', async (t) => {
  const service = await startOnYear();
  t.after(() => service.stop());
  const { key } = await service.createKey(100);
  const charged = async (query: string) => {
    const { headers } = await service.get(`${FOCUS}?${query}`, {
      key,
      headers: { 'idempotency-key': 'early' },
    });
    return [headers.get('x-points-charged'), headers.get('idempotent-replayed')];
  };
  assert.deepEqual(await charged('start=2024-12-30&end=2025-01-05'), ['0', null]);
  const inside = 'start=2024-12-23&end=2025-01-05';
  assert.deepEqual(await charged(inside), ['45', null]);
  assert.deepEqual(await charged(inside), ['0', 'true']);
});
