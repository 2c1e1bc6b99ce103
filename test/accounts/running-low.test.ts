/** Operators see which accounts will soon be out of points. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonLines } from '../support/json-lines.ts';
import { call, open } from '../support/stores/accounts-engines.ts';
import { dataFolderFor } from '../support/stores/data-folder.ts';

const DAY_MS = 86_400_000;

test('an account runs low when its points last for less than seven days at the rate of the last fourteen or are fewer than were set for it, or it has none and is in use', async (t) => {
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
  // What is set by hand counts beside the rate.
  await account('set higher', 0, 0, 99);
  await account('set lower', 140, 2, 5);
  await accounts.changeAccount('set higher', { low: { below: 100, isSet: true } });
  await accounts.changeAccount('set lower', { low: { below: 5, isSet: true } });
  const low = jsonLines<{ account: string }>(await data.succeed('account', 'list', '--low', '--json'));
  assert.deepEqual(
    low.map(({ account }) => account),
    ['low', 'only today', 'set higher', 'set lower'],
  );
  assert.equal(jsonLines(await data.succeed('account', 'list', '--json')).length, 8);

  const usage = async (...args: string[]) =>
    jsonLines<Record<string, unknown>>(await data.succeed('usage', ...args, '--json'));
  assert.deepEqual(
    (await usage('--by', 'account')).map(({ account, calls, points }) => [account, calls, points]),
    ['closed', 'enough', 'long ago', 'low', 'only today', 'set lower'].map((name) => [name, 1, 140]),
  );
  assert.deepEqual(
    (await usage()).map(({ points }) => points),
    [140, 560, 140],
  );
  assert.deepEqual(await usage('low', '--by', 'path'), [{ path: '/path', calls: 1, points: 140 }]);
  const { code, stderr } = await data.mdq('usage', '--by', 'call');
  assert.deepEqual([code, stderr], [1, 'mdq: --by: single calls are listed of one account; name it\n']);
});
