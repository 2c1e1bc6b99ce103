/** A restatement tells the truth: which published cells it changes, for how many people, and it opens none. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { ImportRequest } from '../../../src/warehouse/warehouse.ts';
import { writeCsv } from '../../support/order-files.ts';
import { row } from '../../support/reference/made-cases.ts';
import { answerOf, publishedSnapshot } from '../../support/reference/published-answers.ts';
import { formatDay, parseDay } from '../../support/reference/reference-calendar.ts';
import type { RawRow } from '../../support/reference/reference-lines.ts';
import { ENGINES, embedded, type TestEngine } from '../../support/stores/warehouse-engines.ts';

const FIRST = parseDay('2025-01-06');
const K = 3;

function order(id: string, week: number, member: string, values: Partial<RawRow> = {}): RawRow {
  return row({
    ...{ order_id: id, ordered_at: formatDay(FIRST + 7 * week), category: 'Food', sub_category: 'Tea' },
    ...{ amount: '10', payment_method: 'Credit card', member_id: member, merchant_id: 's', ...values },
  });
}

/** In each week six people buy tea by card, six in cash; an order of a later week completes the last. */
function shopRows(weeks: number): RawRow[] {
  return [
    ...Array.from({ length: weeks }, (_, week) =>
      Array.from({ length: 6 }, (_, i) => [
        order(`card-${week}-${i}`, week, `m${i}`),
        order(`cash-${week}-${i}`, week, `c${i}`, { payment_method: 'Cash' }),
      ]),
    ).flat(2),
    order('end', weeks, 'm0'),
  ];
}

async function openShop(t: TestContext, engine: TestEngine, rows: readonly RawRow[]) {
  const { warehouse, folder, env } = await engine.open(t);
  await warehouse.changeSettings({ minPeople: K });
  let files = 0;
  const importing = async (some: readonly RawRow[], request: Partial<ImportRequest> = {}) =>
    warehouse.import({ files: [await writeCsv(join(folder, `${files++}.csv`), some)], ...request });
  await importing(rows);
  const focus = async (week: number) => {
    const day = formatDay(FIRST + 7 * week);
    const url = `/api/public/market/focus?category=Food&start=${day}&end=${day}`;
    const { data } = answerOf(await publishedSnapshot(warehouse), url);
    return (data as { focus: Record<string, number> }).focus;
  };
  return { warehouse, importing, focus, env };
}

for (const engine of ENGINES) {
  test(`other audience methods that move one person's purchase are told as that, ${engine.name}`, {
    skip: engine.skip,
  }, async (t) => {
    const wallet = order('wallet', 0, 'm9', { payment_method: 'Wallet', amount: '8' });
    const { warehouse, focus } = await openShop(t, engine, [...shopRows(2), wallet]);
    const before = await focus(0);
    const { restated } = await warehouse.changeSettings({ audienceMethods: ['Credit card', 'Wallet'] });
    const after = await focus(0);
    assert.equal(Number(after.audienceAmount) - Number(before.audienceAmount), 8);
    // The category and its one sub-category, of one week.
    assert.deepEqual(restated, { orders: 0, cells: 2, cellsOfFew: 2, openedCells: 0 });
    const every = await warehouse.changeSettings({ audienceMethods: ['*'] });
    const ofAll = await focus(0);
    assert.ok(Number(ofAll.audienceAmount) > Number(after.audienceAmount));
    const named = await warehouse.changeSettings({
      audienceMethods: every.paymentMethods.map(({ name }) => name),
    });
    assert.deepEqual(named.restated, { orders: 0, cells: 0, cellsOfFew: 0, openedCells: 0 });
    assert.deepEqual(await focus(0), ofAll);
  });
}

test('a late order on the restricted basis is told, however many others come with it', async (t) => {
  const late = Array.from({ length: 5 }, (_, i) =>
    order(`late-${i}`, 0, `l${i}`, { payment_method: 'Cash' }),
  );
  const { warehouse, importing } = await openShop(t, embedded, shopRows(2));
  await importing(late);
  const { cells, cellsOfFew } = await warehouse.restate();
  assert.deepEqual([cells, cellsOfFew], [3, 0]);
  const more = late.map((one) => ({ ...one, order_id: `${one.order_id}-again` }));
  await importing([...more, order('by-card', 0, 'm7')]);
  const { cells: three, cellsOfFew: two } = await warehouse.restate();
  // The whole changes by six people; the audience of the category and of the sub-category by one.
  assert.deepEqual([three, two], [3, 2]);
});

