/** A restore gives out no version twice, and revises no published week unnoticed. */
import assert from 'node:assert/strict';
import { copyFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readConfig } from '../../../src/settings/config.ts';
import { openWarehouse } from '../../../src/warehouse/open.ts';
import { noteElsewhere, readPublicationLog } from '../../../src/warehouse/versions/publication-log.ts';
import { writeCsv } from '../../support/order-files.ts';
import { row } from '../../support/reference/made-cases.ts';
import { formatDay, parseDay } from '../../support/reference/reference-calendar.ts';
import type { RawRow } from '../../support/reference/reference-lines.ts';
import { startServerHere } from '../../support/server-here.ts';
import { assertMistake, type DataFolder, dataFolderFor } from '../../support/stores/data-folder.ts';
import { temporaryFolder } from '../../support/workplace.ts';

const FIRST = parseDay('2025-01-06');
const monday = (week: number) => formatDay(FIRST + 7 * week);

/** Five people buy tea in each of some weeks; an order of the week after them completes the last. */
function weeks(from: number, to: number): RawRow[] {
  const order = (id: string, week: number, member: string) =>
    row({
      ...{ order_id: id, ordered_at: monday(week), category: 'Food', sub_category: 'Tea', amount: '10' },
      ...{ payment_method: 'Credit card', member_id: member, merchant_id: 's' },
    });
  const numbers = Array.from({ length: to - from }, (_, i) => from + i);
  return [
    ...numbers.flatMap((week) => Array.from({ length: 5 }, (_, i) => order(`o-${week}-${i}`, week, `m${i}`))),
    order(`o-${to}-0`, to, 'm0'),
  ];
}

async function openShop(t: TestContext, settings: Readonly<Record<string, string>>) {
  const data = await dataFolderFor(t, settings);
  const folder = await temporaryFolder(t);
  let files = 0;
  const importing = async (rows: readonly RawRow[]) =>
    json(data, 'import', await writeCsv(join(folder, `${files++}.csv`), rows));
  const backup = join(folder, 'backup');
  await data.succeed('account', 'create', 'acme', '--points', '100000');
  const { key } = JSON.parse(await data.succeed('key', 'create', 'acme', '--json')) as { key: string };
  /** What a caller gets: the version, and the weeks of a trend. */
  const asked = async () => {
    const server = await startServerHere(data.env);
    try {
      const url = `${server.url}/api/public/trends/market?category=Food&start=2025-01-06&end=2025-03-30`;
      const answer = await fetch(url, { headers: { 'x-api-key': key } });
      const { data } = (await answer.json()) as {
        data: { trend: { week_start: string; total_amount: number }[] };
      };
      const version = Number(answer.headers.get('x-data-version'));
      return {
        version,
        weeks: Object.fromEntries(data.trend.map((item) => [item.week_start, item.total_amount])),
      };
    } finally {
      await server.stop();
    }
  };
  const restore = (to = data) => json(to, 'restore', backup, '--force');
  return { data, importing, backup, asked, restore };
}

/** A shop whose first two weeks are in a backup, with two more published after it. */
async function openRestorable(t: TestContext) {
  const shop = await openShop(t, { MDQ_MIN_PEOPLE: '3' });
  await shop.importing(weeks(0, 2));
  await shop.data.succeed('backup', shop.backup);
  await shop.importing(weeks(2, 4));
  return shop;
}

const json = async (data: DataFolder, ...args: string[]) => JSON.parse(await data.succeed(...args, '--json'));

