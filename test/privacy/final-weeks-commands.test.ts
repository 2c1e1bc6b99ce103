/** Commands keep published weeks final: approvals, restores of early backups, discards after a kill, checks of a Monday. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { jsonLines } from '../support/json-lines.ts';
import { rowsAsCsv } from '../support/order-files.ts';
import { row } from '../support/reference/made-cases.ts';
import { formatDay, mondayOf, parseDay } from '../support/reference/reference-calendar.ts';
import { dataFolderFor } from '../support/stores/data-folder.ts';
import { temporaryFolder } from '../support/workplace.ts';

const MONDAY = parseDay('2025-03-03');

/** Five people buy on each day of some weeks, counted from the first. */
function weeks(from: number, to: number, amount = '10') {
  return Array.from({ length: 35 * (to - from) }, (_, i) => {
    const day = MONDAY + 7 * from + Math.floor(i / 5);
    const tea = { category: 'Food', sub_category: 'Tea', payment_method: 'Credit card', amount };
    return row({ order_id: `${day}-${i % 5}`, ordered_at: formatDay(day), member_id: `m${i % 5}`, ...tea });
  });
}

async function openShop(t: TestContext, settings: Readonly<Record<string, string>> = {}) {
  const data = await dataFolderFor(t, settings);
  const file = async (name: string, rows: ReturnType<typeof weeks>) => {
    await writeFile(join(data.path, name), rowsAsCsv(rows));
    return join(data.path, name);
  };
  const through = async () => JSON.parse(await data.succeed('status', '--json')).coverage?.end;
  const [sunday, nextSunday] = [formatDay(MONDAY + 6), formatDay(MONDAY + 13)];
  return { data, file, through, sunday, nextSunday };
}

test('an approval hides no day that other imports have shown since', async (t) => {
  const { data, file, through, sunday, nextSunday } = await openShop(t);
  await data.succeed('import', await file('a.csv', weeks(0, 1)));
  const twice = [...weeks(0, 1, '20'), ...weeks(0, 1, '20')].map((one) => ({
    ...one,
    order_id: `x${one.order_id}`,
  }));
  const held = ['--hold', 'all', '--complete-through', sunday, await file('held.csv', twice)];
  assert.equal((await data.mdq('import', ...held)).code, 3);
  await data.succeed('import', await file('b.csv', weeks(1, 2)), '--complete-through', nextSunday);
  const [{ id } = { id: '' }] = jsonLines<{ id: string }>(await data.succeed('imports', 'held', '--json'));
  await data.succeed('imports', 'approve', id);
  assert.equal(await through(), nextSunday);
});

test('weeks published after an early backup stay withheld after its restore', async (t) => {
  const { data, file, through, nextSunday } = await openShop(t, { MDQ_MIN_PEOPLE: '2' });
  // No week is complete yet.
  await data.succeed('import', await file('a.csv', weeks(0, 1)));
  const backup = join(await temporaryFolder(t), 'backup');
  await data.succeed('backup', '--data-only', backup);
  await data.succeed('import', await file('b.csv', weeks(1, 3)));
  assert.equal(await through(), nextSunday);
  await data.succeed('restore', '--only', 'data', '--force', backup);
  await data.succeed('import', await file('c.csv', weeks(1, 3).slice(1)));
  assert.equal(await through(), undefined);
  assert.match(await data.succeed('refresh', '--restate', '--dry-run'), /^Nothing was changed\. /);
  assert.equal(await through(), undefined);
  assert.match(
    await data.succeed('refresh', '--restate'),
    /with other figures than were published of the week of 2025-03-10/,
  );
  assert.equal(await through(), nextSunday);
});

test('a check counts the days of a week that are stored and not shown yet', async (t) => {
  const { data, file } = await openShop(t);
  const today = parseDay(new Date().toISOString().slice(0, 10));
  const sunday = mondayOf(today) - 1;
  const shift = sunday - 6 - 7 * 5 - MONDAY;
  const recent = weeks(0, 6).map((one) => {
    const day = parseDay(one.ordered_at) + shift;
    return { ...one, ordered_at: formatDay(day) };
  });
  const isSunday = ({ ordered_at }: { ordered_at: string }) => parseDay(ordered_at) === sunday;
  await data.succeed(
    'import',
    await file(
      'a.csv',
      recent.filter((one) => !isSunday(one)),
    ),
    '--complete-through',
    formatDay(sunday - 7),
  );
  const last = await file('b.csv', recent.filter(isSunday));
  const said = await data.succeed('import', '--check', last, '--complete-through', 'last-sunday');
  assert.doesNotMatch(said, /thin-last-week|The week from/);
});
