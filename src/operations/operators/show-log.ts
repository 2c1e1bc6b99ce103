import { setImmediate } from 'node:timers/promises';
import type { Accounts } from '../../accounts/accounts.ts';
import type { ChainedRow } from '../../accounts/log-chain.ts';
import { table } from '../../lib/text/table.ts';
import { defineList } from '../operation.ts';
import { day, nullable, optional, record, rows, text, time, whole } from '../schema.ts';

const PAGE = 1000;
const DAY_MS = 86_400_000;
const MOST_SHOWN = 3;
const LONGEST_SHOWN = 40;

export const showLog = defineList({
  http: 'GET /log',
  summary: 'what was changed, by whom and when, the newest last',
  role: 'viewer',
  input: {
    since: optional(day({ description: 'first day, YYYY-MM-DD, in UTC' })),
    operator: optional(text({ description: 'only what this operator did', label: 'name' })),
    account: optional(text({ description: 'only what is about this account' })),
  },
  output: rows({
    number: whole(),
    time: time(),
    operator: text(),
    door: text(),
    address: nullable(text()),
    operation: text(),
    outcome: text(),
    account: nullable(text()),
    details: nullable(record<object>()),
    hash: text(),
  }),
  async run({ accounts, cursor }, asked) {
    const store = await accounts();
    const account = asked.account === undefined ? undefined : (await store.findAccount(asked.account)).id;
    return shown(logPages(store, Number(cursor ?? 0)), { ...asked, account });
  },
  text: (found) =>
    table(
      found.map(({ time, operator, door, operation, outcome, account, details }) => ({
        'time (UTC)': time,
        operator,
        door,
        operation,
        outcome: isRepeated(details) ? `${outcome}, repeated` : outcome,
        account,
        given: givenIn(details),
      })),
    ),
  empty: () => 'Nothing of that is in the log',
});

/** What had been done before under the same reference, and changed nothing. */
function isRepeated(details: object | null): boolean {
  return (details as { after?: { repeated?: unknown } } | null)?.after?.repeated === true;
}

/** What was given besides the account, which has a column of its own; of what is long, the beginning or the number. */
function givenIn(details: object | null): object | null {
  const { account: _, ...given } = (details as { input?: Record<string, unknown> } | null)?.input ?? {};
  const fields = Object.entries(given).flatMap(([name, value]) => {
    if (Array.isArray(value) && value.length > MOST_SHOWN) return [[name, `${value.length} of them`]];
    const text = Array.isArray(value) ? value.join(', ') : String(value ?? 'none');
    if (text === '') return [];
    return [[name, text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text]];
  });
  return fields.length > 0 ? Object.fromEntries(fields) : null;
}

/** All rows after one, page by page, oldest first. */
export async function* logPages(accounts: Accounts, from = 0): AsyncGenerator<ChainedRow[]> {
  for (let after = from; ; ) {
    const page = await accounts.office.readLog(after, PAGE);
    if (page.length === 0) return;
    yield page;
    after = page.at(-1)?.number ?? after;
    // Calls come in between, however long the log is.
    await setImmediate();
  }
}

interface Filter {
  readonly since?: number | undefined;
  readonly operator?: string | undefined;
  readonly account?: string | undefined;
}

async function* shown(pages: AsyncIterable<ChainedRow[]>, { since, operator, account }: Filter) {
  for await (const page of pages) {
    const rows = page
      .filter(
        (row) =>
          (since === undefined || row.at >= since * DAY_MS) &&
          (operator === undefined || row.operator === operator) &&
          (account === undefined || row.account === account),
      )
      .map(({ at, details, detailsHash: _, ...row }) => ({
        ...row,
        time: new Date(at),
        details: details === null ? null : (JSON.parse(details) as object),
      }));
    yield { rows, next: page.length < PAGE ? undefined : String(page.at(-1)?.number) };
  }
}
