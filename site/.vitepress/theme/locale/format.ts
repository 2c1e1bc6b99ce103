import type { Language } from './language.ts';

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
  /** `12.3K`, for axes */
  compact(value: number): string;
  /** `93,120`, `12.3M`: beside one another, figures of one size have as many digits. */
  brief(value: number): string;
  /** `+4.2%` */
  change(percent: number): string;
  /** `37.0%` */
  share(percent: number): string;
  /** `1 point`, `1,250 points` */
  points(value: number): string;
  /** `2026-06-07` → `7 Jun 2026` */
  day(date: string): string;
  /** `16 Mar – 7 Jun 2026`, the year once where it is the same */
  days(start: string, end: string): string;
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
}

interface Dates {
  day(year: number, month: number, day: number): string;
  dayOfMonth(month: number, day: number): string;
  between: string;
  week(start: string, end: string): string;
  month(year: number, month: number): string;
  monthTick(year: number, month: number): string;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const nameOf = (month: number) => MONTHS[month - 1] ?? String(month);
const two = (value: number) => String(value).padStart(2, '0');
const slashes = (date: string) => `${date.slice(5, 7)}/${date.slice(8, 10)}`;

const DATES: Readonly<Record<Language, Dates>> = {
  en: {
    day: (year, month, day) => unbroken(`${day} ${nameOf(month)} ${year}`),
    dayOfMonth: (month, day) => unbroken(`${day} ${nameOf(month)}`),
    between: '\u00a0– ',
    week: (start, end) => {
      const [, month = 0, day = 0] = partsOf(start) ?? [];
      const [year = 0, lastMonth = 0, last = 0] = partsOf(end) ?? [];
      const from = month === lastMonth ? String(day) : `${day} ${nameOf(month)}`;
      return `${from} – ${last} ${nameOf(lastMonth)} ${year}`;
    },
    month: (year, month) => `${nameOf(month)} ${year}`,
    monthTick: (year, month) => (month === 1 ? `Jan ${year}` : nameOf(month)),
  },
  zh: {
    day: (year, month, day) => unbroken(`${year} 年 ${month} 月 ${day} 日`),
    dayOfMonth: (month, day) => unbroken(`${month} 月 ${day} 日`),
    between: '至 ',
    week: (start, end) => `${start.slice(0, 4)} 年 ${slashes(start)}–${slashes(end)}`,
    month: (year, month) => `${year} 年 ${month} 月`,
    monthTick: (year, month) => (month === 1 ? `${year} 年 1 月` : `${month} 月`),
  },
};

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
  const threeDigits = number({
    notation: 'compact',
    useGrouping: 'always',
    minimumSignificantDigits: 3,
    maximumSignificantDigits: 3,
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
  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
  const symbol = symbolOf(currency);
  const dates = DATES[language];

  const day = (date: string): string => {
    const parts = partsOf(date);
    return parts ? dates.day(...parts) : date;
  };
  return {
    symbol,
    count: whole,
    decimal: exact,
    money: (value) => symbol + exact(value),
    compact: (value) => withBlank(short(value)),
    brief: (value) => (Math.abs(value) < 100_000 ? whole(value) : withBlank(threeDigits(value))),
    change: (percent) => `${withMinus(signed(percent))}%`,
    share: (percent) => `${oneDecimal(percent)}%`,
    points: (value) =>
      language === 'zh' ? `${whole(value)} 點` : `${whole(value)} ${value === 1 ? 'point' : 'points'}`,
    day,
    days(start, end) {
      const from = partsOf(start);
      const to = partsOf(end);
      if (start === end || !from || !to) return day(end);
      if (from[0] !== to[0]) return `${day(start)}${dates.between}${day(end)}`;
      // English names the year at the end, Chinese at the beginning.
      return language === 'en'
        ? `${dates.dayOfMonth(from[1], from[2])}${dates.between}${day(end)}`
        : `${day(start)}${dates.between}${dates.dayOfMonth(to[1], to[2])}`;
    },
    week: dates.week,
    month(text) {
      const [year, month] = text.split('-').map(Number);
      return year && month ? dates.month(year, month) : text;
    },
    monthTick: dates.monthTick,
    dayTick(date) {
      const parts = partsOf(date);
      return parts ? (language === 'en' ? dates.dayOfMonth(parts[1], parts[2]) : slashes(date)) : date;
    },
    moment(iso) {
      const at = new Date(iso);
      const local = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
      const isThisYear = at.getFullYear() === new Date().getFullYear();
      const date = isThisYear ? dates.dayOfMonth(at.getMonth() + 1, at.getDate()) : day(local);
      return `${date} ${clock.format(at)}`;
    },
  };
}

function partsOf(date: string): [number, number, number] | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? [];
  return year && month && day ? [Number(year), Number(month), Number(day)] : undefined;
}

/** `NT$` for TWD and `US$` for USD, in every language: a bare `$` leaves open whose. */
export function symbolOf(currency: string | undefined): string {
  if (currency === undefined) return '';
  const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency }).formatToParts(0);
  const symbol = parts.find(({ type }) => type === 'currency')?.value ?? currency;
  if (symbol === '$') return 'US$';
  return /^[A-Z]{3}$/.test(symbol) ? `${symbol}\u00a0` : symbol;
}
