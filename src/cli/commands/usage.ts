import { type Command, InvalidArgumentError, Option } from 'commander';
import type { UsageQuery } from '../../accounts/accounts.ts';
import { UserError } from '../../errors.ts';
import { type Day, parseDay } from '../../snapshot/calendar.ts';
import { command, withAccounts } from '../command.ts';
import { bar, printList } from '../output.ts';

interface Options {
  from?: Day;
  to?: Day;
  by: UsageQuery['by'];
  csv?: boolean;
}

export function usageCommand(): Command {
  return command<Options>(
    'usage <account>',
    'calls and points of an account',
    async (context, options, account = '') => {
      const { from, to, by } = options;
      if (from !== undefined && to !== undefined && from > to) throw new UserError('--from is after --to');
      const usage = await withAccounts(context.config, (accounts) =>
        accounts.usage({ account, from, to, by }),
      );
      const rows = usage.map(({ of, calls, points }) => ({ [by]: of, calls, points }));
      if (options.csv)
        console.log([`${by},calls,points`, ...rows.map((row) => Object.values(row).join(','))].join('\n'));
      else
        printList(
          context,
          context.isJson ? rows : withBars(rows),
          `Account "${account}" has no calls in that time`,
        );
    },
  )
    .option('--from <date>', 'first day, YYYY-MM-DD', date)
    .option('--to <date>', 'last day, YYYY-MM-DD', date)
    .addOption(new Option('--by <what>', 'what to add up by').choices(['day', 'path', 'key']).default('day'))
    .option('--csv', 'print CSV');
}

function date(text: string): Day {
  const day = parseDay(text);
  if (day === undefined) throw new InvalidArgumentError('It takes a date as YYYY-MM-DD.');
  return day;
}

/** The rows with a bar each, for looking rather than reading. */
function withBars<T extends { points: number }>(rows: readonly T[]): (T & { ' ': string })[] {
  const max = Math.max(...rows.map(({ points }) => points));
  return rows.map((row) => ({ ...row, ' ': bar(row.points, max) }));
}
