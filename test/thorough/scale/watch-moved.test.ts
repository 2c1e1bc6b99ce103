/** After accounts were moved, no import goes on where they were: it would be in no audit log, and no webhook would be told. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { MDQ } from '../../support/command.ts';
import { writeCsv } from '../../support/order-files.ts';
import { row } from '../../support/reference/made-cases.ts';
import { assertMistake, dataFolderFor, runShortly } from '../../support/stores/data-folder.ts';
import { createDatabase, noDatabase } from '../../support/stores/postgres.ts';
import { until } from '../../support/until.ts';

const order = (id: string) =>
  row({ order_id: id, ordered_at: '2025-03-03', category: 'A', sub_category: 'B' });

test('a watch ends when the accounts have moved, and no command imports beside them', {
  skip: noDatabase ?? false,
}, async (t) => {
  const data = await dataFolderFor(t);
  const inbox = join(data.path, 'inbox');
  await mkdir(inbox);
  const file = (name: string) => writeCsv(join(data.path, name), [order(name)]);
  await data.succeed('account', 'create', 'a');
  await data.succeed('import', await file('1.csv'));
  const watch = spawn(MDQ, ['import', '--watch', inbox, '--settle', '0.1'], { env: data.env });
  t.after(() => watch.kill('SIGKILL'));
  const ended = once(watch, 'close');
  let said = '';
  for (const stream of [watch.stdout, watch.stderr])
    stream.on('data', (text) => {
      said += text;
    });
  await until('it watches', () => said.includes('Watching'));
  await writeCsv(join(inbox, '2.csv'), [order('2')]);
  await until('it has taken a file through the accounts', () => said.includes('Took 2.csv'));

  await data.succeed('migrate', '--to-accounts', await createDatabase(), '--finish');
  const [code] = await ended;
  assert.equal(code, 1, said);
  const moved = /The accounts (in .* )?were moved to database .*; set ACCOUNTS_URL to that/;
  assert.match(said, moved);
  const status = async () => JSON.parse(await data.succeed('status', '--json')).version;
  const was = await status();
  const next = await file('3.csv');
  for (const args of [
    ['import', next],
    ['import', '--watch', inbox],
    ['refresh'],
    ['imports', 'undo'],
    ['settings', 'set', 'MDQ_DEFAULT_WEEKS', '4'],
  ])
    assertMistake(await runShortly(data.env, args), moved);
  assert.equal(await status(), was);
});
