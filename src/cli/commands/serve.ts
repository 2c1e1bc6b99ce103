import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import type { Config } from '../../config.ts';
import { UserError } from '../../errors.ts';
import type { Server } from '../../serve.ts';
import { openWarehouse } from '../../warehouse/open.ts';
import { type Context, command } from '../command.ts';
import { print } from '../output.ts';
import { readDemoKey } from './demo.ts';

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
  const version = await openWarehouse(config).current();
  if (options.demo && version === undefined) await runBeside('demo');
  else if (version !== undefined && (await needsRefresh(config, version))) {
    console.error('Settings have changed since the data was published: refreshing it.');
    await runBeside('refresh');
  }
  const server = await startServer(config);
  let isStopping = false;
  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      // Who asks twice does not want to wait for the calls in flight; what was answered is on disk.
      if (isStopping) process.exit(1);
      isStopping = true;
      server.stop().then(() => process.exit(0));
    });
  }
  const key = await readDemoKey(config, server.accounts);
  const { url, metricsUrl } = server;
  print(context, { url, ...(metricsUrl && { metricsUrl }) }, greeting(server, key));
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

async function needsRefresh(config: Config, version: number): Promise<boolean> {
  const { facts, categories } = await openWarehouse(config).describe(version);
  const { timeZone, defaultWeeks, audienceMethods } = facts.settings;
  if (timeZone !== config.timeZone) {
    throw new UserError(
      `MDQ_TIMEZONE is ${config.timeZone}, but the data here was imported in ${timeZone}; set it back`,
    );
  }
  if (config.defaultCategory && !categories.includes(config.defaultCategory)) {
    console.error(
      `MDQ_DEFAULT_CATEGORY is "${config.defaultCategory}", which the data does not have: the largest is used.`,
    );
  }
  return defaultWeeks !== config.defaultWeeks || audienceMethods.join() !== config.audienceMethods.join();
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
