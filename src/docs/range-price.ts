import { periodsBegun, pointsFor } from '../endpoints/form/price.ts';
import { endpoints } from '../endpoints/index.ts';
import { Refusal } from '../errors/callers.ts';
import { type DayRange, daysIn, formatDay } from '../lib/calendar.ts';
import { readQuery } from '../request/parameters.ts';
import { readCall } from '../request/read-call.ts';
import { inPoints, type Terms } from './terms.ts';

const NO_DATA = new Refusal('noData').msg;

/**
 * What a call over some days costs, in a line of Markdown, read as the call itself is; undefined for a path that has no
 * price. Without data there is no range to tell of.
 */
export function describeRange(
  path: string,
  asked: Readonly<Record<string, string>>,
  terms: Pick<Terms, 'prices' | 'snapshot'>,
): string | Refusal | undefined {
  const endpoint = endpoints.find((each) => each.path === path);
  if (!endpoint) return undefined;
  const snapshot = terms.snapshot?.();
  if (!snapshot) return `**This call:** no price yet. ${NO_DATA}.`;
  const query = readQuery(String(new URLSearchParams(asked)), endpoint.takes);
  if (query instanceof Refusal) return query;
  const reading = readCall(endpoint, snapshot, query);
  if (reading instanceof Refusal) return reading;
  const { question, departures } = reading;
  const { isFree } = reading.days;
  const days = daysIn(reading.days.priced);
  const { coverage, periodDays } = snapshot;
  const price = terms.prices.priceOf(endpoint);
  const { ignored = [], daysOutside = 0 } = departures ?? {};
  const range =
    endpoint.period === 'none'
      ? ''
      : ` for ${span(question.range)}, of which ${counted(days)} inside the data (${span(coverage)})` +
        `${daysOutside > 0 ? ` and ${daysOutside} days outside, which are free` : ''}` +
        `${price.kind === 'per-period' ? `: ${price.base} × ${periodsBegun(price, days, periodDays)}` : ''}`;
  const unread = ignored.length > 0 ? ` ${ignored.join(' and ')} would be ignored.` : '';
  return `**This call:** ${inPoints(isFree ? 0 : pointsFor(price, days, periodDays))}${range}.${unread}`;
}

function span({ start, end }: DayRange): string {
  return `${formatDay(start)} to ${formatDay(end)}`;
}

function counted(days: number): string {
  return `${days} ${days === 1 ? 'day is' : 'days are'}`;
}
