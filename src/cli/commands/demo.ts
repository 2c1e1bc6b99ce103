import { createWriteStream } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Accounts } from '../../accounts/accounts.ts';
import { newKey } from '../../accounts/key.ts';
import { UserError } from '../../errors/operators.ts';
import { type Day, dayClock, mondayOf, parseDay } from '../../lib/calendar.ts';
import { DEMO_LANGUAGES, type DemoLanguage } from '../../lib/language.ts';
import { noteDone } from '../../operations/deeds.ts';
import { effectiveSettings } from '../../settings/data-settings.ts';
import { DEMO_MAKER } from '../../snapshot/tables.ts';
import { openWarehouse } from '../../warehouse/open.ts';
import type { OnProgress, Warehouse } from '../../warehouse/warehouse.ts';
import { Stopped } from '../../warehouse/warehouse-errors.ts';
import { actorOf, type CommandContext, SIGNALS } from '../context.ts';
import { keepDemoKey, readDemoKey } from '../demo-key.ts';

const ACCOUNT = 'demo';
const POINTS = 1_000_000;
const NOT_THE_DEMO =
  'There is data already that is not the demo’s, and no demo account was made for it; nothing was changed. ' +
  'Set DATA_DIR to an empty folder for the demo';

const SAME_PRESS_MS = 500;

/** The account and its key are there by then, so not everything is as it was. */
const STOPPED = 'Stopped; no demo data was made. Run it again to make it';

export function addOptions(command: Command): Command {
  return command
    .option('--until <date>', 'the last day of the data, a Sunday; the last Sunday when not given', sunday)
    .addOption(
      new Option('--language <language>', 'what categories, products and payment methods are called in')
        .choices(DEMO_LANGUAGES)
        .default('en'),
    );
}

export async function act(
  context: CommandContext,
  { until, language }: { until?: Day; language: DemoLanguage },
): Promise<void> {
  const { audienceMethods } = await import('../../demo/payments.ts');
  const { config } = context;
  // Its amounts are in New Taiwan dollars, unless another currency is set.
  const own = { currency: 'TWD', audienceMethods: audienceMethods(language) };
  const given = { ...own, ...config.given };
  await using warehouse = await openWarehouse({ ...config, given }, DEMO_MAKER, context.note);
  const isNew = (await warehouse.current()) === undefined;
  const accounts = await context.accounts('make');
  if (!isNew && !(await hasAccount(accounts))) throw new UserError(NOT_THE_DEMO);
  // Before the data: a command that was killed in between goes on, as the account says that the data is the demo's.
  const key = await keyOf(context, accounts);
  if (isNew) await makeData(context, warehouse, until, language);
  const after = { account: ACCOUNT, madeData: isNew };
  await noteDone(context, async () => accounts, { name: 'demo', actor: actorOf(context) }, after);
  context.print(
    { account: ACCOUNT, key, madeData: isNew },
    `${isNew ? 'Demo data is made.' : 'There is data already; it stays as it is.'} Demo key: ${key}`,
  );
}

async function makeData(
  { config, onProgress }: CommandContext,
  warehouse: Warehouse,
  until: Day | undefined,
  language: DemoLanguage,
): Promise<void> {
  const { demoOrders } = await import('../../demo/demo-orders.ts');
  const { timeZone } = effectiveSettings(config.given, await warehouse.settings());
  const lastSunday = mondayOf(dayClock(timeZone)(Date.now())) - 1;
  await importDemo(warehouse, onProgress, demoOrders(until ?? lastSunday, language));
}

async function importDemo(
  warehouse: Warehouse,
  onProgress: OnProgress,
  orders: Iterable<string>,
): Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let askedAt: number | undefined;
  const stop = () => {
    askedAt ??= performance.now();
    // Ctrl-C in a terminal comes from there, and from all that run this and pass it on. Who asks again waits no longer.
    if (performance.now() - askedAt > SAME_PRESS_MS) process.exit(1);
    stopping.abort();
    warehouse.stop();
  };
  for (const name of SIGNALS) process.on(name, stop);
  try {
    await using dir = await mkdtempDisposable(join(tmpdir(), 'mdq-demo-'));
    const file = join(dir.path, 'demo.csv');
    onProgress('Making demo orders');
    await pipeline(Readable.from(orders), createWriteStream(file), { signal });
    await warehouse.import({ files: [file] }, (...told) => {
      onProgress(...told);
      // What came before the import could be stopped.
      if (signal.aborted) warehouse.stop();
    });
  } catch (error) {
    const isStopped = error instanceof Stopped || (signal.aborted && isAbort(error));
    throw isStopped ? new UserError(STOPPED) : error;
  } finally {
    for (const name of SIGNALS) process.off(name, stop);
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

async function hasAccount(accounts: Accounts): Promise<boolean> {
  return (await accounts.listAccounts()).some(({ name }) => name === ACCOUNT);
}

async function keyOf({ config, by }: CommandContext, accounts: Accounts): Promise<string> {
  if (!(await hasAccount(accounts))) {
    await accounts.createAccount(ACCOUNT, { points: POINTS, by, note: 'demo points' });
  }
  const kept = await readDemoKey(config, accounts);
  if (kept) return kept;
  const { key, stored } = newKey('demo');
  await accounts.createKey(ACCOUNT, stored);
  await keepDemoKey(config, key);
  return key;
}

function sunday(text: string): Day {
  const day = parseDay(text);
  if (day === undefined || mondayOf(day) + 6 !== day) {
    throw new InvalidArgumentError('It must be a Sunday as YYYY-MM-DD.');
  }
  return day;
}
