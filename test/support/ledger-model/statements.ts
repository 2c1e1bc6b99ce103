import type { Accounts } from '../../../src/accounts/accounts.ts';
import { type Statement, statementOf } from '../../../src/accounts/statement.ts';
import { dayClock, firstOfMonth, firstOfNextMonth } from '../../../src/lib/calendar.ts';

/** What was told of a call: nothing else of it is read. */
type Receipt = {
  readonly path: string;
  /** Undefined where no answer came, so that it was charged or not. */
  readonly charged: number | undefined;
  readonly price: number;
};

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

/**
 * What receipts and statements of an account say against one another, or statements against themselves: each adds up, one
 * follows the other to the point, and the calls of all of them are those that receipts were given for, and of those without an
 * answer at most each once. Undefined where everything fits.
 */
export function whatDoesNotAddUp(
  statements: readonly Statement[],
  receipts: readonly Receipt[] | undefined,
  balance: number,
): string | undefined {
  let opening = 0;
  for (const [i, { changes, paths, keys, ...told }] of statements.entries()) {
    if (told.opening !== opening) return `statement ${i} opens with ${told.opening}, not ${opening}`;
    const used = sum(paths);
    if (used !== sum(keys)) return `statement ${i} has other points by path than by key`;
    if (calls(paths) !== calls(keys)) return `statement ${i} has other calls by path than by key`;
    opening += sum(changes) - used;
    if (told.closing !== opening) return `statement ${i} closes with ${told.closing}, not ${opening}`;
  }
  if (opening !== balance) return `the last statement closes with ${opening}, and the balance is ${balance}`;
  if (!receipts) return undefined;
  for (const path of new Set(receipts.map((each) => each.path))) {
    const of = receipts.filter((each) => each.path === path);
    const least = of.reduce((all, { charged = 0 }) => all + charged, 0);
    const most = of.reduce((all, { charged, price }) => all + (charged ?? price), 0);
    const used = statements.reduce((all, { paths }) => all + sum(paths.filter((row) => row.of === path)), 0);
    if (used < least || used > most)
      return `statements have ${used} points of ${path}, receipts ${least} to ${most}`;
  }
  return undefined;
}

function sum(rows: readonly { readonly points: number }[]): number {
  return rows.reduce((all, { points }) => all + points, 0);
}

function calls(rows: readonly { readonly calls: number }[]): number {
  return rows.reduce((all, row) => all + row.calls, 0);
}
