import type { Account, Accounts } from '../../accounts/accounts.ts';
import { table } from '../../lib/table.ts';
import { dayClock } from '../../snapshot/calendar.ts';
import { ACCOUNT, accountFields } from '../account-fields.ts';
import { booksTimeZone } from '../books-days.ts';
import { defineList } from '../operation.ts';
import { flag, optional, rows } from '../schema.ts';

/** An account runs low with points for fewer days than these, at the rate of so many days before today. */
const LOW_DAYS = 7;
const RATE_DAYS = 14;

export const listAccounts = defineList({
  http: 'GET /accounts',
  summary: 'list all accounts',
  role: 'viewer',
  input: {
    low: optional(
      flag({
        description: `only those with points for less than ${LOW_DAYS} days, at the rate of the last ${RATE_DAYS}`,
      }),
    ),
  },
  output: rows(ACCOUNT),
  async run(context, { low }) {
    const store = await context.accounts();
    const all = await store.listAccounts();
    if (!low) return all.map(accountFields);
    const today = dayClock(await booksTimeZone(context, store))(Date.now());
    const chosen: Account[] = [];
    for (const account of all) if (await runsLow(store, account, today)) chosen.push(account);
    return chosen.map(accountFields);
  },
  text: (all) =>
    table(all.map(({ account, balance, state, created, id }) => ({ account, balance, state, created, id }))),
  empty: ({ low }) => (low ? 'No account runs low' : 'No accounts yet; "mdq account create NAME" makes one'),
});

/** Of open accounts that are in use. */
async function runsLow(store: Accounts, { id, balance, closedAt }: Account, today: number): Promise<boolean> {
  if (closedAt) return false;
  const days = await store.usage({ account: id, from: today - RATE_DAYS, to: today - 1, by: 'day' });
  const used = days.reduce((sum, { points }) => sum + points, 0);
  return balance * RATE_DAYS < used * LOW_DAYS;
}
