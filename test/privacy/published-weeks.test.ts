/** Published weeks are final: none is published before its last days arrive, and late changes are warned about. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { ImportRequest } from '../../src/warehouse/warehouse.ts';
import { csvText } from '../support/order-files.ts';
import { row } from '../support/reference/made-cases.ts';
import { formatDay, mondayOf, parseDay } from '../support/reference/reference-calendar.ts';
import { COLUMNS, type RawRow } from '../support/reference/reference-lines.ts';
import { ENGINES } from '../support/stores/warehouse-engines.ts';

const TODAY = parseDay(new Date().toISOString().slice(0, 10));
/** The Sunday of the last complete week, on the calendar. */
const SUNDAY = mondayOf(TODAY) - 1;

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

async function openShop(t: TestContext, engine: (typeof ENGINES)[number]) {
  const { warehouse, folder } = await engine.open(t);
  await warehouse.changeSettings({ minPeople: 3 });
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
  return { importing };
}

for (const engine of ENGINES) {
  test(`last-sunday waits for the orders of that Sunday, ${engine.name}`, {
    skip: engine.skip,
  }, async (t) => {
    const { importing } = await openShop(t, engine);
    const nightly = { completeThrough: 'last-sunday' } as const;
    // The delivery of the weekend is missing.
    const early = await importing(ordersOn(SUNDAY - 41, SUNDAY - 2), nightly);
    assert.equal(early.through, formatDay(SUNDAY - 7));
    const complete = await importing(ordersOn(SUNDAY - 1, SUNDAY), nightly);
    assert.deepEqual(complete, { through: formatDay(SUNDAY), warnings: [] });
  });

  test(`orders for a published week are warned about, and its days are not called empty, ${engine.name}`, {
    skip: engine.skip,
  }, async (t) => {
    const { importing } = await openShop(t, engine);
    await importing(ordersOn(SUNDAY - 83, SUNDAY - 9), { completeThrough: SUNDAY - 7 });
    const late = await importing(ordersOn(SUNDAY - 8, SUNDAY - 7));
    assert.deepEqual(late.warnings, [{ code: 'late-orders', count: 10 }]);
    const next = await importing(ordersOn(SUNDAY - 6, SUNDAY), { completeThrough: 'last' });
    assert.deepEqual(next.warnings, []);
  });

  test(`cancelling most orders of published weeks is warned about, ${engine.name}`, {
    skip: engine.skip,
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
