/** What a spreadsheet would run as a formula stands as text in every CSV file that is written here, and nothing in one is hidden. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { toCsv } from '../../site/.vitepress/theme/shared/csv.ts';
import { hashKey } from '../../src/accounts/key.ts';
import { openAccounts } from '../../src/accounts/open.ts';
import { parametersText } from '../../src/accounts/parameters-text.ts';
import { readConfig } from '../../src/settings/config.ts';
import { rowsAsCsv } from '../support/order-files.ts';
import { dataFolderFor } from '../support/stores/data-folder.ts';
import { createAccount } from '../support/stores/prepare.ts';

const HIDDEN = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u0080-\u009f]/u;
const FORMULA = "=cmd|' /C calc'!A0";

test('a formula in a bad row is text in the rejects file, and a negative amount stays a number', async (t) => {
  const data = await dataFolderFor(t);
  const file = join(data.path, 'bad.csv');
  await writeFile(file, `${rowsAsCsv([])}1,"${FORMULA}",A,B,P,,,1,,,\n2,2026-06-01,A,B,P,,,-12.5,,,\n`);
  const good = `${rowsAsCsv([])}3,2026-06-01,A,B,P,,,1,,,\n`;
  await writeFile(join(data.path, 'good.csv'), good);
  const { rejectsFile } = JSON.parse(
    await data.succeed('import', file, join(data.path, 'good.csv'), '--skip-bad-rows', '--json'),
  );
  const list = await readFile(rejectsFile, 'utf8');
  assert.ok(list.includes(`,ordered_at,"'${FORMULA}",`), list);
  assert.ok(list.includes(',amount,-12.5,'), list);
});

test('a formula in a charged call is text in an export, and what turns the direction of a text is shown', async (t) => {
  const data = await dataFolderFor(t);
  const { key } = await createAccount(data.env, 'acme', 10);
  const accounts = await openAccounts(readConfig({ DATA_DIR: data.path }));
  const call = { keyHash: hashKey(key), points: 1, at: Date.now(), day: 20_000 };
  const parameters = parametersText({ category: 'a\u202egpj.exe\u009b31m' });
  await accounts.settle([
    { ...call, path: FORMULA, requestId: FORMULA },
    { ...call, path: '/\u2067x', requestId: '1', parameters },
  ]);
  await accounts.close();
  const calls = await data.succeed('usage', 'acme', '--by', 'call', '--csv');
  assert.equal(calls.split(`"'${FORMULA}"`).length, 3, calls);
  assert.match(calls, /a\\u202egpj\.exe\\u009b31m/);
  assert.doesNotMatch(calls, HIDDEN);
  const paths = await data.succeed('usage', 'acme', '--by', 'path', '--csv');
  const [header, ...rows] = paths.trimEnd().split('\n');
  assert.deepEqual([header, ...rows.sort()], ['path,calls,points', `"'${FORMULA}",1,1`, '/\\u2067x,1,1']);
  assert.equal(toCsv({ columns: ['name'], rows: [['a\u202eb'], [-5]] }), 'name\r\na\\u202eb\r\n-5\r\n');
});
