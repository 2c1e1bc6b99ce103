/**
 * The whole service as loops over all order lines: slow, obvious, and written from the rules alone.
 * It shares no code with the product, so that an answer both give is right twice.
 */
import * as calendar from './reference-calendar.ts';
import { type Day, formatDay, mondayOf, type Range } from './reference-calendar.ts';
import * as figures from './reference-figures.ts';
import { cleanName, type Line, type RawRow, readLines } from './reference-lines.ts';
import { type Cell, Closed, closedCells, type Numbers } from './reference-privacy.ts';

export type Settings = {
  readonly weeks: number;
  readonly timeZone: string;
  readonly audienceMethods: readonly string[];
  readonly granularity: 'week' | 'month';
  readonly defaultCategory?: string;
  readonly defaultSub?: string;
  /** Disclosure control; off without. */
  readonly privacy?: Numbers;
  /** The last day of the weeks that are published; without it, the weeks before that of the last order. */
  readonly publishedThrough?: Day;
  /** What was closed when the weeks were published before. */
  readonly closedBefore?: Closed;
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
export type Answer = {
  readonly data: object;
  readonly points: number;
  /** What a quote says: a call that shows nothing at all is free only once it is made. */
  readonly quoted: number;
  readonly suppressed?: number;
  /** The days that it compares with. */
  readonly compared?: string;
};

/** A path as a caller meets it. */
type Told = {
  readonly base: number;
  /** With dates, their number changes the price. */
  readonly reads: readonly (keyof Parameters)[];
  /** Where it tells of everything below what is asked for, one by one. */
  readonly lists?: 'categories' | 'subs';
  /** Whether it has figures of the restricted basis. */
  readonly hasBasis?: true;
  /** Whether it tells of the previous period, where the data hold all of both. */
  readonly compares?: true;
};

const FOCUS = { hasBasis: true, compares: true } as const;
export const ENDPOINTS = {
  '/api/public/meta/categories': { base: 1, reads: [] },
  '/api/public/meta/sub-categories': { base: 1, reads: ['category'] },
  '/api/public/trends/overview': { base: 40, reads: [] },
  '/api/public/overview/ranking': { base: 30, reads: [], lists: 'categories' },
  '/api/public/overview/growth': { base: 40, reads: [], lists: 'categories' },
  '/api/public/overview/payment': { base: 20, reads: [] },
  '/api/public/trends/market': { base: 50, reads: ['category', 'start', 'end'] },
  '/api/public/market/sub-ranking': { base: 35, reads: ['category', 'start', 'end'], lists: 'subs' },
  '/api/public/market/payment': { base: 25, reads: ['category', 'start', 'end'] },
  '/api/public/market/focus': { base: 45, reads: ['category', 'start', 'end'], ...FOCUS },
  '/api/public/trends/sub-market': { base: 60, reads: ['category', 'sub', 'start', 'end'] },
  '/api/public/sub-market/focus': { base: 65, reads: ['category', 'sub', 'start', 'end'], ...FOCUS },
  '/api/public/sub-market/tags': { base: 100, reads: ['category', 'sub', 'start', 'end'] },
  '/api/public/sub-market/related-purchases': { base: 60, reads: ['category', 'sub'] },
} as const satisfies Record<string, Told>;

export type Path = keyof typeof ENDPOINTS;
export const PATHS = Object.keys(ENDPOINTS) as Path[];

export class Reference {
  readonly settings: Settings;
  readonly coverage: Range;
  readonly period: Range;
  readonly #growth: { now: Range; before: Range } | undefined;
  readonly categories: readonly string[];
  readonly closed: Closed;
  /** Lines in open cells: of the whole, of categories, of sub-categories. */
  readonly #whole: readonly Line[];
  readonly #inCategories: readonly Line[];
  readonly #inSubs: readonly Line[];
  /** Cells that have lines. */
  readonly #cells: readonly Cell[];
  readonly #byCategory: ReadonlyMap<string, readonly Line[]>;
  readonly #bySub = new Map<string, ReadonlyMap<string, readonly Line[]>>();
  readonly #subs = new Map<string, readonly string[]>();

  constructor(rows: readonly RawRow[], settings: Partial<Settings> = {}) {
    this.settings = { ...DEFAULT_SETTINGS, ...settings };
    const { privacy, audienceMethods, closedBefore } = this.settings;
    const all = readLines(rows, this.settings.timeZone);
    const days = all.map(({ day }) => day).sort((a, b) => a - b);
    const newest = days.at(-1) ?? Number.NEGATIVE_INFINITY;
    const last = privacy ? (this.settings.publishedThrough ?? mondayOf(newest) - 1) : newest;
    this.coverage = { first: days[0] ?? Number.POSITIVE_INFINITY, last };
    this.period = calendar.defaultPeriod(this.coverage, this.settings.weeks);
    this.#growth = calendar.growthPeriods(this.coverage, this.settings.weeks);

    const lines = figures.within(all, this.coverage);
    const isOnBasis = (line: Line) => figures.isOnBasis(line, audienceMethods);
    this.closed = privacy ? closedCells(lines, privacy, isOnBasis, closedBefore) : new Closed();
    const inOpen = (scopeOf: (line: Line) => Omit<Cell, 'week'>) =>
      lines.filter((line) => !this.closed.has({ week: mondayOf(line.day), ...scopeOf(line) }));
    this.#whole = inOpen(() => ({}));
    this.#inCategories = inOpen(({ category }) => ({ category }));
    this.#inSubs = inOpen(({ category, sub }) => ({ category, sub }));
    this.#cells = cellsOf(lines);
    this.#byCategory = figures.groupBy(this.#inCategories, (line) => line.category);
    this.categories = this.#list(this.#byCategory);
    for (const category of this.categories) {
      const own = this.#inSubs.filter((line) => line.category === category);
      const subs = figures.groupBy(own, (line) => line.sub);
      this.#bySub.set(category, subs);
      this.#subs.set(category, this.#list(subs));
    }
  }

  subCategories(category: string): readonly string[] {
    return this.#subs.get(category) ?? [];
  }

  range({ start, end }: Parameters): Range {
    if (!this.settings.privacy) return calendar.askedRange(start, end, this.period, this.settings.weeks);
    // Whole weeks: a start goes back to its Monday, an end on to its Sunday, as far as years have four digits.
    const monday = start && formatDay(mondayOf(calendar.parseDay(start)));
    const sunday =
      end && formatDay(Math.min(mondayOf(calendar.parseDay(end)) + 6, calendar.parseDay('9999-12-31')));
    return calendar.askedRange(monday, sunday, this.period, this.settings.weeks);
  }

  answer(path: Path, parameters: Parameters): Answer {
    const { base, reads } = ENDPOINTS[path];
    const dated = (reads as Told['reads']).includes('start');
    const range = dated ? this.range(parameters) : this.period;
    const coefficient = dated ? figures.dayCoefficient(range, this.coverage, this.settings.weeks) : 1;
    const data = this.#data(path, parameters, range);
    const compared = this.#compared(path, range);
    const isGrowth = path.endsWith('/growth');
    const quoted = isGrowth && !compared ? 0 : base * coefficient;
    const listed = this.#listed(path, parameters, range);
    const behind = this.#listed(path, parameters, this.#reported(path, range));
    const isAllClosed = behind.length > 0 && behind.every((cell) => this.closed.has(cell));
    return {
      data,
      points: dated && isAllClosed ? 0 : quoted,
      quoted,
      ...(compared && { compared: `${formatDay(compared.first)}/${formatDay(compared.last)}` }),
      ...(this.settings.privacy && { suppressed: this.#suppressed(path, listed) }),
    };
  }

  /** The days of all points of a trend, which in the monthly fallback are more than its range. */
  #reported(path: Path, range: Range): Range {
    if (!path.includes('/trends/')) return range;
    const { granularity, privacy } = this.settings;
    const months = privacy ? calendar.monthsOfWeeks : calendar.monthsTouching;
    const spans = figures.trend([], range, this.coverage, granularity, months).map(({ span }) => span);
    const [first, last] = [spans[0], spans.at(-1)];
    return first && last ? { first: first.first, last: last.last } : range;
  }

  /** What an answer compares its own days with; undefined where it compares nothing. */
  #compared(path: Path, range: Range): Range | undefined {
    if (path.endsWith('/growth')) return this.#growth?.before;
    const { compares }: Told = ENDPOINTS[path];
    const before = calendar.previousPeriod(range);
    const isShown = compares && calendar.holds(this.coverage, range) && calendar.holds(this.coverage, before);
    return isShown ? before : undefined;
  }

  /** Closed cells behind an answer, and where it has figures of the restricted basis, those of that. */
  #suppressed(path: Path, listed: readonly Cell[]): number {
    const { hasBasis }: Told = ENDPOINTS[path];
    const closed = listed.filter((cell) => this.closed.has(cell)).length;
    if (!hasBasis) return closed;
    return closed + listed.filter((cell) => this.closed.hasBasis(cell)).length;
  }

  /** The cells that have lines, of the scopes that an answer lists and the days that it reports. */
  #listed(path: Path, parameters: Parameters, range: Range): Cell[] {
    const compared = this.#compared(path, range);
    const isReported = path.endsWith('/growth') ? compared !== undefined : !path.includes('/meta/');
    if (!isReported || !calendar.shared(range, this.coverage)) return [];
    const category = this.#category(parameters.category);
    const sub = this.#sub(category, parameters.sub);
    const { reads, lists }: Told = ENDPOINTS[path];
    const isListed = (cell: Cell) => {
      if (lists === 'categories') return cell.category !== undefined && cell.sub === undefined;
      if (lists === 'subs') return cell.category === category && cell.sub !== undefined;
      if (reads.includes('sub')) return cell.category === category && cell.sub === sub;
      return cell.category === (reads.includes('category') ? category : undefined) && cell.sub === undefined;
    };
    const now = path.endsWith('/growth') ? this.#growth?.now : range;
    return [now, compared].flatMap((days) => (days ? this.#cellsIn(days).filter(isListed) : []));
  }

  #cellsIn(range: Range): Cell[] {
    return this.#cells.filter(({ week }) => calendar.touches({ first: week, last: week + 6 }, range));
  }

  /** Whether there are cells of a scope, and all of them are closed, or their restricted basis. */
  #isClosed(
    { category, sub }: Omit<Cell, 'week'>,
    ranges: readonly Range[],
    side: 'cell' | 'basis' = 'cell',
  ): boolean {
    const cells = ranges
      .flatMap((range) => this.#cellsIn(range))
      .filter((cell) => cell.category === category && cell.sub === sub);
    const isClosed = (cell: Cell) => (side === 'cell' ? this.closed.has(cell) : this.closed.hasBasis(cell));
    return cells.length > 0 && cells.every(isClosed);
  }

  #data(path: Path, parameters: Parameters, range: Range): object {
    const { granularity, audienceMethods, privacy } = this.settings;
    const category = this.#category(parameters.category);
    const subCategory = this.#sub(category, parameters.sub);
    const market = this.#byCategory.get(category) ?? [];
    const subMarket = this.#bySub.get(category)?.get(subCategory) ?? [];
    const subRanking = () => {
      const own = this.#inSubs.filter((line) => line.category === category);
      return figures.ranking(figures.within(own, range), (line) => line.sub);
    };
    const dates = { start: formatDay(range.first), end: formatDay(range.last) };
    const inCategory = { category, ...dates };
    const inSub = { category, subCategory, ...dates };
    const subScope = { category, sub: subCategory };
    const [inCategories, inSubs] = [this.#inPeriod(this.#inCategories), this.#inPeriod(this.#inSubs)];
    const months = privacy ? calendar.monthsOfWeeks : calendar.monthsTouching;
    const trend = (lines: readonly Line[], scope: Omit<Cell, 'week'>) =>
      figures.trend(lines, range, this.coverage, granularity, months).map(({ span, ...point }) => ({
        ...point,
        ...(this.#isClosed(scope, [span]) && { suppressed: true }),
      }));
    const previous = this.#compared(path, range);
    const bothFocuses = (lines: readonly Line[], scope: Omit<Cell, 'week'>) => {
      const isBasisShown = ({ day }: Line) => !this.closed.hasBasis({ week: mondayOf(day), ...scope });
      const focus = (range: Range) => ({
        ...figures.focus(figures.within(lines, range), audienceMethods, isBasisShown),
        ...(this.#isClosed(scope, [range]) && { suppressed: true }),
        ...(this.#isClosed(scope, [range], 'basis') && { audienceSuppressed: true }),
      });
      return { focus: focus(range), prevFocus: previous ? focus(previous) : null };
    };
    switch (path) {
      case '/api/public/meta/categories':
        return { categories: this.categories };
      case '/api/public/meta/sub-categories':
        return { category, subCategories: this.subCategories(category) };
      case '/api/public/trends/overview':
        return { type: 'overview', granularity, ...dates, trend: trend(this.#whole, {}) };
      case '/api/public/overview/ranking':
        return { type: 'overview-ranking', ...dates, items: figures.overviewRanking(inCategories, inSubs) };
      case '/api/public/overview/growth': {
        const { now, before } = this.#growth ?? { now: this.period, before: undefined };
        const of = (days: Range) => figures.within(this.#inCategories, days);
        const hidden = this.categories.filter(
          (name) => before && this.#isClosed({ category: name }, [now, before]),
        );
        const items = before ? figures.growth(of(now), of(before), hidden) : [];
        return { type: 'overview-growth', start: formatDay(now.first), end: formatDay(now.last), items };
      }
      case '/api/public/overview/payment':
        return { type: 'overview-payment', ...dates, items: figures.payment(this.#inPeriod(this.#whole)) };
      case '/api/public/trends/market':
        return { type: 'market', granularity, ...inCategory, trend: trend(market, { category }) };
      case '/api/public/market/sub-ranking':
        return { type: 'market-sub-ranking', ...inCategory, items: subRanking() };
      case '/api/public/market/payment': {
        const items = figures.payment(figures.within(market, range));
        return { type: 'market-payment', ...inCategory, items };
      }
      case '/api/public/market/focus':
        return { type: 'market-focus', ...inCategory, ...bothFocuses(market, { category }) };
      case '/api/public/trends/sub-market':
        return { type: 'sub-market', granularity, ...inSub, trend: trend(subMarket, subScope) };
      case '/api/public/sub-market/focus':
        return { type: 'sub-market-focus', ...inSub, ...bothFocuses(subMarket, subScope) };
      case '/api/public/sub-market/tags': {
        const items = figures.tags(figures.within(subMarket, range));
        return { type: 'sub-market-tags', ...inSub, items };
      }
      case '/api/public/sub-market/related-purchases': {
        const fewest = privacy?.people ?? 0;
        const items = figures.relatedPurchases(inSubs, category, subCategory, fewest);
        return { type: 'sub-market-related-purchases', ...inSub, items };
      }
    }
  }

  #inPeriod(lines: readonly Line[]): Line[] {
    return figures.within(lines, this.period);
  }

  /** By amount in the default period, then by name; those that sold nothing in it come last. */
  #list(groups: ReadonlyMap<string, readonly Line[]>): string[] {
    const entries = Array.from(groups, ([name, lines]) => {
      const sold = this.#inPeriod(lines);
      return { name, sells: Number(sold.length > 0), cents: figures.sumCents(sold) };
    });
    return entries
      .sort((a, b) => b.sells - a.sells || Number(b.cents - a.cents) || figures.compareNames(a.name, b.name))
      .map(({ name }) => name);
  }

  #category(asked: string | undefined): string {
    return choose(asked, this.settings.defaultCategory, this.categories);
  }

  #sub(category: string, asked: string | undefined): string {
    return choose(asked, this.settings.defaultSub, this.subCategories(category));
  }
}

function cellsOf(lines: readonly Line[]): Cell[] {
  const cells = new Map<string, Cell>();
  for (const { day, category, sub } of lines) {
    const week = mondayOf(day);
    for (const cell of [{ week }, { week, category }, { week, category, sub }])
      cells.set(Closed.keyOf(cell), cell);
  }
  return [...cells.values()];
}

function choose(asked: string | undefined, preset: string | undefined, known: readonly string[]): string {
  const name = cleanName(asked ?? '');
  if (known.includes(name)) return name;
  if (preset !== undefined && known.includes(preset)) return preset;
  return known[0] ?? '';
}
