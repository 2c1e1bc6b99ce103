import { formatOf as readerFormat, symbolOf } from '../locale/format.ts';
import { languageOf } from '../locale/language.ts';

/** How figures and dates are written in pages that are made before anybody reads them: as is usual in the language. */
export interface Format {
  /** `NT$33,893,915`, or without a currency `33,893,915`. */
  money(value: number, currency: string | null): string;
  /** `NT$33.9M`, `NT$3,390 萬`; small amounts in full. */
  shortMoney(value: number, currency: string | null): string;
  /** `NT$1.5M`, beside an axis. */
  axisMoney(value: number, currency: string | null): string;
  /** What points cost: `US$330.00`, and `US$0.0005` where it takes more digits to tell. */
  price(value: number, currency: string): string;
  count(value: number): string;
  decimal(value: number): string;
  /** `+12.3%` */
  change(percent: number): string;
  /** `Jun`, `6 月`. */
  month(day: string): string;
  /** `16 Mar – 7 Jun 2026`, `2026 年 3 月 16 日至 6 月 7 日`. */
  range(start: string, end: string): string;
}

const TAGS = { en: 'en-US', zh: 'zh-TW' } as const;
const formats = new Map<string, Format>();

export function formatOf(lang: string): Format {
  const language = languageOf(lang);
  const known = formats.get(language);
  if (known) return known;
  const { count, decimal, change, brief, compact, days, monthTick } = readerFormat(language, TAGS[language]);
  const symbol = (currency: string | null) => symbolOf(currency ?? undefined);
  const made: Format = {
    count,
    decimal,
    change,
    range: days,
    money: (value, currency) => symbol(currency) + count(value),
    shortMoney: (value, currency) => symbol(currency) + brief(value),
    axisMoney: (value, currency) => symbol(currency) + compact(value),
    price: (value, currency) =>
      symbol(currency) + (value < 0.01 ? String(Number(value.toPrecision(3))) : decimal(value)),
    month: (day) => monthTick(0, Number(day.slice(5, 7))).replace(/ 0$|^0 年 /, ''),
  };
  formats.set(language, made);
  return made;
}
