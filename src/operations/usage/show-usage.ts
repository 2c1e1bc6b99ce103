import type { Accounts } from '../../accounts/accounts.ts';
import type { CallsCursor, CallsQuery } from '../../accounts/books.ts';
import { readParameters } from '../../accounts/parameters-text.ts';
import { dayClock, formatDay } from '../../lib/calendar.ts';
import { count } from '../../lib/count.ts';
import { bar, table } from '../../lib/text/table.ts';
import { ownerFields } from '../account-fields.ts';
import { booksTimeZone } from '../books-days.ts';
import { type Context, defineList, InputError } from '../operation.ts';
import { choice, day, nullable, optional, record, rows, text, time, whole } from '../schema.ts';

export const showUsage = defineList({
  http: 'GET /usage',
  summary: 'calls and points of an account, or of all of them',
  role: 'viewer',
  input: {
    account: optional(text({ description: 'of this account alone' })),
    from: optional(day({ description: 'first day, YYYY-MM-DD' })),
    to: optional(day({ description: 'last day, YYYY-MM-DD' })),
    by: choice(['day', 'path', 'key', 'account', 'call'], {
      description: 'what to add up by; "call" lists every single one of an account',
      label: 'what',
      default: 'day',
    }),
  },
  args: ['account'],
  /** Which of them a row has, `by` says. */
  output: rows({
    day: optional(text()),
    path: optional(text()),
    key: optional(text()),
    account: optional(text()),
    account_id: optional(text()),
    external_id: optional(nullable(text())),
    calls: optional(whole()),
    points: whole(),
    time: optional(time()),
    balance: optional(whole()),
    request_id: optional(text()),
    parameters: optional(nullable(record<Readonly<Record<string, string>>>())),
  }),
  async run(context, { account, from, to, by }) {
    if (from !== undefined && to !== undefined && from > to) throw new InputError('{from} is after {to}');
    const accounts = await context.accounts();
    if (by === 'call') {
      if (account === undefined)
        throw new InputError('{by}: single calls are listed of one account; name it');
      return pagesOf(accounts, { account, from, to }, context);
    }
    const usage = await accounts.usage({ account, from, to, by });
    return usage.map(({ of, owner, calls, points }) => ({
      ...{ [by]: of, ...(owner && ownerFields(owner)) },
      ...{ calls, points },
    }));
  },
  text(rows, { by }) {
    // Days are those of the business, as everywhere in usage; moments are in UTC.
    if (by === 'call')
      return table(rows.map(({ day, time, ...rest }) => ({ day, 'time (UTC)': time, ...rest })));
    const max = Math.max(...rows.map(({ points }) => points));
    return table(
      rows.map((row) => ({
        ...{ [by]: row[by], calls: row.calls, points: row.points },
        ' ': bar(row.points, max),
      })),
    );
  },
  // A name can change between two pages, and what was used does.
  cursorAfter: (row, { by }) => (by === 'call' ? undefined : by === 'account' ? row.account_id : row[by]),
  empty: ({ account, by }) =>
    by === 'call' || account === undefined
      ? 'No calls in that time'
      : `Account "${account}" has no calls in that time`,
  csv: ({ by }) =>
    by === 'call'
      ? ['day', 'time', 'path', 'key', 'points', 'balance', 'request_id', 'parameters']
      : [by, 'calls', 'points'],
});

async function* pagesOf(accounts: Accounts, query: CallsQuery, context: Context) {
  const dayOf = dayClock(await booksTimeZone(context, accounts));
  let after: CallsCursor | undefined = context.cursor;
  do {
    const { calls, pruned, next } = await accounts.calls({ ...query, after });
    if (!after && pruned > 0)
      context.note(`${count(pruned, 'call')} of those days were pruned and are not listed.`);
    const rows = calls.map(({ at, path, keyId, points, balance, requestId, parameters }) => {
      const asked = readParameters(parameters);
      const day = formatDay(dayOf(at.getTime()));
      return { day, time: at, path, key: keyId, points, balance, request_id: requestId, parameters: asked };
    });
    yield { rows, next };
    after = next;
  } while (after);
}
