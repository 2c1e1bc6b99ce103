import { LOW_DAYS, RATE_DAYS, runningLow } from '../../accounts/running-low.ts';
import { table } from '../../lib/table.ts';
import { dayClock } from '../../snapshot/calendar.ts';
import { ACCOUNT, accountFields } from '../account-fields.ts';
import { booksTimeZone } from '../books-days.ts';
import { defineList } from '../operation.ts';
import { flag, optional, rows } from '../schema.ts';

export const listAccounts = defineList({
  http: 'GET /accounts',
  summary: 'list all accounts',
  role: 'viewer',
  input: {
    low: optional(
      flag({
        description: `only those with points for less than ${LOW_DAYS} days at the rate of the last ${RATE_DAYS}, with fewer than were set for them, or with none`,
      }),
    ),
  },
  output: rows(ACCOUNT),
  async run(context, { low }) {
    const store = await context.accounts();
    if (!low) return (await store.listAccounts()).map(accountFields);
    const today = dayClock(await booksTimeZone(context, store))(Date.now());
    return (await runningLow(store, today)).map(accountFields);
  },
  text: (all) =>
    table(all.map(({ account, balance, state, created, id }) => ({ account, balance, state, created, id }))),
  empty: ({ low }) => (low ? 'No account runs low' : 'No accounts yet; "mdq account create NAME" makes one'),
});
