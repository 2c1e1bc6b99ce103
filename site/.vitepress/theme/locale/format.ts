import type { Language } from '../../../languages.ts';

/** How figures, money and dates are written for one reader. */
export interface Format {
  /** `NT$`, or nothing where the operator names no currency. */
  readonly symbol: string;
  /** `12,345` */
  count(value: number): string;
  /** `1.87`, always with two decimals */
  decimal(value: number): string;
  /** `NT$12,345.60`, exact */
  money(value: number): string;
  /** What points cost, in a currency of their own: `US$330.00`, and `US$0.0005` where it takes more digits to tell. */
  price(value: number, currency: string): string;
  /** `12.3K`, for axes */
  compact(value: number): string;
  /** `93,120`, `12.3M`: figures of one chart are all in the unit of the least of them, and have as many decimals. */
  brief(value: number, least?: number): string;
  /** `+4.2%` */
  change(percent: number): string;
  /** `0.25%`, `40%`, for axes */
  percent(value: number): string;
  /** `+0.12`, between two percentages */
  difference(value: number): string;
  /** `37.0%` */
  share(percent: number): string;
  /** `1 point`, `1,250 points` */
  points(value: number): string;
  /** `2026-06-07` → `7 Jun 2026` */
  day(date: string): string;
  /** `16 Mar – 7 Jun 2026`, the year once where it is the same */
  days(of: { readonly start: string; readonly end: string }): string;
  /** `2 – 8 Nov 2026`, for one week */
  week(start: string, end: string): string;
  /** `Nov 2026` out of `2026-11` */
  month(month: string): string;
  /** Below an axis of time: `Nov`, and in January the year too */
  monthTick(year: number, month: number): string;
  /** Below an axis of days: `8 Nov`, `11/08` */
  dayTick(date: string): string;
  /** A moment in the reader's time zone: `8 Nov 14:05:09`, and with the year where it is another */
  moment(iso: string): string;
  /** The time zone that a moment is told in, such as `GMT+8` */
  zone(iso: string): string;
}

/** What each language has its own way of. */
interface Ways {
  points(count: string, isOne: boolean): string;
  day(year: number, month: number, day: number): string;
  dayOfMonth(month: number, day: number): string;
  dayTick(month: number, day: number): string;
  /** The days of one year, which English names at the end and Chinese at the beginning. */
  daysOfYear(from: DateParts, to: DateParts): string;
  between: string;
  week(start: string, end: string): string;
  month(year: number, month: number): string;
  monthTick(year: number, month: number): string;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const nameOf = (month: number) => MONTHS[month - 1] ?? String(month);
const two = (value: number) => String(value).padStart(2, '0');
const slashes = (date: string) => `${date.slice(5, 7)}/${date.slice(8, 10)}`;

type DateParts = readonly [year: number, month: number, day: number];

const ENGLISH: Ways = {
  points: (count, isOne) => `${count} ${isOne ? 'point' : 'points'}`,
  day: (year, month, day) => unbroken(`${day} ${nameOf(month)} ${year}`),
  dayOfMonth: (month, day) => unbroken(`${day} ${nameOf(month)}`),
  dayTick: (month, day) => ENGLISH.dayOfMonth(month, day),
  daysOfYear: ([, month, day], to) =>
    `${ENGLISH.dayOfMonth(month, day)}${ENGLISH.between}${ENGLISH.day(...to)}`,
  between: '\u00a0– ',
  week: (start, end) => {
    const [firstYear = 0, month = 0, day = 0] = partsOf(start) ?? [];
    const [year = 0, lastMonth = 0, last = 0] = partsOf(end) ?? [];
    const from = [
      day,
      ...(month === lastMonth ? [] : [nameOf(month)]),
      ...(firstYear === year ? [] : [firstYear]),
    ].join(' ');
    return `${from} – ${last} ${nameOf(lastMonth)} ${year}`;
  },
  month: (year, month) => `${nameOf(month)} ${year}`,
  monthTick: (year, month) => (month === 1 ? `Jan ${year}` : nameOf(month)),
};

const CHINESE: Ways = {
  points: (count) => `${count} 點`,
  day: (year, month, day) => unbroken(`${year} 年 ${month} 月 ${day} 日`),
  dayOfMonth: (month, day) => unbroken(`${month} 月 ${day} 日`),
  dayTick: (month, day) => `${two(month)}/${two(day)}`,
  daysOfYear: (from, [, month, day]) =>
    `${CHINESE.day(...from)}${CHINESE.between}${CHINESE.dayOfMonth(month, day)}`,
  between: '至 ',
  week: (start, end) => {
    const [year, lastYear] = [start, end].map((date) => `${date.slice(0, 4)} 年 `);
    return `${year}${slashes(start)}–${lastYear === year ? '' : lastYear}${slashes(end)}`;
  },
  month: (year, month) => `${year} 年 ${month} 月`,
  monthTick: (year, month) => (month === 1 ? `${year} 年 1 月` : `${month} 月`),
};

/** Others put dates as English does, until somebody says how. */
export const WAYS: Readonly<Partial<Record<Language, Ways>>> = { 'zh-TW': CHINESE };

/** A line does not break inside it. */
function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}

