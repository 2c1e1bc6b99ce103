import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { UserError } from '../../errors/operators.ts';
import type { Config } from '../../settings/config.ts';
import { assertSettingsAgree } from '../../settings/data-settings.ts';
import { isControlled } from '../../snapshot/privacy/numbers.ts';
import { linesMoved, openWarehouse } from '../../warehouse/open.ts';
import { readReachable } from '../../warehouse/versions/read-newest.ts';
import type { Warehouse } from '../../warehouse/warehouse.ts';
import { WarehouseUnreachable } from '../../warehouse/warehouse-errors.ts';
import { type Context, command, wholeNumber, withAccounts } from '../command.ts';
import { readDemoKey } from '../demo-key.ts';
import { describeFailure } from '../failure.ts';
import { print } from '../printing/output.ts';

const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;

const NOT_CONTROLLED =
  'Disclosure control is off: callers can single out one person or merchant. See "mdq privacy report" and the guide Privacy.';

interface Options {
  demo?: boolean;
  processes: number;
}

/** One process that serves, or several that do it together. */
interface Serving {
  readonly url: string;
  readonly metricsUrl: string | undefined;
  readonly drain: { end(): boolean };
  stop(): Promise<void>;
}

export function serveCommand(): Command {
  return command<Options>('serve', 'serve the API', serve)
    .option('--demo', 'make the demo first when there is no data yet')
    .option('--processes <n>', 'processes that share the port', wholeNumber(1), 1);
}

async function serve(context: Context, { demo, processes }: Options): Promise<void> {
  const { config } = context;
  if (demo && !(await hasData(config))) await runBeside('demo');
  // Opened once before all that serves: what is wrong with them is told once.
  const key = await withAccounts(config, (accounts) => readDemoKey(config, accounts), 'make');
  const { settled, isUnderControl } = await agreed(config);
  const moved = linesMoved(config);
  if (moved !== undefined)
    console.error(
      `The order lines were moved to ${moved}: the figures served here get no newer; set WAREHOUSE_URL to that.`,
    );
  const serving = await start(settled, processes);
  if (!isUnderControl && !isLoopback(config.host)) console.error(NOT_CONTROLLED);
  let isStopping = false;
  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      if (isStopping) {
        // Who asks again does not want to wait for load balancers, and then not for calls in flight: what was answered is on disk.
        if (!serving.drain.end()) process.exit(1);
        return;
      }
      isStopping = true;
      serving.stop().then(
        () => process.exit(0),
        (error) => {
          console.error(`mdq: ${describeFailure(error)}`);
          process.exit(1);
        },
      );
    });
  }
  const { url, metricsUrl } = serving;
  print(context, { url, ...(metricsUrl && { metricsUrl }) }, greeting(serving, key));
}

async function start(config: Config, processes: number): Promise<Serving> {
  if (processes === 1) return (await import('../../server/serve.ts')).startServer(config);
  const { Supervisor } = await import('../../server/processes/supervisor.ts');
  const supervisor = new Supervisor(config, processes);
  await supervisor.start();
  return supervisor;
}

async function hasData(config: Config): Promise<boolean> {
  const warehouse = openWarehouse(config);
  const { newest } = await readReachable(warehouse, (published, version) =>
    published.describe(version),
  ).finally(() => warehouse.close());
  return newest !== undefined;
}

/** Runs another command in a process of its own, so that its memory is gone before serving starts. */
async function runBeside(name: string): Promise<void> {
  const main = fileURLToPath(new URL('../main.ts', import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, main, name], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const passOn = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of STOP_SIGNALS) process.on(signal, passOn);
  const [code, signal] = await once(child, 'exit');
  for (const name of STOP_SIGNALS) process.off(name, passOn);
  if (signal) process.exit(0);
  if (code !== 0) throw new UserError(`"mdq ${name}" failed; its message is above`);
}

/** The settings of the data go before the defaults; those that say something else stop the start. */
async function agreed(config: Config): Promise<{ settled: Config; isUnderControl: boolean }> {
  const warehouse = openWarehouse(config);
  const newest = await lookAt(warehouse).finally(() => warehouse.close());
  if (!newest) return { settled: config, isUnderControl: isControlled(config.given) };
  const { facts, categories } = newest.content;
  assertSettingsAgree(config.given, facts.settings);
  if (config.defaultCategory && !categories.includes(config.defaultCategory)) {
    console.error(
      `MDQ_DEFAULT_CATEGORY is "${config.defaultCategory}", which the data does not have: the largest is used.`,
    );
  }
  const settled = { ...config, timeZone: facts.settings.timeZone };
  return { settled, isUnderControl: isControlled(facts.settings) };
}

/** What is published. What is wrong with the warehouse stops the start, but for what may be away for a while. */
async function lookAt(warehouse: Warehouse) {
  const { newest, unreachable } = await readReachable(warehouse, (published, version) =>
    published.describe(version),
  );
  for (const problem of await warehouse.examine()) {
    if (!(problem instanceof WarehouseUnreachable)) throw problem;
    console.error(`${problem.message}.`);
  }
  if (unreachable && newest) {
    const { version, publishedAt } = newest.content.facts;
    console.error(`Serving version ${version}, published ${publishedAt}, as it is kept on this machine.`);
  }
  return newest;
}

/** Whether only programs on this machine can call. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host);
}

function greeting({ url, metricsUrl }: Serving, key: string | undefined): string {
  const metrics = metricsUrl ? `\nMetrics   ${metricsUrl}` : '';
  const addresses = `Serving   ${url}\nGuides    ${url}/developers${metrics}`;
  if (!key) return `${addresses}\nA key: mdq account create NAME --points 1000, then mdq key create NAME`;
  return [
    addresses,
    `Demo key  ${key}`,
    '',
    'Try it:',
    `  curl -H 'x-api-key: ${key}' ${url}/api/public/overview/ranking`,
  ].join('\n');
}
