import type { Words } from '../locale/en.ts';
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

/** What a figure counts: all orders, or only those of known members who paid by card. */
export type Basis = 'all' | 'members';

/** The key figures, in the order in which they are shown. */
export const FOCUS_FIGURES = [
  ['totalAmount', 'money', 'all'],
  ['tradeCount', 'count', 'all'],
  ['avgAmount', 'money', 'all'],
  ['merchantCount', 'count', 'all'],
  ['audienceCount', 'count', 'members'],
  ['frequency', 'decimal', 'members'],
  ['arpu', 'money', 'members'],
] as const satisfies readonly (readonly [keyof Focus, Kind, Basis])[];

/** The name of a key figure where it stands alone, so that nobody divides one basis by the other. */
export function focusLabel(field: keyof Words['figures'], basis: Basis, { figures, byCard }: Words): string {
  return basis === 'all' ? figures[field] : byCard(figures[field]);
}

export function focusFigure(kind: Kind, value: number, format: Format): string {
  return format[kind](value);
}

/** Growth in percent, as the service counts it: from nothing to something is 100. */
export function changeOf(now: number, before: number): number {
  if (before === 0) return now > 0 ? 100 : 0;
  return ((now - before) / before) * 100;
}
