import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Accounts } from '../../accounts/accounts.ts';
import { newKey } from '../../accounts/key.ts';
import { DEMO_LANGUAGES, type DemoLanguage } from '../../lib/language.ts';
import type { Config } from '../../settings/config.ts';
import { type Day, mondayOf, parseDay } from '../../snapshot/calendar.ts';
import { openWarehouse } from '../../warehouse/open.ts';
import type { Warehouse } from '../../warehouse/warehouse.ts';
import { command, withAccounts } from '../command.ts';
import { keepDemoKey, readDemoKey } from '../demo-key.ts';
import { operator } from '../operator.ts';
import { print } from '../printing/output.ts';
import { showProgress } from '../printing/progress.ts';
import { today } from '../today.ts';

const ACCOUNT = 'demo';
const POINTS = 1_000_000;

export function demoCommand(): Command {
  return command<{ until?: Day; language: DemoLanguage }>(
    'demo',
    'make demo data, an account "demo" and a key, unless they are there',
    async (context, { until, language }) => {
      const isNew = await makeData(context.config, until ?? (await lastSunday(context.config)), language);
      const key = await makeKey(context.config);
      print(
        context,
        { account: ACCOUNT, key, madeData: isNew },
        `${isNew ? 'Demo data is made.' : 'There is data already; it stays as it is.'} Demo key: ${key}`,
      );
    },
  )
    .option('--until <date>', 'the last day of the data, a Sunday; the last Sunday when not given', sunday)
    .addOption(
      new Option('--language <language>', 'what categories, products and payment methods are called in')
        .choices(DEMO_LANGUAGES)
        .default('en'),
    );
}

async function makeData(config: Config, until: Day, language: DemoLanguage): Promise<boolean> {
  const { audienceMethods } = await import('../../demo/payments.ts');
  // Its amounts are in New Taiwan dollars, unless another currency is set.
  const own = { currency: 'TWD', audienceMethods: audienceMethods(language) };
  const warehouse = openWarehouse({ ...config, given: { ...own, ...config.given } });
  try {
    if ((await warehouse.current()) !== undefined) return false;
    await importDemo(warehouse, until, language);
    return true;
  } finally {
    await warehouse.close();
  }
}

async function importDemo(warehouse: Warehouse, until: Day, language: DemoLanguage): Promise<void> {
  const { demoOrders } = await import('../../demo/demo-orders.ts');
  const progress = showProgress();
  const dir = await mkdtemp(join(tmpdir(), 'mdq-demo-'));
  try {
    const file = join(dir, 'demo.csv');
    progress.onProgress('Making demo orders');
    await pipeline(Readable.from(demoOrders(until, language)), createWriteStream(file));
    await warehouse.import({ files: [file] }, progress.onProgress);
  } finally {
    progress.stop();
    await rm(dir, { recursive: true, force: true });
  }
}

async function makeKey(config: Config): Promise<string> {
  return withAccounts(config, (accounts) => keyOf(config, accounts), 'make');
}

async function keyOf(config: Config, accounts: Accounts): Promise<string> {
  const existing = await accounts.listAccounts();
  if (!existing.some(({ name }) => name === ACCOUNT)) {
    await accounts.createAccount(ACCOUNT, { points: POINTS, by: operator(), note: 'demo points' });
  }
  const kept = await readDemoKey(config, accounts);
  if (kept) return kept;
  const { key, stored } = newKey('demo');
  await accounts.createKey(ACCOUNT, stored);
  await keepDemoKey(config, key);
  return key;
}

async function lastSunday(config: Config): Promise<Day> {
  return mondayOf(await today(config)) - 1;
}

function sunday(text: string): Day {
  const day = parseDay(text);
  if (day === undefined || mondayOf(day) + 6 !== day) {
    throw new InvalidArgumentError('It must be a Sunday as YYYY-MM-DD.');
  }
  return day;
}