/** `tag` says how numbers are grouped (`en-IN`), the language how dates are put. */
export function formatOf(language: Language, tag: string, currency?: string): Format {
  const number = (options: Intl.NumberFormatOptions) => {
    const made = new Intl.NumberFormat(tag, options);
    return (value: number) => made.format(value);
  };
  const whole = number({ maximumFractionDigits: 0 });
  const exact = number({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const short = number({ notation: 'compact', maximumFractionDigits: 1, useGrouping: 'always' });
  const oneDigit = new Intl.NumberFormat(tag, {
    notation: 'compact',
    useGrouping: false,
    maximumSignificantDigits: 1,
  });
  const oneDecimal = number({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
  /** A true minus sign, as wide as the plus. */
  const withMinus = (text: string) => text.replace('-', '\u2212');
  /** `3,930 萬`: a blank between digits and Chinese. */
  const withBlank = (text: string) => text.replace(/(?=[萬億兆])/, '\u00a0');
  const signed = number({
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  });
  const upToTwo = number({ maximumFractionDigits: 2 });
  const signedExact = number({
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: 'exceptZero',
  });
  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
  const zone = new Intl.DateTimeFormat('en', { timeZoneName: 'short' });
  const symbol = symbolOf(currency);
  const ways = WAYS[language] ?? ENGLISH;

  const day = (date: string): string => {
    const parts = partsOf(date);
    return parts ? ways.day(...parts) : date;
  };
  return {
    symbol,
    count: whole,
    decimal: exact,
    money: (value) => symbol + exact(value),
    compact: (value) => withBlank(short(value)),
    brief(value, least = value) {
      const size = Math.abs(least);
      if (size < 100_000) return whole(value);
      // Cut and not rounded: 950,000 is not a million.
      const power = 10 ** Math.floor(Math.log10(size));
      const parts = oneDigit.formatToParts(power);
      const unit = power / Number(partOf(parts, 'integer'));
      const digits = Math.max(0, 2 - Math.floor(Math.log10(size / unit)));
      const inUnit = number({ minimumFractionDigits: digits, maximumFractionDigits: digits });
      return withBlank(inUnit(value / unit) + partOf(parts, 'compact'));
    },
    change: (percent) => `${withMinus(signed(percent))}%`,
    percent: (value) => `${upToTwo(value)}%`,
    difference: (value) => withMinus(signedExact(value)),
    share: (percent) => `${oneDecimal(percent)}%`,
    price: (value, own) =>
      symbolOf(own) + (value > 0 && value < 0.01 ? String(Number(value.toPrecision(3))) : exact(value)),
    points: (value) => ways.points(whole(value), value === 1),
    day,
    days({ start, end }) {
      const from = partsOf(start);
      const to = partsOf(end);
      if (start === end || !from || !to) return day(end);
      if (from[0] !== to[0]) return `${day(start)}${ways.between}${day(end)}`;
      return ways.daysOfYear(from, to);
    },
    week: ways.week,
    month(text) {
      const [year, month] = text.split('-').map(Number);
      return year && month ? ways.month(year, month) : text;
    },
    monthTick: ways.monthTick,
    dayTick(date) {
      const parts = partsOf(date);
      return parts ? ways.dayTick(parts[1], parts[2]) : date;
    },
    moment(iso) {
      const at = new Date(iso);
      const local = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
      const isThisYear = at.getFullYear() === new Date().getFullYear();
      const date = isThisYear ? ways.dayOfMonth(at.getMonth() + 1, at.getDate()) : day(local);
      return `${date} ${clock.format(at)}`;
    },
    zone: (iso) => partOf(zone.formatToParts(new Date(iso)), 'timeZoneName'),
  };
}

function partsOf(date: string): DateParts | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? [];
  return year && month && day ? [Number(year), Number(month), Number(day)] : undefined;
}

/** What `formatToParts` made of one of its parts. */
function partOf(parts: readonly { readonly type: string; readonly value: string }[], wanted: string): string {
  return parts.find(({ type }) => type === wanted)?.value ?? '';
}

/** `NT$` for TWD and `US$` for USD, in every language: a bare `$` leaves open whose. */
function symbolOf(currency: string | undefined): string {
  if (currency === undefined) return '';
  const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency }).formatToParts(0);
  const symbol = partOf(parts, 'currency');
  if (symbol === '$') return 'US$';
  return /^[A-Z]{3}$/.test(symbol) ? `${symbol}\u00a0` : symbol;
}
