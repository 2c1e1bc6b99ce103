import type { Brand } from '../brand/brand.ts';
import type { Endpoint } from '../endpoints/form/endpoint.ts';
import { type Points, pointsFor } from '../endpoints/form/price.ts';
import { PriceList } from '../endpoints/price-list.ts';
import { thousands } from '../lib/count.ts';
import type { PointsOf } from '../request/account/account-route.ts';
import { effectiveSettings } from '../settings/data-settings.ts';
import { readSetting, SETTINGS } from '../settings/settings.ts';
import type { PriceFacts } from './price-numbers.ts';

/**
 * What the documentation says that is the operator's: the prices of one moment, how many days of data one base covers,
 * what the service is called, whether it has a sandbox, and whether those who run it read it too.
 */
export interface Terms {
  readonly prices: PriceList;
  readonly periodDays: number;
  /** Whether disclosure control is on, which extends every range to whole weeks. */
  readonly isInWeeks?: boolean;
  readonly brand?: Pick<Brand, 'name' | 'tagline'>;
  readonly isForCallersOnly?: boolean;
  /** How often an address may ask the sandbox in a second, 0 without a limit; undefined where there is no sandbox. */
  readonly sandboxRate?: number | undefined;
}

/** What holds where neither the operator nor the data says something else. */
export const USUAL_TERMS: Terms = {
  prices: new PriceList(),
  periodDays: 7 * effectiveSettings({}).defaultWeeks,
  sandboxRate: readSetting('MDQ_SANDBOX_RATE', SETTINGS.MDQ_SANDBOX_RATE.default),
};

/** The same by path, for the numbers on a page. */
export function priceFacts({ prices, periodDays }: Terms): PriceFacts {
  const byPath = new Map(prices.rows().map(({ path, ...price }) => [path, price]));
  return { periodDays, priceOf: (path) => byPath.get(path) };
}

/** What a call costs, over one period or so many days: for examples. */
export function pointsOf(terms: Terms): PointsOf {
  const { periodDays, priceOf } = priceFacts(terms);
  return (path, days = periodDays) =>
    pointsFor(priceOf(path) ?? { base: 0, kind: 'fixed' }, days, periodDays);
}

/** A price in a few words: `45 points per started period of 84 days`. */
export function shortPrice(endpoint: Endpoint, { prices, periodDays }: Terms): string {
  const { base, kind } = prices.priceOf(endpoint);
  if (base === 0) return 'free';
  if (kind === 'per-period') return `${inPoints(base)} per started period of ${periodDays} days`;
  return `${inPoints(base)}, fixed`;
}

export function describePrice(endpoint: Endpoint, terms: Terms): string {
  const { base, kind } = terms.prices.priceOf(endpoint);
  if (base === 0 || kind === 'fixed') return shortPrice(endpoint, terms);
  return (
    `${inPoints(base)} for each started ${terms.periodDays} days of the range that the data covers; ` +
    'a range outside the data is free'
  );
}

export function inPoints(base: Points): string {
  return `${thousands(base)} point${base === 1 ? '' : 's'}`;
}
