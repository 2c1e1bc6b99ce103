import { UserError } from '../../errors/operators.ts';
import { type Day, dayClock, formatDay, mondayOf, parseDay } from '../../lib/calendar.ts';
import { isControlled, type PrivacyNumbers } from '../../snapshot/privacy/numbers.ts';
import type { Facts } from '../../snapshot/tables.ts';
import type { CompleteThrough } from '../warehouse.ts';
import type { Warning } from '../warning.ts';
import type { Writing } from './publish.ts';

type Needed = 'timeZone' | keyof PrivacyNumbers;

/** So many days after the last that is shown, orders are more than the rest of a week. */
const LONG_HIDDEN_DAYS = 14;

/** What is said of it: a day or one of the words; undefined for anything else. */
export function readThrough(text: string): CompleteThrough | undefined {
  return text === 'last' || text === 'last-sunday' ? text : parseDay(text);
}

export const THROUGH_TAKES = 'a date, YYYY-MM-DD, or last-sunday, or last';

/** The last published day after this change; null publishes every day. Without `said`, the current one stays. */
export function shownThrough(
  said: CompleteThrough | undefined,
  writing: Pick<Writing, 'completeThrough' | 'published'> & { settings: Pick<Writing['settings'], Needed> },
  newestOrder: Day | undefined,
): Day | null {
  if (said === undefined) return writing.completeThrough;
  if (said === 'last') return null;
  return said === 'last-sunday' ? lastSunday(writing, newestOrder) : said;
}

/**
 * The last Sunday on the calendar. With disclosure control a published week is final, so a week whose Sunday has no orders yet
 * stays unpublished: its last days may be in a held delivery or still on their way.
 */
function lastSunday(
  { settings, published }: Parameters<typeof shownThrough>[1],
  newestOrder: Day | undefined,
): Day {
  const byCalendar = mondayOf(dayClock(settings.timeZone)(Date.now())) - 1;
  if (!isControlled(settings) || newestOrder === undefined) return byCalendar;
  const lastWithOrders = Math.max(mondayOf(newestOrder + 1) - 1, published?.end ?? Number.NEGATIVE_INFINITY);
  return Math.min(byCalendar, lastWithOrders);
}

/** The first day that becomes shown or hidden; infinite where the last day shown stays the same. */
export function firstShownOrHidden(before: Day | null, after: Day | null): number {
  if (before === after) return Number.POSITIVE_INFINITY;
  return Math.min(before ?? Number.POSITIVE_INFINITY, after ?? Number.POSITIVE_INFINITY) + 1;
}

/** Refuses a day until which there is nothing: it is a mistake, and callers would get nothing. */
export function mustShowSomething(completeThrough: Day | null, { lines }: Facts, whatNot: string): void {
  if (completeThrough === null || lines > 0) return;
  throw new UserError(
    `There are no orders until ${formatDay(completeThrough)}, the last day to be shown; nothing was ${whatNot}`,
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
