import { mondayOf } from '../../../lib/calendar.ts';
import { effectiveSettings } from '../../../settings/data-settings.ts';
import { NOTHING_CLOSED } from '../../../snapshot/privacy/close-week.ts';
import { lastCompleteDay } from '../../../snapshot/privacy/complete-weeks.ts';
import type { BeginWeeks, State } from '../../engine.ts';
import { PublicationConflict } from '../../warehouse-errors.ts';
import { removeAttempts } from '../lines/clean-up.ts';
import { dayRanges, lastOrder, ordersByDay, weekRanges } from '../lines/facts.ts';
import type { Attempt } from '../server/attempt.ts';
import { onEach } from '../server/cluster.ts';
import { readRecords } from '../versions/version-record.ts';
import { NAMES } from './amount-sql.ts';
import { readClosed } from './closed-table.ts';
import { eachWeek, writeAmounts } from './weeks.ts';

/** Hands over the complete weeks as disclosure control sees them. What that needs is written, and gone when it is done. */
export async function readWeeks(
  attempt: Attempt,
  { stored, completeThrough, published }: State,
  begin: BeginWeeks,
): Promise<void> {
  const { servers, first, id } = attempt;
  const byDay = await ordersByDay(attempt);
  const last = lastOrder(byDay);
  const end = lastCompleteDay({ lastOrder: last, completeThrough, published });
  const ranges = dayRanges(byDay, mondayOf(0))
    .filter((range) => range.start <= end)
    .map((range) => ({ start: range.start, end: Math.min(range.end, end) }));
  const values = { ...attempt.values, audience: effectiveSettings({}, stored).audienceMethods };
  await attempt.begin();
  try {
    const names = await attempt.names();
    for (const range of ranges) {
      await writeAmounts(attempt, { ...values, ...range });
      await onEach(servers, async (server) => {
        const reader = await server.read(NAMES, { ...values, ...range }, attempt.signal);
        while (!reader.isAtEnd) names.sub(reader.text(), reader.text());
      });
    }
    const closed = await readClosed(attempt, names, mondayOf(0));
    const hasOrders = byDay.flat().length > 0;
    const coverage = { start: ranges[0]?.start ?? end + 1, end };
    const { numbers, take } = begin(stored, names.lists, coverage, hasOrders && last > end ? end + 1 : null);
    for (const mondays of weekRanges(ranges))
      await eachWeek(attempt, mondays, names, numbers, (monday, lines) =>
        take(monday, lines, closed.get(monday) ?? NOTHING_CLOSED),
      );
    // Who publishes meanwhile cleans up what was written for this.
    const [newest] = await readRecords(first);
    if (newest?.import !== attempt.newest?.import) throw new PublicationConflict(attempt.cluster.place);
  } finally {
    await removeAttempts(servers, first, [id]).catch(() => undefined);
  }
}
