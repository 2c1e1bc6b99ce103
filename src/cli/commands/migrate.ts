import type { Command } from 'commander';
import { copyAccounts, finishMove, type Moved, mustBeHere } from '../../accounts/move.ts';
import { openMove } from '../../accounts/open.ts';
import { UserError } from '../../errors.ts';
import { readPostgresAddress } from '../../postgres-address.ts';
import { type Context, command } from '../command.ts';
import { count, print } from '../output.ts';
import { showProgress } from '../progress.ts';

interface Options {
  toAccounts: string;
  finish?: boolean;
}

export function migrateCommand(): Command {
  return command<Options>(
    'migrate',
    'copy the accounts in DATA_DIR into PostgreSQL, while serving; --finish moves them for good',
    migrate,
  )
    .requiredOption('--to-accounts <url>', 'where to: postgres://user:password@host:5432/database')
    .option('--finish', 'refuse calls here from now on, copy the rest, check it, and leave this store');
}

async function migrate(context: Context, { toAccounts, finish = false }: Options): Promise<void> {
  if (context.config.accounts) {
    throw new UserError('ACCOUNTS_URL must be empty: "mdq migrate" moves the accounts that are in DATA_DIR');
  }
  const address = readPostgresAddress('--to-accounts', toAccounts);
  const { source, target } = await openMove(context.config, address);
  const progress = showProgress();
  try {
    mustBeHere(source, target, finish);
    progress.onProgress('Copying accounts');
    const moved = await copyAccounts(source, target, (fraction) => progress.onProgress('', fraction));
    const last = finish ? await finishMove(source, target) : undefined;
    progress.stop();
    print(
      context,
      {
        target: target.name,
        accounts: moved.accounts,
        copied: moved.calls + (last?.calls ?? 0),
        behind: last ? 0 : moved.behind,
        finished: finish,
      },
      last ? finished(last, target.name) : copied(moved, target.name),
    );
  } finally {
    progress.stop();
    source.close();
    await target.close();
  }
}

function copied({ accounts, calls, behind }: Moved, target: string): string {
  const rest = behind === 0 ? 'nothing is missing' : `it is ${count(behind, 'call')} behind`;
  return (
    `Copied ${count(accounts, 'account')} and ${count(calls, 'entry').replace('ys', 'ies')} to ${target}; ${rest}. ` +
    'Calls go on here. Run it again to catch up, and with --finish to move.'
  );
}

function finished({ accounts }: Moved, target: string): string {
  return (
    `Moved ${count(accounts, 'account')} to ${target}; balances and counts are the same on both sides. ` +
    'Calls are refused here (503): set ACCOUNTS_URL and start the servers again.'
  );
}
