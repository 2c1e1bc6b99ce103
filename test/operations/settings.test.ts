/** A setting that is wrong stops the start, in one line that names it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { assertMistake, openDataFolder, runShortly } from '../support/stores/data-folder.ts';

const data = await openDataFolder();
after(() => data.remove());
const file = join(data.path, 'a-file');
await writeFile(file, '');

function start(command: string, name: string, value: string) {
  return runShortly({ ...data.env, [name]: value }, command.split(' '));
}

const WRONG: Readonly<Record<string, readonly string[]>> = {
  PORT: ['eighty', '-1', '70000', '80.5'],
  HOST: ['not an address', '203.0.113.7'],
  DATA_DIR: [join(file, 'below')],
  ACCOUNTS_URL: ['mysql://localhost/x', 'no-url'],
  WAREHOUSE_URL: ['ftp://localhost/x', 'no-url'],
  MDQ_TIMEZONE: ['Mars/Olympus', '+25:00'],
  MDQ_DEFAULT_WEEKS: ['0', '-3', '1.5', 'a dozen'],
  MDQ_IMPORT_MEMORY: ['lots', '2', '-1GB', '100MB'],
  MDQ_IMPORT_MAX_BYTES: ['lots', '2', '-1GB', '100KB'],
  MDQ_RATE_LIMIT: ['-1', '0.5', 'fast'],
  MDQ_CONTACT: ['call us', 'javascript:alert(1)'],
  MDQ_POINT_PRICE: ['0.05', '0 USD', '0.05 XXQ', '-1 USD'],
};

test('mdq serve names MDQ_METRICS_HOSTS when it is wrong', async () => {
  const env = { ...data.env, MDQ_METRICS_PORT: '0' };
  for (const value of ['mdq:9464', 'http://mdq', 'abc:9464', 'a b', '*'])
    assertMistake(
      await runShortly({ ...env, MDQ_METRICS_HOSTS: value }, ['serve']),
      /\bMDQ_METRICS_HOSTS\b.*port/,
    );
});

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
