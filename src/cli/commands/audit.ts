import type { Command } from 'commander';
import { printable } from '../../lib/printable.ts';
import type { Config } from '../../settings/config.ts';
import { describeAddress } from '../../settings/postgres-address.ts';
import { command, withAccounts } from '../command.ts';
import { count, print } from '../printing/output.ts';

export function auditCommand(): Command {
  return command(
    'audit',
    'prove that every balance is what was granted less what was taken back and charged',
    async (context) => {
      const report = await withAccounts(context.config, (accounts) => accounts.audit());
      const { accounts, granted, taken, charged, calls, pruned, problems } = report;
      const isRight = problems.length === 0;
      const counts =
        `${count(accounts, 'account')}, ${granted.toLocaleString('en')} points granted, ` +
        (taken > 0 ? `${taken.toLocaleString('en')} taken back, ` : '') +
        `${charged.toLocaleString('en')} charged in ${count(calls, 'call')}` +
        (pruned > 0 ? `, ${pruned.toLocaleString('en')} of them pruned` : '');
      print(
        context,
        { ok: isRight, ...report },
        isRight
          ? accounts === 0
            ? `There are no accounts in ${placeOf(context.config)}, so there is nothing to add up: check that it is the right one.`
            : `Everything adds up: ${counts}.`
          : [`It does not add up (${counts}):`, ...problems.map(printable)].join('\n  '),
      );
      if (!isRight) process.exitCode = 1;
    },
  );
}

function placeOf({ accounts, dataDir }: Config): string {
  return accounts ? describeAddress(accounts) : `DATA_DIR (${dataDir})`;
}