test('figures of a restored version get a number that nobody has seen, and so do those after them', async (t) => {
  const { data, importing, backup, asked } = await openShop(t, {});
  await importing(weeks(0, 2));
  const first = await asked();
  await data.succeed('backup', backup);
  // What is published now keeps its number.
  const { publications } = await json(data, 'restore', backup, '--force');
  assert.deepEqual([publications.version, publications.isKnown], [1, true]);
  assert.deepEqual(await asked(), first);
  await importing(weeks(2, 3));
  await importing(weeks(3, 4));
  const last = await asked();
  assert.deepEqual([first.version, last.version], [1, 3]);
  const said = await data.succeed('restore', backup, '--force');
  assert.match(said, /^The figures are version 4 here: versions up to 3 have been given out\.$/m);
  const restored = await asked();
  assert.deepEqual([restored.version, restored.weeks], [4, first.weeks]);
  assert.equal((await importing(weeks(2, 3))).version, 5);
  // Again: the same backup, whose number was given out long ago.
  const again = await json(data, 'restore', backup, '--force');
  assert.deepEqual([again.published.version, again.publications.version], [1, 6]);
  assert.equal((await json(data, 'status')).version, 6);
  await data.succeed('refresh');
  assert.equal((await asked()).version, 7);
});

test('of a store from before anything was noted, its newest version is known', async (t) => {
  const { data, asked, restore } = await openRestorable(t);
  await rm(join(data.path, 'publications.json'));
  const { publications } = await restore();
  assert.deepEqual([publications.version, publications.withheldWeeks], [3, [monday(2), monday(3)]]);
  assert.equal((await asked()).version, 3);
});

test('what was published is not begun again in silence where its notes are damaged: nothing is done before they are repaired', async (t) => {
  const { data, importing, backup } = await openShop(t, {});
  await importing(weeks(0, 2));
  await data.succeed('backup', backup);
  await importing(weeks(2, 4));
  const notes = join(data.path, 'publications.json');
  await copyFile(notes, `${backup}-notes`);
  const more = await writeCsv(`${backup}.csv`, weeks(4, 5));
  for (const damage of ['{"versions": [', '{"versions": [{}], "weeks": {}}', '']) {
    await writeFile(notes, damage);
    for (const command of [['import', more], ['refresh'], ['restore', backup, '--force']])
      assertMistake(
        await data.mdq(...command),
        /publications\.json is damaged.*Nothing was changed.*move it away/,
      );
    assert.ok(!(await readdir(data.path)).some((name) => /^replaced|tmp/.test(name)));
    assert.equal((await json(data, 'status')).version, 2);
  }
  await copyFile(`${backup}-notes`, notes);
  assert.equal((await json(data, 'restore', backup, '--force')).publications.version, 3);
  await rm(notes);
  assert.equal((await importing(weeks(2, 4))).version, 4);
});

test('in an empty folder nothing is known of later versions, and that is said', async (t) => {
  const { data, backup, restore } = await openRestorable(t);
  const empty = await dataFolderFor(t);
  assert.match(
    await empty.succeed('restore', backup),
    /^Nothing is known here of what was published after the backup: .*publications\.json.*--force/m,
  );
  assert.equal((await json(empty, 'status')).version, 1);
  // With what the old folder knew, it is as if it were restored there.
  const other = await dataFolderFor(t);
  await copyFile(join(data.path, 'publications.json'), join(other.path, 'publications.json'));
  assertMistake(await other.mdq('restore', backup), /is not empty; with --force/);
  const { publications } = await restore(other);
  assert.deepEqual([publications.version, publications.withheldWeeks], [3, [monday(2), monday(3)]]);
});

