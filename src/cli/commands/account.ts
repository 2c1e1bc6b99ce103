import { Command } from 'commander';
import { UserError } from '../../errors/operators.ts';
import { command, wholeNumber, withAccounts } from '../command.ts';
import { operator } from '../operator.ts';
import { print, printList } from '../printing/output.ts';

export function accountCommand(): Command {
  return new Command('account')
    .description('accounts: who pays')
    .addCommand(
      command<{ points: number; note: string }>(
        'create <name>',
        'make an account',
        async (context, { points, note }, name = '') => {
          const newName = checkedName(name);
          const account = await withAccounts(
            context.config,
            (accounts) => accounts.createAccount(newName, { points, by: operator(), note }),
            'make',
          );
          print(
            context,
            { account: account.name, balance: account.balance },
            `Account "${account.name}" made, with ${account.balance.toLocaleString('en')} points. ` +
              `Make a key for it: mdq key create ${JSON.stringify(account.name)}`,
          );
        },
      )
        .option('--points <n>', 'points to begin with', wholeNumber(0), 0)
        .option('--note <text>', 'what the points are for', 'first points'),
    )
    .addCommand(
      command('list', 'list all accounts', async (context) => {
        const accounts = await withAccounts(context.config, (store) => store.listAccounts());
        const rows = accounts.map(({ name, balance, active, createdAt }) => ({
          account: name,
          balance,
          state: active ? 'active' : 'inactive',
          created: createdAt,
        }));
        printList(context, rows, 'No accounts yet; "mdq account create NAME" makes one');
      }),
    )
    .addCommand(setActive('activate', true))
    .addCommand(setActive('deactivate', false));
}

function setActive(verb: string, active: boolean): Command {
  const effect = active ? 'its keys work again' : 'all its keys are refused from now on';
  return command(`${verb} <name>`, `${verb} an account: ${effect}`, async (context, _options, name = '') => {
    await withAccounts(context.config, (accounts) => accounts.setAccountActive(name, active));
    print(
      context,
      { account: name, active },
      `Account "${name}" is ${active ? 'active' : 'inactive'}: ${effect}.`,
    );
  });
}

function checkedName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '' || trimmed.length > 100 || /\p{Cc}/u.test(trimmed)) {
    throw new UserError('An account name must have 1 to 100 characters, on one line');
  }
  return trimmed;
}
