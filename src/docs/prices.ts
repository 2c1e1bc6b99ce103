import { DATA_SETTINGS } from '../data-settings.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import type { Points } from '../endpoints/price.ts';
import { PriceList } from '../endpoints/price-list.ts';

/** What the documentation says of prices: those of one moment, and how many days of data one base covers. */
export interface Terms {
  readonly prices: PriceList;
  readonly periodDays: number;
}

/** What holds where neither the operator nor the data says something else. */
export const USUAL_TERMS: Terms = {
  prices: new PriceList(),
  periodDays: 7 * DATA_SETTINGS.MDQ_DEFAULT_WEEKS.default,
};

/** Whether a call over more days costs more. */
export function growsWithRange({ price, period }: Endpoint): boolean {
  return price.kind === 'per-period' && period === 'asked';
}

/** A price in a few words: `45 points per 84 days begun`. */
export function shortPrice(endpoint: Endpoint, { prices, periodDays }: Terms): string {
  const { base, kind } = prices.priceOf(endpoint);
  if (base === 0) return 'free';
  if (growsWithRange(endpoint)) return `${inPoints(base)} per ${periodDays} days begun`;
  return kind === 'fixed' ? `${inPoints(base)}, fixed` : `${inPoints(base)}, always`;
}

/** A price in full. */
export function describePrice(endpoint: Endpoint, terms: Terms): string {
  const { base } = terms.prices.priceOf(endpoint);
  if (base === 0 || !growsWithRange(endpoint)) return shortPrice(endpoint, terms);
  return (
    `${inPoints(base)} for each default period begun: the days asked for that lie inside the data, ` +
    `divided by ${terms.periodDays}, rounded up, at least 1`
  );
}

function inPoints(base: Points): string {
  return `${base.toLocaleString('en')} point${base === 1 ? '' : 's'}`;
}