test('weeks that were published after the backup are not shown with fewer orders, nor in passing', async (t) => {
  const { data, importing, backup, asked } = await openShop(t, { MDQ_MIN_PEOPLE: '3' });
  // Three of the five orders of the third week are there already, which is not complete.
  await importing([...weeks(0, 2), ...weeks(2, 3).slice(1, 4)]);
  await data.succeed('backup', backup);
  await importing(weeks(2, 4));
  const before = await asked();
  assert.deepEqual(Object.values(before.weeks), [50, 50, 50, 50]);
  const said = await data.succeed('restore', backup, '--force');
  assert.match(
    said,
    /^Published after the backup, and not shown until "mdq refresh --restate": the weeks of 2025-01-20 and 2025-01-27\./m,
  );
  assert.match(said, /^What waits would revise the published week of 2025-01-20\b/m);
  const shown = { [monday(0)]: 50, [monday(1)]: 50 };
  assert.deepEqual((await asked()).weeks, shown);

  // Orders of these weeks wait, and a later week does not show them.
  const again = await importing(weeks(2, 4).slice(0, -1));
  assert.ok(again.asideOrders > 0);
  await importing(weeks(4, 5));
  assert.deepEqual((await asked()).weeks, shown);
  await data.succeed('refresh');
  assert.deepEqual((await asked()).weeks, shown);

  // A backup of that remembers it too.
  const second = `${backup}-2`;
  await data.succeed('backup', second);
  const empty = await dataFolderFor(t);
  await empty.succeed('restore', second);
  await empty.succeed('refresh');
  assert.equal((await json(empty, 'status')).coverage.end, '2025-01-19');

  const restated = await data.succeed('refresh', '--restate');
  assert.match(
    restated,
    /^Shown again: 2 weeks that had been published before a restore or an undo, all as they were\.$/m,
  );
  assert.deepEqual((await asked()).weeks, { ...before.weeks, [monday(4)]: 50 });
});

test('where the orders come back otherwise, the restatement says in how many weeks', async (t) => {
  const { data, importing, restore } = await openRestorable(t);
  await restore();
  const [first, ...others] = weeks(2, 4);
  await importing([{ ...(first as RawRow), amount: '99' }, ...others]);
  const { restated } = await json(data, 'refresh', '--restate');
  assert.deepEqual(restated.again, { weeks: 2, revised: [monday(2)] });
});

test('a restore says which published weeks it revises, and which those that wait would', async (t) => {
  const { data, importing, backup, asked } = await openShop(t, { MDQ_MIN_PEOPLE: '3' });
  await importing(weeks(0, 3));
  const late = { ...(weeks(1, 2)[0] as RawRow), order_id: 'late', amount: '7' };
  await importing([late]);
  await data.succeed('backup', backup);
  await data.succeed('refresh', '--restate');
  assert.equal((await asked()).weeks[monday(1)], 57);
  const { publications } = await json(data, 'restore', backup, '--force');
  assert.deepEqual(
    [publications.revisedWeeks, publications.withheldWeeks, publications.waitingWeeks],
    [[monday(1)], [], [monday(1)]],
  );
  assert.match(
    await data.succeed('restore', backup, '--force'),
    /^What waits would revise the published week of 2025-01-13\b/m,
  );
});

test('a restore that ends disclosure control says so', async (t) => {
  const { data, importing, backup } = await openShop(t, {});
  await importing(weeks(0, 2));
  await data.succeed('backup', backup);
  await data.succeed('settings', 'set', 'MDQ_MIN_PEOPLE', '3');
  assert.match(
    await data.succeed('restore', backup, '--force'),
    /^Disclosure control was on here and is off in the backup: everything in it is shown\.$/m,
  );
});

test('what is noted of a warehouse elsewhere while an import runs stays noted', async (t) => {
  const folder = await temporaryFolder(t);
  const dataDir = join(folder, 'data');
  const warehouse = await openWarehouse(readConfig({ DATA_DIR: dataDir }));
  t.after(() => warehouse.close());
  const file = await writeCsv(join(folder, 'orders.csv'), weeks(0, 2));
  let noted: Promise<void> | undefined;
  await warehouse.import({ files: [file] });
  await writeCsv(file, weeks(0, 3));
  await warehouse.import({ files: [file] }, (step) => {
    if (step.startsWith('Sorting')) noted = noteElsewhere(dataDir, 'elsewhere', 7);
  });
  await noted;
  await noteElsewhere(dataDir, 'elsewhere', 6);
  const { elsewhere, versions } = (await readPublicationLog(dataDir)) ?? assert.fail();
  assert.deepEqual([elsewhere, versions.length], [{ elsewhere: 7 }, 2]);
});
