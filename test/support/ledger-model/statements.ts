import type { Accounts } from '../../../src/accounts/accounts.ts';
import { type Statement, statementOf } from '../../../src/accounts/statement.ts';
import { dayClock, firstOfMonth, firstOfNextMonth } from '../../../src/lib/calendar.ts';

/** The statements of all months of an account up to tomorrow, oldest first. */
export async function statementsOf(accounts: Accounts, account: string, now: number): Promise<Statement[]> {
  const { createdAt } = await accounts.findAccount(account);
  const dayOf = dayClock('UTC');
  const told: Statement[] = [];
  // A clock that went back over midnight has left something of the day after, which may begin a month.
  const last = firstOfMonth(dayOf(now) + 1);
  // One that went back before the account was made, or the machine's own that the store noted by, has left something earlier.
  const made = firstOfMonth(dayOf(createdAt.getTime()));
  const first = Math.min(firstOfMonth(made - 1), firstOfMonth(dayOf(Date.now())), last);
  for (let month = first; month <= last; month = firstOfNextMonth(month))
    told.push(await statementOf(accounts, account, month, 'UTC'));
  return told;
}

/** What statements of an account say against themselves: each adds up, and one follows the other to the point. */
export function whatDoesNotAddUp(statements: readonly Statement[], balance: number): string | undefined {
  let opening = 0;
  for (const [i, { changes, paths, keys, ...told }] of statements.entries()) {
    if (told.opening !== opening) return `statement ${i} opens with ${told.opening}, not ${opening}`;
    const used = sum(paths);
    if (used !== sum(keys)) return `statement ${i} has other points by path than by key`;
    if (calls(paths) !== calls(keys)) return `statement ${i} has other calls by path than by key`;
    opening += sum(changes) - used;
    if (told.closing !== opening) return `statement ${i} closes with ${told.closing}, not ${opening}`;
  }
  return opening === balance
    ? undefined
    : `the last statement closes with ${opening}, and the balance is ${balance}`;
}

function sum(rows: readonly { readonly points: number }[]): number {
  return rows.reduce((all, { points }) => all + points, 0);
}

function calls(rows: readonly { readonly calls: number }[]): number {
  return rows.reduce((all, row) => all + row.calls, 0);
}
