/** A setting that is wrong stops the start, in one line that names it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { run } from '../support/command.ts';
import { assertMistake, dataFolderFor, runShortly } from '../support/stores/data-folder.ts';

const data = await dataFolderFor({ after });
const file = join(data.path, 'a-file');
await writeFile(file, '');

function start(command: string, name: string, value: string) {
  const env = { ...data.env, [name]: value };
  return command === 'serve' ? runShortly(env, [command]) : run(env, command.split(' '));
}

const WRONG: Readonly<Record<string, readonly string[]>> = {
  PORT: ['eighty'],
  HOST: ['not an address', '203.0.113.7'],
  DATA_DIR: [join(file, 'below')],
};

for (const [name, values] of Object.entries(WRONG)) {
  test(`mdq serve names ${name} when it is wrong`, async () => {
    const outcomes = await Promise.all(values.map((value) => start('serve', name, value)));
    for (const outcome of outcomes) assertMistake(outcome, new RegExp(`\\b${name}\\b`));
  });
}

test('a wrong setting stops other commands as well', async () => {
  assertMistake(await start('status', 'MDQ_TIMEZONE', 'Mars/Olympus'), /\bMDQ_TIMEZONE\b/);
  assertMistake(await start('account list', 'ACCOUNTS_URL', 'mysql://localhost/x'), /\bACCOUNTS_URL\b/);
});

for (const command of ['status', 'audit', 'refresh', 'demo', 'account create acme', 'key list']) {
  test(`mdq ${command} names a DATA_DIR that cannot be written`, async () => {
    assertMistake(await start(command, 'DATA_DIR', join(file, 'below')), /\bDATA_DIR\b/);
  });
}
