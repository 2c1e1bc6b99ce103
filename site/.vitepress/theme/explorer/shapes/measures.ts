import { growthRate } from '../../../../../src/snapshot/figures.ts';
import type { Locale } from '../../locale/locale.ts';
import type { Metric } from '../state/view.ts';

export const FIELDS = { amount: 'total_amount', orders: 'trade_count', average: 'avg_amount' } as const;

/** `NT$` for what is money, nothing for what is counted. */
export function unitOf(metric: Metric, { format }: Locale): string {
  return metric === 'orders' ? '' : format.symbol.trim();
}

/** The figure as it is: to the cent. */
export function exactly(metric: Metric, value: number, { format }: Locale): string {
  return metric === 'orders' ? format.count(value) : format.money(value);
}

/** The figure in few digits, for the end of a bar: in the unit of the least one. */
export function briefly(metric: Metric, value: number, least: number, { format }: Locale): string {
  return (metric === 'orders' ? '' : format.symbol) + format.brief(value, least);
}

/** Beside an axis. */
export function onAxis(metric: Metric, value: number, { format }: Locale): string {
  return metric === 'orders' ? format.compact(value) : format.symbol + format.compact(value);
}

/** Growth in percent, as the service counts it. No figure has more than two decimals. */
export function changeOf(now: number, before: number): number {
  return growthRate(Math.round(now * 100), Math.round(before * 100));
}
