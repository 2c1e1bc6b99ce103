/** Every figure of every endpoint, asked over HTTP, against a recomputation from the order lines. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { isThorough } from '../support/effort.ts';
import { assertBecomesSame, assertSame } from '../support/reference/compare.ts';
import { row } from '../support/reference/made-cases.ts';
import { MADE_TIME_ZONE, madeRows, madeRowsBetween } from '../support/reference/made-rows.ts';
import {
  allQuestions,
  questionsWithIgnoredParameters,
  someQuestions,
} from '../support/reference/questions.ts';
import { Reference } from '../support/reference/reference.ts';
import { formatDay, lengthOf, parseDay } from '../support/reference/reference-calendar.ts';
import type { RawRow } from '../support/reference/reference-lines.ts';
import { openService, PLENTY } from '../support/workplace.ts';

const TAIPEI = { timeZone: MADE_TIME_ZONE };
const TAIPEI_ENV = { MDQ_TIMEZONE: MADE_TIME_ZONE };

test('nine months of orders', async (t) => {
  const rows = madeRows();
  const reference = new Reference(rows, TAIPEI);
  const { service, key } = await openService(t, { rows, env: TAIPEI_ENV });
  let spent = 0;

  await t.test('every answer and every price is the recomputed one', async () => {
    const questions = allQuestions(reference).filter((_, i) => isThorough || i % 5 === 0);
    const { points } = await assertSame(service, key, reference, questions);
    spent += points;
  });

  await t.test('parameters that an endpoint does not take change nothing', async () => {
    const { points } = await assertSame(service, key, reference, questionsWithIgnoredParameters(reference));
    spent += points;
  });

  await t.test('the prices of all these calls are what the balance has lost', async () => {
    const reply = await service.get('/api/public/meta/categories', { key });
    assert.equal(reply.headers.get('x-points-balance'), String(PLENTY - spent - 1));
    await service.succeed('audit');
  });
});

test('months stand in for weeks until a refresh has built them', async (t) => {
  const rows = madeRows();
  const weekly = new Reference(rows, TAIPEI);
  const monthly = new Reference(rows, { ...TAIPEI, granularity: 'month' });
  const { service, key } = await openService(t, { rows, env: TAIPEI_ENV, weekly: false });
  const trends = allQuestions(monthly).filter(({ path }, i) => path.includes('/trends/') && i % 3 === 0);
  await assertSame(service, key, monthly, [...trends, ...someQuestions(monthly)]);
  await service.succeed('refresh');
  await assertBecomesSame(service, key, weekly, [...trends, ...someQuestions(weekly)]);
});

test('another time zone, period, audience and default category', async (t) => {
  const settings = {
    timeZone: 'America/New_York',
    weeks: 2,
    audienceMethods: ['行動支付', 'Bank transfer'],
    defaultCategory: 'Café',
    defaultSub: 'Gifts',
  };
  await assertSampled(t, new Reference(madeRows(), settings), madeRows(), {
    MDQ_TIMEZONE: 'America/New_York',
    MDQ_DEFAULT_WEEKS: '2',
    MDQ_AUDIENCE_METHODS: '行動支付,Bank transfer',
    MDQ_DEFAULT_CATEGORY: 'Café',
    MDQ_DEFAULT_SUB: 'Gifts',
  });
});

test('with fewer full weeks than asked for, the default period is those there are', async (t) => {
  const rows = madeRowsBetween('2025-03-12', '2025-04-24');
  const reference = new Reference(rows, TAIPEI);
  assert.equal(lengthOf(reference.period), 35);
  await assertSampled(t, reference, rows, TAIPEI_ENV);
});

test('without a full week, the default period is all of coverage', async (t) => {
  const rows = madeRowsBetween('2025-03-11', '2025-03-22');
  const reference = new Reference(rows, TAIPEI);
  assert.deepEqual(reference.period, reference.coverage);
  await assertSampled(t, reference, rows, TAIPEI_ENV);
});

async function assertSampled(
  t: TestContext,
  reference: Reference,
  rows: RawRow[],
  env: Record<string, string>,
): Promise<void> {
  const { service, key } = await openService(t, { rows, env });
  const questions = allQuestions(reference).filter((_, i) => i % (isThorough ? 4 : 8) === 0);
  await assertSame(service, key, reference, [...questions, ...someQuestions(reference)]);
}

async function assertAll(t: TestContext, reference: Reference, rows: RawRow[]): Promise<void> {
  const { service, key } = await openService(t, { rows });
  await assertSame(service, key, reference, allQuestions(reference));
}

test('one order on one day', async (t) => {
  const rows = [row({ order_id: '1', ordered_at: '2024-02-29', category: 'A', sub_category: 'B' })];
  await assertAll(t, new Reference(rows), rows);
});

test('a category that only gave things away still sold; one without orders comes after it', async (t) => {
  const rows = [
    row({ order_id: '1', ordered_at: '2025-01-06', category: 'Sold', sub_category: 'x', amount: '5' }),
    row({ order_id: '2', ordered_at: '2025-01-12', category: 'Zero', sub_category: 'x', amount: '0' }),
    row({ order_id: '3', ordered_at: '2025-01-03', category: 'None', sub_category: 'x', amount: '9' }),
  ];
  const reference = new Reference(rows);
  assert.deepEqual(reference.categories, ['Sold', 'Zero', 'None']);
  await assertAll(t, reference, rows);
});

test('money is exact where floating point is not', async (t) => {
  // Nine large amounts stay just below 2^53 hundredths together, where a double has no hundredth to spare.
  const amounts = [...Array<string>(9).fill('9007199254740.99'), '0.1', '0.2', '0.3', '1.01'];
  const rows = amounts.map((amount, i) =>
    row({
      order_id: `${i}`,
      ordered_at: formatDay(parseDay('2025-01-06') + (i % 9)),
      category: i < 9 ? 'Large' : 'Small',
      sub_category: i % 2 === 0 ? 'even' : 'odd',
      amount,
      payment_method: 'Credit card',
      member_id: `m${i % 4}`,
    }),
  );
  await assertAll(t, new Reference(rows), rows);
});
