import { setImmediate } from 'node:timers/promises';
import type { Accounts } from '../../accounts/accounts.ts';
import { numberOf } from '../../accounts/cursor.ts';
import type { ChainedRow } from '../../accounts/log-chain.ts';
import type { LogPage, LogQuery, Office } from '../../accounts/office.ts';
import { thousands } from '../../lib/count.ts';
import { table } from '../../lib/text/table.ts';
import { defineList, type ListPage } from '../operation.ts';
import { day, isShortened, nullable, optional, record, rows, text, time, whole } from '../schema.ts';

const PAGE = 1000;
const DAY_MS = 86_400_000;
/** The settings of disclosure control, turned off at once, are to be read. */
const LONGEST_SHOWN = 80;

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
  async run({ accounts, cursor, limit }, { since, operator, account }) {
    const store = await accounts();
    const filter = {
      since: since === undefined ? undefined : since * DAY_MS,
      operator,
      account: account === undefined ? undefined : (await store.findAccount(account)).id,
    };
    return pages(store.office, { ...filter, after: numberOf(cursor) }, limit);
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

const countText = (count: number) => `${thousands(count)} of them`;

/** What was given besides the account, which has a column of its own; of what is long, the beginning and the number. */
function givenIn(details: object | null): object | null {
  const { account: _, ...given } = (details as { input?: Record<string, unknown> } | null)?.input ?? {};
  const fields = Object.entries(given).flatMap(([name, value]) => {
    const text = Array.isArray(value)
      ? value.join(', ')
      : isShortened(value)
        ? countText(value.count)
        : String(value ?? 'none');
    if (text === '') return [];
    if (text.length <= LONGEST_SHOWN) return [[name, text]];
    const all = Array.isArray(value) ? ` (${value.length} in all)` : '';
    return [[name, `${text.slice(0, LONGEST_SHOWN)}…${all}`]];
  });
  return fields.length > 0 ? Object.fromEntries(fields) : null;
}

/** The whole log page by page, oldest first. */
export async function* logPages({ office }: Accounts): AsyncGenerator<readonly ChainedRow[]> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const page: LogPage = await office.readLog({ after, limit: PAGE });
    yield page.rows;
    after = page.next;
    // Calls come in between, however long the log is.
    await setImmediate();
  }
}

/** One page if there is a limit, otherwise all of them. */
async function* pages(
  office: Office,
  query: Omit<LogQuery, 'limit'>,
  limit: number | undefined,
): AsyncGenerator<ListPage<LogRow>> {
  const read = (after: number) =>
    limit === undefined
      ? office.readLog({ ...query, after, limit: PAGE })
      : office.listLog({ ...query, after, limit });
  for (let after: number | undefined = query.after; after !== undefined; ) {
    const page: LogPage = await read(after);
    yield { rows: page.rows.map(fieldsOf), next: page.next === undefined ? undefined : String(page.next) };
    after = limit === undefined ? page.next : undefined;
  }
}

function fieldsOf({ at, details, detailsHash: _, ...row }: ChainedRow) {
  return {
    ...row,
    time: new Date(at),
    details: details === null ? null : (JSON.parse(details) as object),
  };
}

type LogRow = ReturnType<typeof fieldsOf>;