test('what changes in closed cells alone is told by the cell above them', async (t) => {
  const closed = ['Gum', 'Mints'].flatMap((sub) => [
    order(`${sub}-1`, 0, 'm1', { sub_category: sub, amount: '2' }),
    order(`${sub}-2`, 0, 'm2', { sub_category: sub, amount: '2' }),
  ]);
  const third = order('Mints-3', 0, 'm3', { sub_category: 'Mints', amount: '2' });
  const { warehouse, importing } = await openShop(t, embedded, [...shopRows(2), ...closed, third]);
  // Five people for tea, which is open; one of them for gum, which is not: food minus tea tells that one.
  const tea = Array.from({ length: 5 }, (_, i) => order(`late-${i}`, 0, `l${i}`, { payment_method: 'Cash' }));
  const gum = order('late-gum', 0, 'l0', { sub_category: 'Gum', payment_method: 'Cash' });
  await importing([...tea, gum]);
  const { cells, cellsOfFew } = await warehouse.restate();
  assert.deepEqual([cells, cellsOfFew], [3, 1]);
});

for (const engine of ENGINES) {
  test(`a forgotten member and those without a name are one person, ${engine.name}`, {
    skip: engine.skip,
  }, async (t) => {
    const nobody = order('nobody', 0, '', { payment_method: 'Cash' });
    const { warehouse, importing, focus } = await openShop(t, engine, [...shopRows(2), nobody]);
    const before = await focus(0);
    await warehouse.forgetMembers(['m4']);
    // Together with those two that changes three people on both sides, if the one without a name were two.
    const changed = ['m1', 'c1'].map((member, i) =>
      order(`${i === 0 ? 'card' : 'cash'}-0-1`, 0, member, {
        ...{ amount: '11', payment_method: i === 0 ? 'Credit card' : 'Cash' },
      }),
    );
    await importing(changed);
    const { cells, cellsOfFew } = await warehouse.restate();
    const after = await focus(0);
    assert.equal(Number(after.audienceUv), Number(before.audienceUv) - 1);
    // The first week has other amounts and another audience; the second only another audience.
    assert.deepEqual([cells, cellsOfFew], [5, 5]);
  });
}

for (const engine of ENGINES) {
  test(`what was closed stays closed though it was not shown when the numbers were lowered, ${engine.name}`, {
    skip: engine.skip,
  }, async (t) => {
    const gum = [0, 1, 2].flatMap((week) =>
      ['m1', 'm2'].map((member) => order(`gum-${week}-${member}`, week, member, { sub_category: 'Gum' })),
    );
    const rows = [...shopRows(3), ...gum];
    const { warehouse, importing } = await openShop(t, engine, rows);
    const closed = async () => {
      const { closed } = await warehouse.load(Number(await warehouse.current()));
      return Array.from(closed.scope, (scope, i) => `${scope} ${closed.day[i]}`);
    };
    const before = await closed();
    assert.equal(before.length, 6);
    await importing([order('end', 3, 'm0')], { completeThrough: FIRST + 6 });
    await warehouse.changeSettings({ minPeople: 2 });
    await importing([order('end', 3, 'm0')], { completeThrough: 'last' });
    assert.deepEqual(await closed(), before);
  });
}

test('what was closed stays closed though it had no lines for a while', async (t) => {
  const gum = ['m1', 'm2'].map((member) => order(`gum-${member}`, 0, member, { sub_category: 'Gum' }));
  const { warehouse, importing } = await openShop(t, embedded, [...shopRows(2), ...gum]);
  const closed = async () => {
    const { closed } = await warehouse.load(Number(await warehouse.current()));
    return closed.scope.length;
  };
  assert.equal(await closed(), 2);
  await warehouse.deleteOrders(
    gum.map((one) => one.order_id),
    { mayReturn: true },
  );
  await warehouse.restate();
  await importing([...gum, order('gum-3', 0, 'm3', { sub_category: 'Gum' })]);
  await warehouse.restate();
  assert.equal(await closed(), 2);
});

test('where it cannot be read what was published, nothing is restated until it was made again', async (t) => {
  const { warehouse, env } = await openShop(t, embedded, shopRows(2));
  await rm(join(String(env.DATA_DIR), 'published', 'v1.snapshot'));
  const says = /cannot be compared.*"mdq refresh"/;
  await assert.rejects(warehouse.restate(), says);
  await assert.rejects(warehouse.changeSettings({ minPeople: 4 }), says);
  assert.equal((await warehouse.settings()).minPeople, K);
  await warehouse.refresh();
  const { restated } = await warehouse.changeSettings({ minPeople: 4 });
  assert.equal(restated?.cells, 0);
});
