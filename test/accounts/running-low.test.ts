/** Operators see which accounts will soon be out of points. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonLines } from '../support/json-lines.ts';
import { call, open } from '../support/stores/accounts-engines.ts';
import { dataFolderFor } from '../support/stores/data-folder.ts';

const DAY_MS = 86_400_000;

test('an account runs low when its points last for less than seven days at the rate of the last fourteen', async (t) => {
  const data = await dataFolderFor(t, { MDQ_TIMEZONE: 'UTC' });
  const accounts = await open({ DATA_DIR: data.path });
  /** Used so many points some days ago, and has so many left. */
  const account = async (name: string, used: number, daysAgo: number, left: number) => {
    await accounts.createAccount(name, { points: used + left, by: 'a test', note: '' });
    await accounts.createKey(name, { hash: name, last4: 'last', name: '' });
    if (used > 0) await accounts.settle([call(name, used, { at: Date.now() - daysAgo * DAY_MS })]);
  };
  await account('low', 140, 2, 69);
  await account('enough', 140, 2, 70);
  await account('unused', 0, 0, 0);
  await account('long ago', 140, 16, 0);
  await account('only today', 140, 0, 0);
  await account('closed', 140, 2, 0);
  await accounts.closeAccount('closed');
  const low = jsonLines<{ account: string }>(await data.succeed('account', 'list', '--low', '--json'));
  assert.deepEqual(
    low.map(({ account }) => account),
    ['low'],
  );
  assert.equal(jsonLines(await data.succeed('account', 'list', '--json')).length, 6);
});
