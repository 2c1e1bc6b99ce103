/** Under disclosure control, whatever changes only some days publishes what a full refresh would, and what the rule says. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { isEverythingRun, trials } from '../../support/effort.ts';
import { writeCsv } from '../../support/order-files.ts';
import { row } from '../../support/reference/made-cases.ts';
import { MADE_TIME_ZONE, madeRows, resentRows } from '../../support/reference/made-rows.ts';
import { assertAnswers, publishedSnapshot } from '../../support/reference/published-answers.ts';
import { sampleQuestions, someQuestions } from '../../support/reference/questions.ts';
import { seededRandom } from '../../support/reference/random.ts';
import { parseDay } from '../../support/reference/reference-calendar.ts';
import type { RawRow } from '../../support/reference/reference-lines.ts';
import { ReferencePublications } from '../../support/reference/reference-publications.ts';
import { seedOf } from '../../support/seed.ts';
import { ENGINES, embedded, oneServer, type TestEngine } from '../../support/stores/warehouse-engines.ts';

const NUMBERS = { people: 3, merchants: 2, share: 80 };

for (const engine of [...ENGINES, oneServer]) {
  const isShort = engine !== embedded && !isEverythingRun;
  const how = isShort ? `${engine.name}, fewer steps and questions` : engine.name;
  test(
    `new weeks, late orders, replacements, removals, members forgotten, other numbers and restatements: ${how}`,
    {
      skip: engine.skip,
    },
    (t) => publishOneAfterTheOther(t, engine, isShort),
  );
}

for (const engine of [...ENGINES, oneServer])
  test(`what was sold in a closed cell since is known from the open one before: ${engine.name}`, {
    skip: engine.skip,
  }, async (t) => {
    const { warehouse, folder } = await engine.open(t, { MDQ_MIN_PEOPLE: '2' });
    const expected = new ReferencePublications({
      timeZone: 'UTC',
      privacy: { people: 2, merchants: 0, share: 100 },
    });
    const PLACE = { category: 'A', sub_category: 'B', payment_method: 'Credit card' };
    const THING = { merchant_id: 's1', product_id: 'p1', tags: 'type=a' };
    const sold = (day: string, member_id: string) =>
      row({ ...PLACE, ...THING, order_id: `${day} ${member_id}`, ordered_at: day, member_id });
    const imports = [
      // Few weeks before the next import there is one person, who is not shown.
      [
        sold('2025-01-07', 'm1'),
        sold('2025-01-08', 'm2'),
        sold('2025-05-20', 'm1'),
        sold('2025-05-27', 'm1'),
      ],
      [sold('2025-06-03', 'm1'), sold('2025-06-04', 'm2'), sold('2025-06-10', 'm1')],
    ];
    for (const [index, rows] of imports.entries()) {
      await warehouse.import({ files: [await writeCsv(join(folder, `${index}.csv`), rows)] });
      expected.import(rows);
    }
    const reference = expected.publish();
    assert.ok(reference);
    assertAnswers(await publishedSnapshot(warehouse), reference, someQuestions(reference), 'incremental');
    const focus = reference.answer('/api/public/sub-market/focus', {
      start: '2025-01-01',
      end: '2025-06-08',
    });
    assert.match(JSON.stringify(focus.data), /"merchantCount":1,/);
  });

async function publishOneAfterTheOther(t: TestContext, engine: TestEngine, isShort: boolean): Promise<void> {
  const random = seededRandom(seedOf(t));
  const asked = isShort ? 60 : trials(250);
  const { warehouse, folder } = await engine.open(t, {
    ...{ MDQ_TIMEZONE: MADE_TIME_ZONE, MDQ_MIN_PEOPLE: '3' },
    ...{ MDQ_MIN_MERCHANTS: '2', MDQ_MAX_SHARE: '80' },
  });
  const expected = new ReferencePublications({ timeZone: MADE_TIME_ZONE, privacy: NUMBERS });
  // By day, so that imports bring one week after the other.
  const rows = madeRows().sort((a, b) => (a.ordered_at < b.ordered_at ? -1 : 1));
  const orders = [...new Set(rows.map((row) => row.order_id))];
  const part = (from: number, to: number) => {
    const wanted = new Set(orders.slice(orders.length * from, orders.length * to));
    return rows.filter((row) => wanted.has(row.order_id));
  };
  let file = 0;
  const importing = (step: readonly RawRow[], through?: string) => async () => {
    const completeThrough = through === 'last' || through === undefined ? through : parseDay(through);
    await warehouse.import({
      files: [await writeCsv(join(folder, `${file++}.csv`), step)],
      ...(completeThrough !== undefined && { completeThrough }),
    });
    expected.import(step, completeThrough);
  };
  const removing = (ids: readonly string[]) => async () => {
    await warehouse.deleteOrders(ids);
    expected.remove(ids);
  };
  const restating = async () => {
    const before = expected.publish();
    const waiting = expected.aside.size;
    const { facts: _facts, suppressedCells = 0, ...said } = await warehouse.restate();
    const expectedCells = expected.restate();
    const after = expected.publish();
    assert.deepEqual(said, { orders: waiting, ...expectedCells(), openedCells: 0 });
    assert.equal(suppressedCells, newlyClosed(before, after));
    assert.ok(said.cellsOfFew > 0 && said.cellsOfFew < said.cells, JSON.stringify(said));
  };
  const forgetting = (id: string) => async () => {
    await warehouse.forgetMembers([id]);
    expected.forget(id);
  };
  const members = Map.groupBy(rows, (row) => row.member_id);
  members.delete('');
  const [most = '', second = ''] = [...members].sort(([, a], [, b]) => b.length - a.length).map(([id]) => id);
  const inShort = (step: () => Promise<void>) => ({ step, isInShort: true });
  const inLong = (step: () => Promise<void>) => ({ step, isInShort: false });
  const steps = [
    // The middle first, then what is before it: those weeks were not published.
    inShort(importing(part(0.3, 0.5))),
    inShort(importing(part(0, 0.3))),
    inLong(importing(part(0.5, 0.52))),
    inLong(importing(part(0.52, 0.6))),
    // Some of it late, in weeks that are published.
    inLong(importing(part(0.65, 0.8))),
    inLong(importing(part(0.6, 0.66))),
    inLong(importing(resentRows(part(0.1, 0.75)))),
    inShort(importing([...resentRows(part(0.1, 0.5)), ...part(0.5, 0.75)])),
    // The same again changes nothing.
    inLong(importing(part(0.6, 0.66))),
    inLong(removing(orders.slice(orders.length * 0.2, orders.length * 0.22))),
    inShort(removing(orders.slice(orders.length * 0.49, orders.length * 0.63))),
    // Of what waits as well.
    inShort(forgetting(most)),
    inLong(importing(resentRows(part(0.3, 0.5)))),
    inLong(forgetting(second)),
    inShort(restating),
    inShort(importing(part(0.8, 0.9), '2025-03-30')),
    inLong(importing(part(0.9, 0.95), '2025-04-08')),
    inLong(importing(part(0.95, 0.97))),
    inLong(importing(part(0.97, 1), 'last')),
    inLong(removing(orders.slice(orders.length * 0.97, orders.length * 0.98))),
    inLong(importing(resentRows(part(0.8, 1)))),
    inLong(restating),
  ].filter(({ isInShort }) => isInShort || !isShort);
  for (const [index, { step }] of steps.entries()) {
    await step();
    const reference = expected.publish();
    assert.ok(reference);
    const snapshot = await publishedSnapshot(warehouse);
    const { coverage, privacy } = snapshot.facts;
    assert.deepEqual({ first: coverage.start, last: coverage.end }, reference.coverage, `step ${index}`);
    assert.equal(privacy?.asideOrders, expected.aside.size, `step ${index}`);
    assertAnswers(snapshot, reference, sampleQuestions(reference, asked, random), `after step ${index}`);

    if (isShort && index < steps.length - 1) continue;
    const incremental = await warehouse.load(Number(await warehouse.current()));
    await warehouse.refresh();
    const whole = await warehouse.load(Number(await warehouse.current()));
    assert.deepEqual({ ...incremental, facts: null }, { ...whole, facts: null }, `step ${index}`);
  }

  const usual = ['Credit card', 'Credit card installment', 'Debit card'];
  const settings = [
    [4, 2, 80, usual],
    [4, 2, 80, ['Credit card', 'Bank transfer']],
    [2, 1, 90, usual],
    [2, 3, 70, usual],
    [3, 0, 70, ['Debit card']],
  ] as const;
  for (const [people, merchants, share, audienceMethods] of settings.slice(0, isShort ? 2 : 5)) {
    const before = expected.publish();
    const waiting = expected.aside.size;
    const { restated } = await warehouse.changeSettings({
      ...{ minPeople: people, minMerchants: merchants, maxShare: share, audienceMethods },
    });
    const expectedCells = expected.restate({ privacy: { people, merchants, share }, audienceMethods });
    const reference = expected.publish();
    assert.ok(before && reference);
    const when = `with ${people}, ${merchants}, ${share}, ${audienceMethods}`;
    const { suppressedCells = 0, ...said } = restated ?? {};
    assert.deepEqual(said, { orders: waiting, ...expectedCells(), openedCells: 0 }, when);
    assert.equal(suppressedCells, newlyClosed(before, reference), when);
    for (const key of before.closed.cells) assert.ok(reference.closed.cells.has(key), 'a cell was opened');
    for (const key of before.closed.basis) assert.ok(reference.closed.basis.has(key), 'a basis was opened');
    assertAnswers(
      await publishedSnapshot(warehouse),
      reference,
      sampleQuestions(reference, asked, random),
      when,
    );
  }
}

type Published = ReturnType<ReferencePublications['publish']>;

/** Cells that are closed after a restatement, altogether or in their audience, and were not before. */
function newlyClosed(before: Published, after: Published): number {
  const closed = (published: Published) =>
    new Set([...(published?.closed.cells ?? []), ...(published?.closed.basis ?? [])]);
  return closed(after).difference(closed(before)).size;
}
