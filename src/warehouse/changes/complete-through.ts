import { UserError } from '../../errors/operators.ts';
import { type Day, dayClock, formatDay, mondayOf, parseDay } from '../../lib/calendar.ts';
import { isControlled, type PrivacyNumbers } from '../../snapshot/privacy/numbers.ts';
import type { Facts, Tables } from '../../snapshot/tables.ts';
import type { CompleteThrough } from '../warehouse.ts';
import type { Warning } from '../warning.ts';
import type { Writing } from './publish.ts';

/** So many days after the last that is shown, orders are more than the rest of a week. */
const LONG_HIDDEN_DAYS = 14;
/** A shop without an order on so many Sundays is closed on Sundays. */
const SUNDAYS_COMPARED = 4;

/** What is said of it: a day or one of the words; undefined for anything else. */
export function readThrough(text: string): CompleteThrough | undefined {
  return text === 'last' || text === 'last-sunday' ? text : parseDay(text);
}

export const THROUGH_TAKES = 'a date, YYYY-MM-DD, or last-sunday, or last';

/** What is known of the data when the last published day is decided. */
interface Known {
  /** Days with an order, published or not; undefined while the published figures cannot be read. */
  readonly days: ReadonlySet<Day> | undefined;
  /** The first day with an order in a held delivery. */
  readonly heldFrom?: Day | undefined;
}

type Publishing = Pick<Writing, 'completeThrough' | 'published'> & {
  readonly settings: Pick<Writing['settings'], 'timeZone' | keyof PrivacyNumbers>;
};

/** The last published day after this change; null publishes every day. Without `said`, the current one stays. */
export function shownThrough(
  said: CompleteThrough | undefined,
  publishing: Publishing,
  known: Known,
): Day | null {
  if (said === undefined) return publishing.completeThrough;
  if (said === 'last') return null;
  const { settings } = publishing;
  const today = dayClock(settings.timeZone)(Date.now());
  if (said === 'last-sunday') {
    const byCalendar = mondayOf(today) - 1;
    return isControlled(settings) ? arrivedThrough(byCalendar, publishing, known) : byCalendar;
  }
  if (isControlled(settings) && said > today)
    throw new UserError(
      `--complete-through ${formatDay(said)} is after today: with disclosure control a published week is final, and its days are not over. ` +
        'For nightly imports: --complete-through last-sunday',
    );
  return said;
}

/**
 * The last Sunday, up to a limit, whose week has arrived. With disclosure control a published week is final, so one
 * without orders on its Sunday waits, unless the shop is closed on Sundays; so do the weeks of held deliveries.
 */
export function arrivedThrough(
  limit: Day,
  { published, completeThrough }: Pick<Publishing, 'published' | 'completeThrough'>,
  { days, heldFrom = limit + 1 }: Known,
): Day {
  const publishedThrough = published?.end ?? Number.NEGATIVE_INFINITY;
  if (!days) return Math.min(limit, published?.end ?? completeThrough ?? limit);
  const [first, last] = firstAndLast(days);
  for (
    let sunday = mondayOf(Math.min(limit + 1, heldFrom)) - 1;
    sunday >= first && sunday > publishedThrough;
    sunday -= 7
  ) {
    if (days.has(sunday)) return sunday;
    const before = Array.from({ length: SUNDAYS_COMPARED }, (_, i) => sunday - 7 * (i + 1));
    if (last > sunday && !before.some((day) => days.has(day))) return sunday;
  }
  return Math.min(limit, Math.max(publishedThrough, mondayOf(first) - 1));
}

/** All days with an order, published or not. */
export function daysWithOrders({ days, facts }: Pick<Tables, 'days' | 'facts'>): Set<Day> {
  return new Set([...days, ...(facts.hiddenDays ?? []).map(([day]) => day)]);
}

function firstAndLast(days: ReadonlySet<Day>): [first: Day, last: Day] {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const day of days) [first, last] = [Math.min(first, day), Math.max(last, day)];
  return [first, last];
}

/** For an approval: other imports may have shown later days since the delivery was held, and these stay shown. */
export function notEarlier(
  through: Day | null,
  { completeThrough }: Pick<Writing, 'completeThrough'>,
  published: Facts | undefined,
): Day | null {
  if (through === null || !published) return through;
  return Math.max(through, completeThrough ?? 0, published.coverage.end);
}

/** The first day that becomes shown or hidden; infinite where the last day shown stays the same. */
export function firstShownOrHidden(before: Day | null, after: Day | null): number {
  if (before === after) return Number.POSITIVE_INFINITY;
  return Math.min(before ?? Number.POSITIVE_INFINITY, after ?? Number.POSITIVE_INFINITY) + 1;
}

/**
 * Refuses a date without an order up to it: it is a mistake, and callers would get nothing. `last-sunday` is no mistake in
 * the first week of a shop.
 */
export function mustShowSomething(
  said: CompleteThrough | undefined,
  { lines }: Facts,
  whatNot: string,
): void {
  if (typeof said !== 'number' || lines > 0) return;
  throw new UserError(
    `There are no orders until ${formatDay(said)}, the last day to be shown; nothing was ${whatNot}`,
  );
}

/** Who once said through when data is complete may have forgotten that it still holds. */
export function longHidden({ completeThrough, newestOrder }: Facts): Warning[] {
  if (completeThrough == null || newestOrder === undefined) return [];
  if (newestOrder - completeThrough <= LONG_HIDDEN_DAYS) return [];
  const message =
    `Orders are shown through ${formatDay(completeThrough)} only, and the newest is of ${formatDay(newestOrder)}. ` +
    'To show more: mdq refresh --complete-through with a later day, last-sunday, or last for all';
  return [{ code: 'long-hidden', message }];
}
