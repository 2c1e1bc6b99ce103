/** How figures and dates are written in a language of the site. */
export interface Format {
  readonly locale: string;
  /** `NT$33,893,915`, or without a currency `33,893,915`. */
  money(value: number, currency: string | null): string;
  /** `NT$33.9M`, `NT$3389萬`; small amounts in full. */
  shortMoney(value: number, currency: string | null): string;
  /** What a few points cost: as many digits as it takes to tell. */
  price(value: number, currency: string): string;
  count(value: number): string;
  decimal(value: number): string;
  /** `+12.3%` */
  change(percent: number): string;
  /** `7 Jun 2026`, `2026 年 6 月 7 日`. */
  date(day: string): string;
  /** `Jun`, `6 月`. */
  month(day: string): string;
  /** `1 – 7 Jun 2026`, `2026 年 6 月 1 日 – 6 月 7 日`. */
  range(start: string, end: string): string;
}

const formats = new Map<string, Format>();

export function formatOf(lang: string): Format {
  const locale = lang.startsWith('zh') ? 'zh-TW' : 'en';
  const known = formats.get(locale);
  if (known) return known;
  const made = makeFormat(locale);
  formats.set(locale, made);
  return made;
}

function makeFormat(locale: 'en' | 'zh-TW'): Format {
  const isChinese = locale === 'zh-TW';
  const number = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options);
  const whole = number({ maximumFractionDigits: 0 });
  const short = number({ notation: 'compact', maximumFractionDigits: 1 });
  const exact = number({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const signed = number({
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  });
  const sign = (currency: string | null) => (currency === null ? '' : (signOf(currency, locale) ?? ''));
  const parts = (day: string) => day.split('-').map(Number) as [number, number, number];
  const date = (day: string) => {
    const [year, month, date] = parts(day);
    return isChinese ? `${year} 年 ${month} 月 ${date} 日` : `${date} ${MONTHS[month - 1]} ${year}`;
  };
  return {
    locale,
    money: (value, currency) => sign(currency) + whole.format(value),
    shortMoney: (value, currency) => sign(currency) + (value < 100_000 ? whole : short).format(value),
    price: (value, currency) =>
      number({ style: 'currency', currency, maximumFractionDigits: value < 1 ? 4 : 2 }).format(value),
    count: (value) => whole.format(value),
    decimal: (value) => exact.format(value),
    change: (percent) => `${signed.format(percent)}%`,
    date,
    month: (day) => {
      const [, month] = parts(day);
      return isChinese ? `${month} 月` : (MONTHS[month - 1] ?? '');
    },
    range(start, end) {
      const [fromYear, fromMonth, fromDay] = parts(start);
      const [toYear, toMonth, toDay] = parts(end);
      if (start === end) return date(end);
      if (fromYear !== toYear) return `${date(start)} – ${date(end)}`;
      if (isChinese) return `${date(start)} – ${toMonth} 月 ${toDay} 日`;
      return fromMonth === toMonth
        ? `${fromDay} – ${date(end)}`
        : `${fromDay} ${MONTHS[fromMonth - 1]} – ${date(end)}`;
    },
  };
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `NT$` in every language: in Taiwan's own a bare `$` would stand there, which others read as US dollars. */
function signOf(currency: string, locale: string): string | undefined {
  if (currency === 'TWD') return 'NT$';
  return new Intl.NumberFormat(locale, { style: 'currency', currency })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value;
}
