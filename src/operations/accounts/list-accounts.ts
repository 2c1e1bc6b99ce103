import { LOW_DAYS, RATE_DAYS, runningLow } from '../../accounts/running-low.ts';
import { dayClock } from '../../lib/calendar.ts';
import { table } from '../../lib/text/table.ts';
import { ACCOUNT, accountFields } from '../account-fields.ts';
import { booksTimeZone } from '../books-days.ts';
import { defineList } from '../operation.ts';
import { flag, optional, rows, text } from '../schema.ts';

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
    externalId: optional(text({ description: 'only the one with this external id', label: 'id' })),
  },
  output: rows(ACCOUNT),
  async run(context, { low, externalId }) {
    const store = await context.accounts();
    const wanted = (await store.listAccounts(externalId)).map(accountFields);
    if (!low) return wanted;
    const today = dayClock(await booksTimeZone(context, store))(Date.now());
    const ids = new Set((await runningLow(store, today)).map(({ id }) => id));
    return wanted.filter(({ id }) => ids.has(id));
  },
  text: (all) =>
    table(all.map(({ account, balance, state, created, id }) => ({ account, balance, state, created, id }))),
  cursorAfter: ({ created, id }) => `${created.toISOString()} ${id}`,
  empty: ({ low, externalId }) =>
    externalId !== undefined
      ? `No account has the external id "${externalId}"`
      : low
        ? 'No account runs low'
        : 'No accounts yet; "mdq account create NAME" makes one',
});
