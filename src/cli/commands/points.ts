import { Command } from 'commander';
import { UserError } from '../../errors/operators.ts';
import { command, withAccounts } from '../command.ts';
import { operator } from '../operator.ts';
import { print, printList } from '../printing/output.ts';

export function pointsCommand(): Command {
  return new Command('points')
    .description('points: what calls are paid with')
    .addCommand(
      command<{ note: string }>(
        'grant <account> <n>',
        'top up an account',
        async (context, { note }, name = '', n = '') => {
          const points = readPoints(n);
          const account = await withAccounts(context.config, (accounts) =>
            accounts.grant(name, { points, by: operator(), note }),
          );
          print(
            context,
            { account: account.name, granted: points, balance: account.balance },
            `Granted ${points.toLocaleString('en')} points to "${account.name}"; it now has ${account.balance.toLocaleString('en')}.`,
          );
        },
      ).option('--note <text>', 'what for', ''),
    )
    .addCommand(
      command<{ note: string }>(
        'take <account> <n>',
        'take points back, never below 0',
        async (context, { note }, name = '', n = '') => {
          const points = readPoints(n);
          if (note.trim() === '') throw new UserError('--note must say what the points are taken back for');
          const account = await withAccounts(context.config, (accounts) =>
            accounts.take(name, { points, by: operator(), note }),
          );
          print(
            context,
            { account: account.name, taken: points, balance: account.balance },
            `Took ${points.toLocaleString('en')} points back from "${account.name}"; it now has ${account.balance.toLocaleString('en')}.`,
          );
        },
      ).requiredOption('--note <text>', 'what for'),
    )
    .addCommand(
      command(
        'list [account]',
        'list what was granted and taken back, the newest last',
        async (context, _options, account) => {
          const grants = await withAccounts(context.config, (accounts) => accounts.listGrants(account));
          const rows = grants.map(({ at, account, points, balance, by, note }) => ({
            time: at,
            account,
            points,
            balance,
            by,
            note,
          }));
          printList(context, rows, 'No points were granted yet; "mdq points grant ACCOUNT N" does it');
        },
      ),
    );
}

function readPoints(text: string): number {
  if (!/^0*[1-9]\d{0,14}$/.test(text)) {
    throw new UserError(`The points must be a whole number of 1 or more, not "${text}"`);
  }
  return Number(text);
}
