const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const threeDigits = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  minimumSignificantDigits: 3,
  maximumSignificantDigits: 3,
});
const signed = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});

/** `12,345` */
export const count = (value: number): string => whole.format(value);

/** `12,345.60` */
export const decimal = (value: number): string => exact.format(value);

/** `12.3K`, for axes. */
export const compact = (value: number): string => short.format(value);

/** `93,120`, `12.3M`: beside one another, figures of one size have as many digits. */
export const brief = (value: number): string =>
  Math.abs(value) < 100_000 ? count(value) : threeDigits.format(value);

/** `+4.2%` */
export const change = (percent: number): string => `${signed.format(percent)}%`;

/** `37.0%`, as the service writes shares */
export const share = (percent: number): string => `${percent.toFixed(1)}%`;

/** `1 point`, `1,250 points` */
export const points = (value: number): string => `${count(value)} ${value === 1 ? 'point' : 'points'}`;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `2026-06-07` → `7 Jun`; what is no date stays as it is. */
export function dayAndMonth(date: string): string {
  const [, , month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? [];
  return month && day ? `${Number(day)} ${MONTHS[Number(month) - 1] ?? month}` : date;
}

/** `2026-06-07` → `7 Jun 2026` */
export function fullDate(date: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(date) ? `${dayAndMonth(date)} ${date.slice(0, 4)}` : date;
}

/** `2026-06-07` → `Jun 2026` */
export const monthAndYear = (date: string): string => fullDate(date).replace(/^\d+ /, '');

/** `16 Mar – 7 Jun 2026`, the year once where it is the same. */
export function dateRange(start: string, end: string): string {
  const from = start.slice(0, 4) === end.slice(0, 4) ? dayAndMonth(start) : fullDate(start);
  return start === end ? fullDate(end) : `${from} – ${fullDate(end)}`;
}
