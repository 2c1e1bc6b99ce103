import { Command, InvalidArgumentError } from 'commander';
import { type Accounts, type IfMissing, openAccounts } from '../accounts/open.ts';
import { type Config, readConfig } from '../settings/config.ts';
import type { Output } from './printing/output.ts';

export interface Context extends Output {
  readonly config: Config;
}

/** A command with `--json`, whose action gets the settings and the options first, then its arguments. */
export function command<Options extends object>(
  nameAndArguments: string,
  description: string,
  action: (context: Context, options: Options, ...args: string[]) => Promise<void>,
): Command {
  const [name, ...parameters] = nameAndArguments.split(' ');
  const made = new Command(name);
  for (const parameter of parameters) made.argument(parameter);
  return made
    .description(description)
    .option('--json', 'print JSON')
    .action(async function run(this: Command) {
      // A command above it may take --json as well, and then has it.
      const options: Options & { json?: boolean } = this.optsWithGlobals();
      const context = { config: readConfig(), isJson: options.json === true };
      await action(context, options, ...(this.args as string[]));
    });
}

/** Runs work with the accounts open. Most commands are about accounts that must be there already. */
export async function withAccounts<T>(
  config: Config,
  work: (accounts: Accounts) => Promise<T>,
  ifMissing: IfMissing = 'refuse',
): Promise<T> {
  const accounts = await openAccounts(config, ifMissing);
  try {
    return await work(accounts);
  } finally {
    await accounts.close();
  }
}

export function wholeNumber(min: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^\d{1,15}$/.test(text) || number < min) {
      throw new InvalidArgumentError(`It must be a whole number of ${min} or more.`);
    }
    return number;
  };
}
