import { periodsBegun, pointsFor } from '../endpoints/form/price.ts';
import { endpoints } from '../endpoints/index.ts';
import { badRequest, Refusal } from '../errors/callers.ts';
import { daysIn, formatDay, LAST_DAY } from '../lib/calendar.ts';
import { readRange } from '../request/parameters.ts';
import { inPoints, type Terms } from './terms.ts';

/** The dates of a call, as they would be sent. */
export type Dates = Readonly<Partial<Record<'start' | 'end', string>>>;

/** Stands for the default period, whose last day only the data knows: no start lies after it. */
const UNKNOWN_PERIOD = { start: LAST_DAY, end: LAST_DAY };

const FREE = '**This call:** free.';
const NO_END = badRequest(
  'end is missing: a call without it runs to the end of the default period, which depends on the data. Give both dates, or ask /api/account/quote, which is free',
);

/**
 * The most that a call over these dates can cost, in a line of Markdown. All days count, whether the data covers them or
 * not: the documentation is open to everyone and must not reveal the coverage. The free quote returns the exact price.
 */
export function describeRange(
  path: string,
  dates: Dates,
  { prices, periodDays, isInWeeks }: Pick<Terms, 'prices' | 'periodDays' | 'isInWeeks'>,
): string | Refusal {
  const endpoint = endpoints.find((each) => each.path === path);
  // A route about the account takes dates of its own, and is free.
  if (!endpoint) return FREE;
  const ignored = Object.keys(dates)
    .filter((name) => !endpoint.takes.includes(name))
    .map((name) => `\`${name}\``);
  const note = ignored.length > 0 ? ` ${ignored.join(' and ')} would be ignored.` : '';
  const price = prices.priceOf(endpoint);
  if (price.base === 0) return FREE + note;
  if (endpoint.period !== 'asked' || price.kind === 'fixed')
    return `**This call:** ${inPoints(price.base)}, fixed.${note}`;
  const range = readRange(dates, UNKNOWN_PERIOD, periodDays, isInWeeks);
  if (range instanceof Refusal) return range;
  if (dates.end === undefined) return NO_END;
  const days = daysIn(range);
  const periods = periodsBegun(price, days, periodDays);
  return (
    `**This call:** at most ${inPoints(pointsFor(price, days, periodDays))} for ${days} days ` +
    `(${formatDay(range.start)} to ${formatDay(range.end)}): ${price.base} × ${periods} started period${periods === 1 ? '' : 's'} ` +
    `of ${periodDays} days. Days outside the data are free; \`/api/account/quote\` returns the exact price, free of charge.${note}`
  );
}
