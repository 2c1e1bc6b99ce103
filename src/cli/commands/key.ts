import { Command, InvalidArgumentError, Option } from 'commander';
import { newKey } from '../../accounts/key.ts';
import { command, withAccounts } from '../command.ts';
import { print, printList } from '../printing/output.ts';

const SHOWN_ONCE = 'It is shown this once; keep it safe.';

export function keyCommand(): Command {
  return new Command('key')
    .description('API keys: who calls')
    .addCommand(
      command<{ name: string }>('create <account>', 'make a key', async (context, { name }, account = '') => {
        const { key, stored } = newKey(name);
        const { id } = await withAccounts(context.config, (accounts) => accounts.createKey(account, stored));
        print(context, { id, key }, `Key ${id} of account "${account}":\n\n  ${key}\n\n${SHOWN_ONCE}`);
      }).option('--name <text>', 'what the key is for', ''),
    )
    .addCommand(
      command('list [account]', 'list keys; never shows a key itself', async (context, _options, account) => {
        const keys = await withAccounts(context.config, (accounts) => accounts.listKeys(account));
        const rows = keys.map((key) => ({
          id: key.id,
          account: key.account,
          name: key.name || null,
          ends_in: `…${key.last4}`,
          state: key.state,
          created: key.createdAt,
          last_used: key.lastUsedAt,
          valid_until: key.endsAt,
        }));
        printList(context, rows, 'No keys yet; "mdq key create ACCOUNT" makes one');
      }),
    )
    .addCommand(
      command<{ grace: number; name: string }>(
        'rotate <id>',
        'make a new key in place of one, which stays valid for a grace time',
        async (context, { grace, name }, id = '') => {
          const { key, stored } = newKey(name);
          const { key: made, oldEndsAt } = await withAccounts(context.config, (accounts) =>
            accounts.rotateKey(id, stored, grace),
          );
          print(
            context,
            { id: made.id, key, replaces: id, replaced_valid_until: oldEndsAt },
            `Key ${made.id} takes the place of ${id}, which stays valid until ${oldEndsAt.toISOString()}:\n\n  ${key}\n\n${SHOWN_ONCE}`,
          );
        },
      )
        .addOption(
          new Option('--grace <time>', 'how long the old key stays valid, such as 90s, 30m, 24h or 7d')
            .argParser(duration)
            .default(duration('24h'), '24h'),
        )
        .option('--name <text>', 'what the key is for; as the old one when not given', ''),
    )
    .addCommand(setActive('activate', true))
    .addCommand(setActive('deactivate', false))
    .addCommand(
      command('delete <id>', 'delete a key for good', async (context, _options, id = '') => {
        await withAccounts(context.config, (accounts) => accounts.deleteKey(id));
        print(context, { id, deleted: true }, `Key ${id} is deleted.`);
      }),
    );
}

function setActive(verb: string, active: boolean): Command {
  return command(`${verb} <id>`, `${verb} a key`, async (context, _options, id = '') => {
    await withAccounts(context.config, (accounts) => accounts.setKeyActive(id, active));
    print(context, { id, active }, `Key ${id} is ${active ? 'active' : 'inactive'}.`);
  });
}

const MS_PER = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function duration(text: string): number {
  const [, number, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (!number) throw new InvalidArgumentError('It must be a time such as 90s, 30m, 24h or 7d.');
  return Number(number) * MS_PER[unit as keyof typeof MS_PER];
}
