import { type Command, InvalidArgumentError, Option } from 'commander';
import type { UsageQuery } from '../../accounts/accounts.ts';
import { UserError } from '../../errors/operators.ts';
import { csvRecord } from '../../lib/csv.ts';
import { type Day, parseDay } from '../../snapshot/calendar.ts';
import { type Context, command, withAccounts } from '../command.ts';
import { bar, type Drawing, printList } from '../printing/output.ts';
import { printCalls } from '../printing/print-calls.ts';
import { pruneUsage } from '../prune-usage.ts';

interface Options {
  from?: Day;
  to?: Day;
  by: UsageQuery['by'] | 'call';
  csv?: boolean;
  prune?: Day;
}

export function usageCommand(): Command {
  return command<Options>(
    'usage [account]',
    'calls and points of an account',
    async (context, options, account?: string) => {
      const { from, to, by, csv: isCsv = false, prune } = options;
      if (prune !== undefined) {
        if (account !== undefined) throw new UserError('--prune needs no account: it is for all of them');
        return pruneUsage(context, prune);
      }
      if (account === undefined) throw new UserError('usage needs an account, or --prune DATE');
      if (from !== undefined && to !== undefined && from > to) throw new UserError('--from is after --to');
      if (by === 'call') return printCalls(context, { account, from, to }, isCsv);
      return printTotals(context, { account, from, to, by }, isCsv);
    },
  )
    .option('--from <date>', 'first day, YYYY-MM-DD', date)
    .option('--to <date>', 'last day, YYYY-MM-DD', date)
    .addOption(
      new Option('--by <what>', 'what to add up by; "call" lists every single one')
        .choices(['day', 'path', 'key', 'call'])
        .default('day'),
    )
    .option('--csv', 'print CSV')
    .option('--prune <date>', 'forget the single calls of all accounts before that day; totals stay', date);
}

async function printTotals(context: Context, query: UsageQuery, isCsv: boolean): Promise<void> {
  const { account, by } = query;
  const usage = await withAccounts(context.config, (accounts) => accounts.usage(query));
  const rows = usage.map(({ of, calls, points }) => ({ [by]: of, calls, points }));
  if (isCsv)
    console.log([`${by},calls,points`, ...rows.map((row) => csvRecord(Object.values(row)))].join('\n'));
  else
    printList(
      context,
      context.isJson ? rows : withBars(rows),
      `Account "${account}" has no calls in that time`,
    );
}

function date(text: string): Day {
  const day = parseDay(text);
  if (day === undefined) throw new InvalidArgumentError('It must be a date as YYYY-MM-DD.');
  return day;
}

/** The rows with a bar each, for looking rather than reading. */
function withBars<T extends { points: number }>(rows: readonly T[]): (T & { ' ': Drawing })[] {
  const max = Math.max(...rows.map(({ points }) => points));
  return rows.map((row) => ({ ...row, ' ': bar(row.points, max) }));
}
