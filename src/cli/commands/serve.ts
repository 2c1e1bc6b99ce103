import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import type { Config } from '../../config.ts';
import { assertSettingsAgree } from '../../data-settings.ts';
import { UserError } from '../../errors.ts';
import type { Server } from '../../serve.ts';
import { isControlled } from '../../snapshot/privacy/numbers.ts';
import { openWarehouse } from '../../warehouse/open.ts';
import { readNewest } from '../../warehouse/read-newest.ts';
import { type Context, command } from '../command.ts';
import { readDemoKey } from '../demo-key.ts';
import { describeFailure } from '../failure.ts';
import { print } from '../output.ts';

const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;

export function serveCommand(): Command {
  return command<{ demo?: boolean }>('serve', 'serve the API', serve).option(
    '--demo',
    'make the demo first when there is no data yet',
  );
}

async function serve(context: Context, options: { demo?: boolean }): Promise<void> {
  const { config } = context;
  const { startServer } = await import('../../serve.ts');
  if (options.demo && !(await hasData(config))) await runBeside('demo');
  const { settled, isUnderControl } = await agreed(config);
  const server = await startServer(settled);
  if (!isUnderControl && !isLoopback(config.host)) console.error(NOT_CONTROLLED);
  let isStopping = false;
  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      // Who asks twice does not want to wait for the calls in flight; what was answered is on disk.
      if (isStopping) process.exit(1);
      isStopping = true;
      server.stop().then(
        () => process.exit(0),
        (error) => {
          console.error(`mdq: ${describeFailure(error)}`);
          process.exit(1);
        },
      );
    });
  }
  const key = await readDemoKey(config, server.accounts);
  const { url, metricsUrl } = server;
  print(context, { url, ...(metricsUrl && { metricsUrl }) }, greeting(server, key));
}

async function hasData(config: Config): Promise<boolean> {
  const warehouse = openWarehouse(config);
  const version = await warehouse.current().finally(() => warehouse.close());
  return version !== undefined;
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
  const newest = await readNewest(warehouse, (version) => warehouse.describe(version)).finally(() =>
    warehouse.close(),
  );
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

const NOT_CONTROLLED =
  'Disclosure control is off: callers can single out one person or merchant. See "mdq privacy report" and the guide Privacy.';

/** Whether only programs on this machine can call. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host);
}

function greeting({ url, metricsUrl }: Server, key: string | undefined): string {
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
