import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Command, InvalidArgumentError } from 'commander';
import { openAccounts } from '../../accounts/open.ts';
import { describeFailure } from '../../errors/describe-failure.ts';
import { UserError } from '../../errors/operators.ts';
import { NOT_CONTROLLED } from '../../operations/data/privacy-lines.ts';
import { freePort } from '../../server/listening.ts';
import type { Server } from '../../server/serve.ts';
import type { Config } from '../../settings/config.ts';
import { assertSettingsAgree } from '../../settings/data-settings.ts';
import { isControlled } from '../../snapshot/privacy/numbers.ts';
import { linesMoved, openWarehouse } from '../../warehouse/open.ts';
import { readReachable } from '../../warehouse/versions/read-newest.ts';
import type { Warehouse } from '../../warehouse/warehouse.ts';
import { WarehouseUnreachable } from '../../warehouse/warehouse-errors.ts';
import { type CommandContext, SIGNALS } from '../context.ts';
import { readDemoKey } from '../demo-key.ts';

interface Options {
  demo?: boolean;
  processes: number;
}

/** One process that serves, or several that share a port. */
export type Serving = Pick<Server, 'url' | 'metricsUrl' | 'adminUrl' | 'drain' | 'stop'>;

export function addOptions(command: Command): Command {
  return command
    .option('--demo', 'make the demo first when there is no data yet')
    .option('--processes <n>', 'processes that share the port', readProcesses, 1);
}

export async function act(context: CommandContext, options: Options): Promise<void> {
  if (options.demo && !(await hasData(context.config))) {
    await freePort(context.config);
    if ((await runBeside('demo', context.env)) === 'stopped') return context.fail();
  }
  const { serving, text } = await serve(context, options);
  // Whoever reads where it serves may end it at once.
  stopOnSignals(serving, context);
  const { url, metricsUrl, adminUrl } = serving;
  context.print({ url, ...(metricsUrl && { metricsUrl }), ...(adminUrl && { adminUrl }) }, text);
}

/** Checks the stores and the settings, and starts to listen. Returns what to print as well. */
export async function serve(
  context: CommandContext,
  { demo, processes }: Options,
): Promise<{ serving: Serving; text: string }> {
  const { config, env, note } = context;
  // Opened once before anything serves, so that an error of the accounts is reported once.
  const accounts = await openAccounts(config, 'make');
  const [key, isSomebodyThere] = await Promise.all([
    readDemoKey(config, accounts),
    accounts.listThresholds().then(({ length }) => length > 0),
  ]).finally(() => accounts.close());
  const { agreedConfig, isUnderControl } = await agreed(context);
  const moved = linesMoved(config);
  if (moved !== undefined)
    note(
      `The order lines were moved to ${moved}: the figures served here get no newer; set WAREHOUSE_URL to that.`,
    );
  // Who tries it out is going to run it.
  const operatorPages = config.operatorPages || (demo === true && !env.MDQ_OPERATOR_PAGES?.trim());
  const serving = await start({ ...agreedConfig, operatorPages }, processes, {
    ...context,
    env: { ...env, MDQ_OPERATOR_PAGES: operatorPages ? 'on' : 'off' },
  });
  if (!isUnderControl && !isLoopback(config.host)) note(NOT_CONTROLLED);
  return { serving, text: greeting(serving, key, isSomebodyThere) };
}

/** The first signal stops the server, a second one ends the process without waiting for load balancers. */
function stopOnSignals(serving: Serving, { note }: CommandContext): void {
  let isStopping = false;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (isStopping) {
        // Whatever was answered is on disk already.
        if (!serving.drain.end()) process.exit(1);
        return;
      }
      isStopping = true;
      serving.stop().then(
        () => process.exit(0),
        (error) => {
          note(`mdq: ${describeFailure(error)}`);
          process.exit(1);
        },
      );
    });
  }
}

