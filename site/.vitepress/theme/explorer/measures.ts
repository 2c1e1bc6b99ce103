import type { Format } from '../locale/format.ts';
import type { Locale } from '../locale/locale.ts';
import type { Focus } from './answers.ts';
import type { Metric } from './view.ts';

export const FIELDS = { amount: 'total_amount', orders: 'trade_count', average: 'avg_amount' } as const;

/** `NT$` for what is money, nothing for what is counted. */
export function unitOf(metric: Metric, { format }: Locale): string {
  return metric === 'orders' ? '' : format.symbol.trim();
}

/** The figure as it is: to the cent. */
export function exactly(metric: Metric, value: number, { format }: Locale): string {
  return metric === 'orders' ? format.count(value) : format.money(value);
}

/** The figure in few digits, for the end of a bar. */
export function briefly(metric: Metric, value: number, { format }: Locale): string {
  return metric === 'orders' ? format.brief(value) : format.symbol + format.brief(value);
}

/** Beside an axis. */
export function onAxis(metric: Metric, value: number, { format }: Locale): string {
  return metric === 'orders' ? format.compact(value) : format.symbol + format.compact(value);
}

type Kind = 'money' | 'count' | 'decimal';

/** The key figures, in the order in which they are shown. */
export const FOCUS_FIGURES = [
  ['totalAmount', 'money'],
  ['tradeCount', 'count'],
  ['avgAmount', 'money'],
  ['merchantCount', 'count'],
  ['audienceCount', 'count'],
  ['frequency', 'decimal'],
  ['arpu', 'money'],
] as const satisfies readonly (readonly [keyof Focus, Kind])[];

export function focusFigure(kind: Kind, value: number, format: Format): string {
  return format[kind](value);
}

/** Growth in percent, as the service counts it: from nothing to something is 100. */
export function changeOf(now: number, before: number): number {
  if (before === 0) return now > 0 ? 100 : 0;
  return ((now - before) / before) * 100;
}
