/**
 * The whole service as loops over all order lines: slow, obvious, and written from the rules alone.
 * It shares no code with the product, so that an answer both give is right twice.
 */
import {
  askedRange,
  defaultPeriod,
  formatDay,
  isInside,
  previousPeriod,
  type Range,
} from './reference-calendar.ts';
import * as figures from './reference-figures.ts';
import { cleanName, type Line, type RawRow, readLines } from './reference-lines.ts';

export type Settings = {
  readonly weeks: number;
  readonly timeZone: string;
  readonly audienceMethods: readonly string[];
  readonly granularity: 'week' | 'month';
  readonly defaultCategory?: string;
  readonly defaultSub?: string;
};

export const DEFAULT_SETTINGS: Settings = {
  weeks: 12,
  timeZone: 'UTC',
  audienceMethods: ['Credit card', 'Credit card installment', 'Debit card'],
  granularity: 'week',
};

export type Parameters = {
  readonly category?: string;
  readonly sub?: string;
  readonly start?: string;
  readonly end?: string;
};
export type Answer = { readonly data: object; readonly points: number };

/** What each path costs, which parameters it reads, and whether the number of days changes its price. */
export const ENDPOINTS = {
  '/api/public/meta/categories': { base: 1, reads: [] },
  '/api/public/meta/sub-categories': { base: 1, reads: ['category'] },
  '/api/public/trends/overview': { base: 40, reads: [] },
  '/api/public/overview/ranking': { base: 30, reads: [] },
  '/api/public/overview/growth': { base: 40, reads: [] },
  '/api/public/overview/payment': { base: 20, reads: [] },
  '/api/public/trends/market': { base: 50, reads: ['category', 'start', 'end'] },
  '/api/public/market/sub-ranking': { base: 35, reads: ['category', 'start', 'end'] },
  '/api/public/market/payment': { base: 25, reads: ['category', 'start', 'end'] },
  '/api/public/market/focus': { base: 45, reads: ['category', 'start', 'end'] },
  '/api/public/trends/sub-market': { base: 60, reads: ['category', 'sub', 'start', 'end'] },
  '/api/public/sub-market/focus': { base: 65, reads: ['category', 'sub', 'start', 'end'] },
  '/api/public/sub-market/tags': { base: 100, reads: ['category', 'sub', 'start', 'end'] },
  '/api/public/sub-market/related-purchases': { base: 60, reads: ['category', 'sub'] },
} as const;

export type Path = keyof typeof ENDPOINTS;
export const PATHS = Object.keys(ENDPOINTS) as Path[];

export class Reference {
  readonly settings: Settings;
  readonly coverage: Range;
  readonly period: Range;
  readonly categories: readonly string[];
  readonly #lines: readonly Line[];
  readonly #periodLines: readonly Line[];
  readonly #byCategory: ReadonlyMap<string, readonly Line[]>;
  readonly #bySub = new Map<string, ReadonlyMap<string, readonly Line[]>>();
  readonly #subs = new Map<string, readonly string[]>();

  constructor(rows: readonly RawRow[], settings: Partial<Settings> = {}) {
    this.settings = { ...DEFAULT_SETTINGS, ...settings };
    this.#lines = readLines(rows, this.settings.timeZone);
    let first = Number.POSITIVE_INFINITY;
    let last = Number.NEGATIVE_INFINITY;
    for (const line of this.#lines) {
      first = Math.min(first, line.day);
      last = Math.max(last, line.day);
    }
    this.coverage = { first, last };
    this.period = defaultPeriod(this.coverage, this.settings.weeks);
    this.#periodLines = figures.within(this.#lines, this.period);
    this.#byCategory = figures.groupBy(this.#lines, (line) => line.category);
    this.categories = this.#list(this.#byCategory);
    for (const [category, lines] of this.#byCategory) {
      const subs = figures.groupBy(lines, (line) => line.sub);
      this.#bySub.set(category, subs);
      this.#subs.set(category, this.#list(subs));
    }
  }

  subCategories(category: string): readonly string[] {
    return this.#subs.get(category) ?? [];
  }

  range(parameters: Parameters): Range {
    return askedRange(parameters.start, parameters.end, this.period, this.settings.weeks);
  }

