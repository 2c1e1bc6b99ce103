/** Published weeks are final: none is published before its last days arrive, and late changes are warned about. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { ImportRequest } from '../../src/warehouse/warehouse.ts';
import { onlyInTestAll } from '../support/effort.ts';
import { csvText } from '../support/order-files.ts';
import { row } from '../support/reference/made-cases.ts';
import { formatDay, mondayOf, parseDay } from '../support/reference/reference-calendar.ts';
import { COLUMNS, type RawRow } from '../support/reference/reference-lines.ts';
import { ENGINES } from '../support/stores/warehouse-engines.ts';

const TODAY = parseDay(new Date().toISOString().slice(0, 10));
/** The Sunday of the last complete week, on the calendar. */
const SUNDAY = mondayOf(TODAY) - 1;

const nightly = { completeThrough: 'last-sunday' } as const;
const TEA = { category: 'Food', sub_category: 'Tea', amount: '10', payment_method: 'Credit card' };

/** Five orders on each day. */
function ordersOn(from: number, to: number) {
  return Array.from({ length: to - from + 1 }, (_, i) =>
    [1, 2, 3, 4, 5].map((person) =>
      row({
        order_id: `${from + i}-${person}`,
        ordered_at: formatDay(from + i),
        member_id: `m${person}`,
        ...TEA,
      }),
    ),
  ).flat();
}

async function openShop(t: TestContext, engine: (typeof ENGINES)[number], isControlled = true) {
  const { warehouse, folder } = await engine.open(t);
  if (isControlled) await warehouse.changeSettings({ minPeople: 3 });
  let files = 0;
  const importing = async (
    rows: readonly RawRow[],
    { status = 'paid', ...request }: Partial<ImportRequest> & { status?: string } = {},
  ) => {
    const file = join(folder, `${files++}.csv`);
    const records = rows.map((each) => [...COLUMNS.map((column) => each[column]), status]);
    await writeFile(file, csvText([...COLUMNS, 'status'], records));
    const { facts, warnings } = await warehouse.import({ files: [file], ...request });
    return {
      through: formatDay(facts.coverage.end),
      warnings: warnings.map(({ code, count }) => ({ code, count })),
    };
  };
  return { warehouse, importing };
}

