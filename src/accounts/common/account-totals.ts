import type { Points } from '../accounts.ts';
import type { AuditReport } from '../ledger.ts';

/** So many problems are listed at most: where all rows are wrong, the first ones show it. */
export const MOST_TOLD = 20;

/** What an account was given and what it used, and how many rows tell so. */
export interface AccountTotals {
  readonly name: string;
  readonly balance: Points;
  readonly granted: Points;
  /** Those of them that were given back for calls. */
  readonly refunded: Points;
  readonly taken: Points;
  readonly expired: Points;
  readonly used: Points;
  readonly calls: number;
  readonly pruned: number;
  /** Charges that are there. */
  readonly charges: number;
}

/** What does not add up in an account, in a sentence each. */
export function problemsOf(account: AccountTotals): string[] {
  const { name, balance, granted, taken, expired, used, calls, pruned, charges } = account;
  const problems: string[] = [];
  const due = granted - taken - expired - used;
  if (balance !== due) {
    problems.push(`account ${name}: the balance is ${balance}, but its grants minus its charges are ${due}`);
  }
  if (balance < 0) problems.push(`account ${name}: the balance is ${balance}`);
  if (calls !== charges + pruned) {
    problems.push(`account ${name}: usage counts ${calls} calls, but ${charges + pruned} were charged`);
  }
  return problems;
}

/** What all accounts have together. */
export function reportOf(totals: readonly AccountTotals[], problems: readonly string[]): AuditReport {
  const sum = (of: (account: AccountTotals) => number) =>
    totals.reduce((all, account) => all + of(account), 0);
  return {
    accounts: totals.length,
    granted: sum(({ granted }) => granted),
    refunded: sum(({ refunded }) => refunded),
    taken: sum(({ taken }) => taken),
    expired: sum(({ expired }) => expired),
    charged: sum(({ used }) => used),
    calls: sum(({ calls }) => calls),
    pruned: sum(({ pruned }) => pruned),
    problems,
  };
}