async function start(
  config: Config,
  processes: number,
  { env, output: { stderr } }: Pick<CommandContext, 'env' | 'output'>,
): Promise<Serving> {
  if (processes === 1) return (await import('../../server/serve.ts')).startServer(config, { env, stderr });
  const { Supervisor } = await import('../../server/processes/supervisor.ts');
  const supervisor = new Supervisor(config, processes, env);
  await supervisor.start();
  return supervisor;
}

async function hasData(config: Config): Promise<boolean> {
  await using warehouse = await openWarehouse(config);
  const { newest } = await readReachable(warehouse, (published, version) => published.describe(version));
  return newest !== undefined;
}

/**
 * Runs another command in a process of its own, so that its memory is gone before serving starts. Returns `stopped`
 * where it was stopped.
 */
async function runBeside(name: string, env: NodeJS.ProcessEnv): Promise<'done' | 'stopped'> {
  const main = fileURLToPath(new URL('../main.ts', import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, main, name], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let isStopping = false;
  const passOn = (signal: NodeJS.Signals) => {
    isStopping = true;
    child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, passOn);
  const [code, signal] = await once(child, 'exit');
  for (const name of SIGNALS) process.off(name, passOn);
  if (isStopping) {
    // It has said so itself, unless it was ended before it could, or done by then.
    if (code === 1) return 'stopped';
    throw new UserError('Stopped; nothing is served');
  }
  if (signal) throw new UserError(`"mdq ${name}" was ended by ${signal}`);
  if (code !== 0) throw new UserError(`"mdq ${name}" failed; its message is above`);
  return 'done';
}

/** The settings of the data go before the defaults; those that say something else stop the start. */
async function agreed({
  config,
  note,
}: CommandContext): Promise<{ agreedConfig: Config; isUnderControl: boolean }> {
  await using warehouse = await openWarehouse(config);
  const newest = await lookAt(warehouse, note);
  if (!newest) return { agreedConfig: config, isUnderControl: isControlled(config.given) };
  const { facts, categories } = newest.content;
  assertSettingsAgree(config.given, facts.settings);
  if (config.defaultCategory && !categories.includes(config.defaultCategory)) {
    note(
      `MDQ_DEFAULT_CATEGORY is "${config.defaultCategory}", which the data does not have: the largest is used.`,
    );
  }
  const agreedConfig = { ...config, timeZone: facts.settings.timeZone };
  return { agreedConfig, isUnderControl: isControlled(facts.settings) };
}

/** What is published. An error of the warehouse prevents the start, unless it may just be away for a while. */
async function lookAt(warehouse: Warehouse, note: CommandContext['note']) {
  const { newest, unreachable } = await readReachable(warehouse, (published, version) =>
    published.describe(version),
  );
  for (const problem of await warehouse.examine()) {
    if (!(problem instanceof WarehouseUnreachable)) throw problem;
    note(`${problem.message}.`);
  }
  if (unreachable && newest) {
    const { version, publishedAt } = newest.content.facts;
    note(`Serving version ${version}, published ${publishedAt}, as it is kept on this machine.`);
  }
  return newest;
}

function readProcesses(text: string): number {
  if (!/^0*[1-9]\d{0,14}$/.test(text))
    throw new InvalidArgumentError('It must be a whole number of 1 or more.');
  return Number(text);
}

/** Whether only programs on this machine can call. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host);
}

function greeting(
  { url, metricsUrl, adminUrl }: Serving,
  key: string | undefined,
  isSomebodyThere: boolean,
): string {
  const metrics = metricsUrl ? `\nMetrics   ${metricsUrl}` : '';
  const admin = adminUrl ? `\nAdmin API ${adminUrl}` : '';
  const addresses = `Serving   ${url}\nGuides    ${url}/developers${metrics}${admin}`;
  if (!key && isSomebodyThere) return addresses;
  if (!key) return `${addresses}\nA key: mdq account create NAME --points 1000, then mdq key create NAME`;
  return [
    addresses,
    `Demo key  ${key}`,
    '',
    'Try it:',
    `  curl -H 'x-api-key: ${key}' ${url}/api/public/overview/ranking`,
  ].join('\n');
}