  answer(path: Path, parameters: Parameters): Answer {
    const { base, reads } = ENDPOINTS[path];
    const dated = (reads as readonly string[]).includes('start');
    const range = dated ? this.range(parameters) : this.period;
    const coefficient = dated ? figures.dayCoefficient(range, this.coverage, this.settings.weeks) : 1;
    return { data: this.#data(path, parameters, range), points: base * coefficient };
  }

  #data(path: Path, parameters: Parameters, range: Range): object {
    const { granularity, audienceMethods } = this.settings;
    const category = this.#category(parameters.category);
    const subCategory = this.#sub(category, parameters.sub);
    const market = this.#byCategory.get(category) ?? [];
    const subMarket = this.#bySub.get(category)?.get(subCategory) ?? [];
    const dates = { start: formatDay(range.first), end: formatDay(range.last) };
    const inCategory = { category, ...dates };
    const inSub = { category, subCategory, ...dates };
    const trend = (lines: readonly Line[]) => figures.trend(lines, range, this.coverage, granularity);
    const bothFocuses = (lines: readonly Line[]) => {
      const previous = previousPeriod(range);
      const offered = isInside(previous.first, this.coverage) && isInside(previous.last, this.coverage);
      return {
        focus: figures.focus(figures.within(lines, range), audienceMethods),
        prevFocus: offered ? figures.focus(figures.within(lines, previous), audienceMethods) : null,
      };
    };
    switch (path) {
      case '/api/public/meta/categories':
        return { categories: this.categories };
      case '/api/public/meta/sub-categories':
        return { category, subCategories: this.subCategories(category) };
      case '/api/public/trends/overview':
        return { type: 'overview', granularity, ...dates, trend: trend(this.#lines) };
      case '/api/public/overview/ranking':
        return { type: 'overview-ranking', ...dates, items: figures.overviewRanking(this.#periodLines) };
      case '/api/public/overview/growth': {
        const previous = figures.within(this.#lines, previousPeriod(this.period));
        return { type: 'overview-growth', ...dates, items: figures.growth(this.#periodLines, previous) };
      }
      case '/api/public/overview/payment':
        return { type: 'overview-payment', ...dates, items: figures.payment(this.#periodLines) };
      case '/api/public/trends/market':
        return { type: 'market', granularity, ...inCategory, trend: trend(market) };
      case '/api/public/market/sub-ranking': {
        const items = figures.ranking(figures.within(market, range), (line) => line.sub);
        return { type: 'market-sub-ranking', ...inCategory, items };
      }
      case '/api/public/market/payment': {
        const items = figures.payment(figures.within(market, range));
        return { type: 'market-payment', ...inCategory, items };
      }
      case '/api/public/market/focus':
        return { type: 'market-focus', ...inCategory, ...bothFocuses(market) };
      case '/api/public/trends/sub-market':
        return { type: 'sub-market', granularity, ...inSub, trend: trend(subMarket) };
      case '/api/public/sub-market/focus':
        return { type: 'sub-market-focus', ...inSub, ...bothFocuses(subMarket) };
      case '/api/public/sub-market/tags': {
        const items = figures.tags(figures.within(subMarket, range));
        return { type: 'sub-market-tags', ...inSub, items };
      }
      case '/api/public/sub-market/related-purchases': {
        const items = figures.relatedPurchases(this.#periodLines, category, subCategory);
        return { type: 'sub-market-related-purchases', ...inSub, items };
      }
    }
  }

  /** By amount in the default period, then by name; those that sold nothing in it come last. */
  #list(groups: ReadonlyMap<string, readonly Line[]>): string[] {
    const entries = Array.from(groups, ([name, lines]) => {
      const sold = figures.within(lines, this.period);
      return { name, sells: sold.length > 0, cents: figures.sumCents(sold) };
    });
    entries.sort(
      (a, b) =>
        Number(b.sells) - Number(a.sells) ||
        Number(b.cents - a.cents) ||
        figures.compareNames(a.name, b.name),
    );
    return entries.map((entry) => entry.name);
  }

  #category(asked: string | undefined): string {
    return choose(asked, this.settings.defaultCategory, this.categories);
  }

  #sub(category: string, asked: string | undefined): string {
    return choose(asked, this.settings.defaultSub, this.subCategories(category));
  }
}

function choose(asked: string | undefined, preset: string | undefined, known: readonly string[]): string {
  const name = cleanName(asked ?? '');
  if (known.includes(name)) return name;
  if (preset !== undefined && known.includes(preset)) return preset;
  return known[0] ?? '';
}
