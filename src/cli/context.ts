import { Console } from 'node:console';
import { closeSync, openSync, readSync } from 'node:fs';
import { userInfo } from 'node:os';
import { stripVTControlCharacters } from 'node:util';
import type { Accounts } from '../accounts/accounts.ts';
import { UserError } from '../errors/operators.ts';
import { fileFault } from '../errors/stores.ts';
import { printable } from '../lib/text/printable.ts';
import type { Actor } from '../operations/deeds.ts';
import type { Context } from '../operations/operation.ts';
import { readConfig } from '../settings/config.ts';
import type { Warehouse } from '../warehouse/warehouse.ts';
import { type Progress, progressOn, type ShowProgress } from './printing/progress.ts';
import type { Terminal } from './run.ts';

/** What a command is given. */
export interface CommandContext extends Context, Terminal {
  readonly isJson: boolean;
  readonly showProgress: ShowProgress;
  /** One value: as JSON, or as the text that says the same. */
  print(value: unknown, text: string): void;
}

interface Manner {
  readonly isJson: boolean;
  /** Whether Ctrl-C stops what the warehouse does, and leaves everything as it was. */
  readonly isStoppable: boolean;
}

/** What asks a command to end. */
export const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Runs a command. What it opens is opened when it asks for it, and closed however it ends. */
export async function inContext(
  terminal: Terminal,
  { isJson, isStoppable }: Manner,
  work: (context: CommandContext) => Promise<void>,
): Promise<void> {
  const { output } = terminal;
  const config = readConfig(terminal.env);
  const console = new Console(output);
  const note = (text: string) => console.error(text);
  const showProgress = await progressOn(output.stderr);
  let progress: Progress | undefined;
  let accounts: Promise<Accounts> | undefined;
  let warehouse: Warehouse | undefined;
  let opening: Promise<Warehouse> | undefined;
  const stop = () => warehouse?.stop();
  const open = async () => {
    const { openWarehouse } = await import('../warehouse/open.ts');
    warehouse = await openWarehouse(config, operator(), note);
    // Once: who asks again ends the process at once, which is safe too and leaves temporary files.
    if (isStoppable) for (const signal of SIGNALS) process.once(signal, stop);
    return warehouse;
  };
  try {
    await work({
      ...terminal,
      ...{ config, by: operator(), isJson, showProgress },
      async accounts(ifMissing = 'refuse') {
        accounts ??= import('../accounts/open.ts').then(({ openAccounts }) =>
          openAccounts(config, ifMissing),
        );
        return accounts;
      },
      async hasAccounts() {
        return (
          config.accounts !== undefined || (await import('../accounts/open.ts')).hasAccounts(config.dataDir)
        );
      },
      async warehouse() {
        opening ??= open();
        return opening;
      },
      file(name, most) {
        try {
          const file = openSync(name, 'r');
          try {
            const content = Buffer.alloc(most);
            return content.subarray(0, readSync(file, content));
          } finally {
            closeSync(file);
          }
        } catch (error) {
          throw new UserError(`Cannot read ${name}: ${fileFault(error)}`);
        }
      },
      onProgress(...told) {
        progress ??= showProgress();
        progress.onProgress(...told);
      },
      note,
      print(value, text) {
        progress?.stop();
        console.log(isJson ? jsonText(value) : output.stdout.isTTY ? text : stripVTControlCharacters(text));
      },
    });
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
    progress?.stop();
    // Accounts that could not be opened have said so already.
    const opened = await accounts?.catch(() => undefined);
    await Promise.all([opened?.close(), warehouse?.close()]);
  }
}

/** Who has a shell on the machine may do everything. */
export function actorOf({ by }: Pick<Context, 'by'>): Actor {
  return { name: by, role: 'admin', door: 'shell', address: null };
}

/** A value as one line of JSON that is safe to print. */
export function jsonText(value: unknown): string {
  return printable(JSON.stringify(value));
}

/** Who runs this process, as the operating system knows them. */
function operator(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container the user may have a number and no name.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
