import { UserError } from '../../errors/operators.ts';
import { dayClock, formatDay } from '../../lib/calendar.ts';
import { count } from '../../lib/count.ts';
import { booksTimeZone } from '../books-days.ts';
import { defineOperation, InputError } from '../operation.ts';
import { day, object, text, whole } from '../schema.ts';

export const pruneUsage = defineOperation({
  http: 'POST /usage/prune',
  summary: 'forget the single calls of all accounts before that day; totals stay',
  role: 'admin',
  ifMissing: 'refuse',
  isLong: true,
  input: { prune: day() },
  output: object({ before: text(), calls: whole(), points: whole() }),
  async check(context, { prune }) {
    const today = dayClock(await booksTimeZone(context, await context.accounts()))(Date.now());
    if (prune >= today) {
      throw new InputError(
        `{prune} must be a day before today, ${formatDay(today)}; it is "${formatDay(prune)}"`,
      );
    }
  },
  async run(context, { prune }) {
    const { onProgress } = context;
    const before = formatDay(prune);
    const store = await context.accounts();
    // What does not add up is looked at first: the totals of these calls are all that will remain.
    const { problems } = await store.audit();
    if (problems.length > 0) {
      throw new UserError('Nothing was pruned: the books do not add up; "mdq audit" tells what is wrong');
    }
    onProgress(`Pruning calls before ${before}`);
    const { calls, points } = await store.prune(prune, (fraction) => onProgress('', fraction));
    return { before, calls, points };
  },
  text: ({ before, calls, points }) =>
    calls === 0
      ? `There are no single calls before ${before}; nothing was removed.`
      : `Removed ${count(calls, 'call')} before ${before}, of ${count(points, 'point')}. Totals and balances are as they were.`,
});
