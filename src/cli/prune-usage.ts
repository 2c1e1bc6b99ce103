import { UserError } from '../errors/operators.ts';
import { type Day, formatDay } from '../snapshot/calendar.ts';
import { type Context, withAccounts } from './command.ts';
import { count, print } from './printing/output.ts';
import { showProgress } from './printing/progress.ts';
import { today } from './today.ts';

/** Forgets single calls before a day. What does not add up is looked at first: their totals are all that will remain. */
export async function pruneUsage(context: Context, before: Day): Promise<void> {
  const day = formatDay(before);
  const now = await today(context.config);
  if (before >= now) {
    throw new UserError(`--prune must be a day before today, ${formatDay(now)}; it is "${day}"`);
  }
  const { calls, points } = await withAccounts(context.config, async (accounts) => {
    const { problems } = await accounts.audit();
    if (problems.length > 0) {
      throw new UserError('Nothing was pruned: the books do not add up; "mdq audit" tells what is wrong');
    }
    const { onProgress, stop } = showProgress();
    onProgress(`Pruning calls before ${day}`);
    try {
      return await accounts.prune(before, (fraction) => onProgress('', fraction));
    } finally {
      stop();
    }
  });
  print(
    context,
    { before: day, calls, points },
    calls === 0
      ? `There are no single calls before ${day}; nothing was removed.`
      : `Removed ${count(calls, 'call')} before ${day}, of ${count(points, 'point')}. Totals and balances are as they were.`,
  );
}