for (const engine of ENGINES) {
  test(`last-sunday waits for the orders of that Sunday, ${engine.name}`, {
    skip: engine.skip,
  }, async (t) => {
    const { importing } = await openShop(t, engine);
    // The delivery of the weekend is missing.
    const early = await importing(ordersOn(SUNDAY - 41, SUNDAY - 2), nightly);
    assert.equal(early.through, formatDay(SUNDAY - 7));
    const complete = await importing(ordersOn(SUNDAY - 1, SUNDAY), nightly);
    assert.deepEqual(complete, { through: formatDay(SUNDAY), warnings: [] });
  });

  test(`last-sunday waits for a missing Sunday though Monday has orders, ${engine.name}`, {
    skip: engine.skip,
  }, async (t) => {
    const { importing } = await openShop(t, engine);
    await importing(ordersOn(SUNDAY - 41, SUNDAY - 8), nightly);
    // The delivery of a Sunday was refused; then that of a Monday.
    const monday = await importing(ordersOn(SUNDAY - 6, SUNDAY - 6), nightly);
    assert.equal(monday.through, formatDay(SUNDAY - 14));
    const corrected = await importing(ordersOn(SUNDAY - 7, SUNDAY - 7), nightly);
    assert.equal(corrected.through, formatDay(SUNDAY - 7));
  });

  test(`last-sunday does not wait in a shop that is closed on Sundays, ${engine.name}`, {
    skip: engine.skip || onlyInTestAll,
  }, async (t) => {
    const { importing } = await openShop(t, engine);
    const weekdays = ordersOn(SUNDAY - 41, SUNDAY - 6).filter(
      ({ ordered_at }) => mondayOf(parseDay(ordered_at)) + 6 !== parseDay(ordered_at),
    );
    assert.equal((await importing(weekdays, nightly)).through, formatDay(SUNDAY - 7));
  });

  test(`a day that is not over cannot be called complete, ${engine.name}`, {
    skip: engine.skip || onlyInTestAll,
  }, async (t) => {
    const { importing } = await openShop(t, engine);
    await assert.rejects(
      importing(ordersOn(SUNDAY - 20, SUNDAY), { completeThrough: TODAY + 3 }),
      /is after today: with disclosure control a published week is final/,
    );
  });

  test(`disclosure control begins with the weeks that have arrived, ${engine.name}`, {
    skip: engine.skip || onlyInTestAll,
  }, async (t) => {
    const { warehouse, importing } = await openShop(t, engine, false);
    // Without disclosure control, the calendar decides.
    await importing(ordersOn(SUNDAY - 41, SUNDAY - 1), nightly);
    const { facts } = await warehouse.changeSettings({ minPeople: 3 });
    assert.equal(formatDay(facts?.coverage.end ?? 0), formatDay(SUNDAY - 7));
    const late = await importing(ordersOn(SUNDAY, SUNDAY), nightly);
    assert.deepEqual(late, { through: formatDay(SUNDAY), warnings: [] });
  });

  test(`an undo withholds the weeks that its import published, until a restatement compares them, ${engine.name}`, {
    skip: engine.skip,
  }, async (t) => {
    const { warehouse, importing } = await openShop(t, engine);
    await importing(ordersOn(SUNDAY - 41, SUNDAY - 9), { completeThrough: SUNDAY - 14 });
    const all = ordersOn(SUNDAY - 8, SUNDAY);
    await importing(all, { completeThrough: SUNDAY });
    const undone = await warehouse.undoImport();
    assert.equal(formatDay(undone.facts.coverage.end), formatDay(SUNDAY - 14));
    // Too early: there are no orders to show.
    const early = await warehouse.restate();
    assert.equal(early.facts.withheldFrom, SUNDAY - 13);
    // Without the orders of one person on one day.
    const others = all.filter(({ order_id }) => order_id !== `${SUNDAY - 8}-1`);
    const again = await importing(others, { completeThrough: SUNDAY });
    assert.equal(again.through, formatDay(SUNDAY - 14));
    const { facts, ...restated } = await warehouse.restate();
    assert.equal(formatDay(facts.coverage.end), formatDay(SUNDAY));
    assert.deepEqual(restated.again, { weeks: 2, revised: [SUNDAY - 13] });
  });

  test(`nothing of a withheld week is published, nor of later ones, and both are told, ${engine.name}`, {
    skip: engine.skip,
  }, async (t) => {
    const { warehouse, importing } = await openShop(t, engine);
    // Bought from the second week on: its rows are not those of all days.
    const books = ordersOn(SUNDAY - 13, SUNDAY).map((one) => ({
      ...{ ...one, order_id: `b${one.order_id}`, category: 'Books', sub_category: 'Maps' },
    }));
    await importing([...ordersOn(SUNDAY - 20, SUNDAY), ...books]);
    // The first order of a week completes the one before.
    await importing(ordersOn(SUNDAY + 1, SUNDAY + 1), { allowFuture: true });
    const { facts } = await warehouse.undoImport();
    assert.deepEqual([facts.coverage.end, facts.withheldFrom], [SUNDAY - 7, SUNDAY - 6]);
    const figures = async () => {
      const { daily, payments, closed } = await warehouse.load(Number(await warehouse.current()));
      return { daily, payments, closed };
    };
    const spliced = await figures();
    await warehouse.refresh();
    assert.deepEqual(await figures(), spliced);
    const next = await importing(ordersOn(SUNDAY + 1, SUNDAY + 9), { allowFuture: true });
    assert.equal(next.through, formatDay(SUNDAY - 7));
    assert.deepEqual(next.warnings, [{ code: 'withheld', count: undefined }]);
  });

  test(`a week that is suppressed for the whole market is warned about, and a restatement can be tried, ${engine.name}`, {
    skip: engine.skip,
  }, async (t) => {
    const { warehouse, importing } = await openShop(t, engine);
    await warehouse.changeSettings({ maxShare: 80 });
    const wrong = ordersOn(SUNDAY - 6, SUNDAY).map((one, i) => (i === 0 ? { ...one, amount: '99999' } : one));
    await importing(ordersOn(SUNDAY - 27, SUNDAY - 7), { completeThrough: SUNDAY - 7 });
    const { warnings } = await importing(wrong, { completeThrough: SUNDAY });
    assert.deepEqual(warnings, [{ code: 'suppressed-weeks', count: 1 }]);
    await importing([
      { ...wrong[0], order_id: `${SUNDAY - 13}-1`, ordered_at: formatDay(SUNDAY - 13) },
    ] as RawRow[]);
    const before = await warehouse.current();
    const { facts, ...tried } = await warehouse.restate({ isDryRun: true });
    // The whole, its category and its sub-category.
    assert.equal(tried.suppressedCells, 3);
    assert.deepEqual([facts.version, await warehouse.current()], [before, before]);
    const { facts: _, ...done } = await warehouse.restate();
    assert.deepEqual(done, tried);
  });

  test(`orders for a published week are warned about, and its days are not called empty, ${engine.name}`, {
    skip: engine.skip || onlyInTestAll,
  }, async (t) => {
    const { importing } = await openShop(t, engine);
    await importing(ordersOn(SUNDAY - 83, SUNDAY - 9), { completeThrough: SUNDAY - 7 });
    const late = await importing(ordersOn(SUNDAY - 8, SUNDAY - 7));
    assert.deepEqual(late.warnings, [{ code: 'late-orders', count: 10 }]);
    const next = await importing(ordersOn(SUNDAY - 6, SUNDAY), { completeThrough: 'last' });
    assert.deepEqual(next.warnings, []);
  });

  test(`cancelling most orders of published weeks is warned about, ${engine.name}`, {
    skip: engine.skip || onlyInTestAll,
  }, async (t) => {
    const { importing } = await openShop(t, engine);
    const rows = ordersOn(SUNDAY - 27, SUNDAY);
    await importing(rows, { completeThrough: SUNDAY });
    const { warnings } = await importing(rows.slice(0, 40), { status: 'cancelled' });
    assert.deepEqual(
      warnings.filter(({ code }) => code === 'many-removed' || code === 'late-orders'),
      [
        { code: 'many-removed', count: 40 },
        { code: 'late-orders', count: 40 },
      ],
    );
  });
}
