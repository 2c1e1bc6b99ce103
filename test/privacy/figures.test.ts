/** With disclosure control, every figure is the one that is recomputed once closed cells are out of the raw lines. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isThorough, trials } from '../support/effort.ts';
import { assertSame } from '../support/reference/compare.ts';
import { MADE_TIME_ZONE, madeRows } from '../support/reference/made-rows.ts';
import { sampleQuestions, someQuestions } from '../support/reference/questions.ts';
import { seededRandom } from '../support/reference/random.ts';
import { Reference } from '../support/reference/reference.ts';
import { seedOf } from '../support/seed.ts';
import { embedded, oneServer } from '../support/stores/warehouse-engines.ts';
import { openService } from '../support/workplace.ts';

for (const engine of isThorough ? [embedded, oneServer] : [embedded]) {
  const asked = engine === embedded ? trials(2500) : 300;
  test(`${asked} random questions on data full of small cells, ${engine.name}`, {
    skip: engine.skip,
  }, async (t) => {
    const rows = madeRows();
    const reference = new Reference(rows, {
      timeZone: MADE_TIME_ZONE,
      privacy: { people: 3, merchants: 2, share: 80 },
    });
    const { service, key } = await openService(t, {
      rows,
      env: {
        ...{ ...(await engine.place()), MDQ_TIMEZONE: MADE_TIME_ZONE, MDQ_MIN_PEOPLE: '3' },
        ...{ MDQ_MIN_MERCHANTS: '2', MDQ_MAX_SHARE: '80' },
      },
    });
    const random = sampleQuestions(reference, asked, seededRandom(seedOf(t)));
    await assertSame(service, key, reference, [...random, ...someQuestions(reference)]);
  });
}

test('in the monthly fallback a month is the weeks whose Monday lies in it', async (t) => {
  const rows = madeRows();
  const reference = new Reference(rows, {
    timeZone: MADE_TIME_ZONE,
    privacy: { people: 4, merchants: 0, share: 100 },
    granularity: 'month',
  });
  const { service, key } = await openService(t, {
    rows,
    env: { MDQ_TIMEZONE: MADE_TIME_ZONE, MDQ_MIN_PEOPLE: '4' },
    weekly: false,
  });
  const questions = sampleQuestions(reference, 800, seededRandom(seedOf(t)));
  assert.ok(questions.some(({ path }) => path.includes('/trends/')));
  await assertSame(service, key, reference, questions);
});

test('a shop with one merchant sets no number of merchants, and the share is of people alone', async (t) => {
  const rows = madeRows().map((row) => ({ ...row, merchant_id: 'our own' }));
  const privacy = { people: 3, merchants: 0, share: 60 };
  const reference = new Reference(rows, { timeZone: MADE_TIME_ZONE, privacy });
  const isWhole = (key: string) => key.endsWith(',null,null]');
  assert.ok(
    [...reference.closed.cells].some((key) => !isWhole(key)),
    'some are closed for their people',
  );
  const { service, key } = await openService(t, {
    rows,
    env: { MDQ_TIMEZONE: MADE_TIME_ZONE, MDQ_MIN_PEOPLE: '3', MDQ_MIN_MERCHANTS: '0', MDQ_MAX_SHARE: '60' },
  });
  await assertSame(service, key, reference, sampleQuestions(reference, 800, seededRandom(seedOf(t))));
});

test('with a share alone, a published basis may be empty: it is zero, and not suppressed', async (t) => {
  const rows = madeRows();
  const reference = new Reference(rows, {
    timeZone: MADE_TIME_ZONE,
    privacy: { people: 0, merchants: 0, share: 60 },
  });
  const { service, key } = await openService(t, {
    rows,
    env: { MDQ_TIMEZONE: MADE_TIME_ZONE, MDQ_MAX_SHARE: '60' },
  });
  await assertSame(service, key, reference, sampleQuestions(reference, 800, seededRandom(seedOf(t))));
});
