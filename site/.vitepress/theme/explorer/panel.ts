import type { operations } from '../../../../client/schema.ts';
import type { DayRange } from '../../../../src/lib/calendar.ts';
import type { DataOf } from '../call/call.ts';
import type { Look, Picture } from '../charts/picture.ts';
import type { Tiles } from '../charts/tiles.ts';
import type { Locale } from '../locale/locale.ts';
import { records, type Table } from '../shared/csv.ts';
import type { Dates } from '../shared/dates.ts';
import type { ReadableTable } from '../shared/table.ts';
import type { Words } from '../words/words.ts';
import { answerRows } from './shapes/answer-rows.ts';
import type { Outline } from './shapes/outline.ts';
import type { Scaling } from './shapes/scaling.ts';
import type { ClosedCells } from './shapes/shown.ts';
import type { Comparison, Level, Metric, Scale, View } from './state/view.ts';

/** What an answer says it is about. */
export interface About extends Partial<Dates> {
  readonly category?: string;
  readonly subCategory?: string;
  readonly granularity?: string;
}

/** Answers of one endpoint: the one that a panel is about, and those that it is compared with. */
export interface Figures<Data = unknown> {
  readonly data: Data;
  /** Of other days. */
  readonly compared?: Data | undefined;
  /** Of the whole market. */
  readonly market?: Data | undefined;
  /** Of other names. */
  readonly others?: readonly { readonly name: string; readonly data: Data }[];
  /** Which other days it is compared with; if not set, the previous period that the answer has in it. */
  readonly compare?: Comparison;
  readonly closed?: ClosedCells;
  /** The days that the answer itself compares with. */
  readonly against?: Dates | undefined;
}

/** What figures are drawn with. */
export interface Drawn {
  readonly metric: Metric;
  readonly locale: Locale;
  /** In other terms than the figures themselves. */
  readonly scaling?: Scaling | undefined;
  /** The sentence above the chart. */
  readonly title: string;
  /** How many there are, where not all of them are drawn. */
  readonly count?: number;
  /** The days that have data, to tell which week is not complete. */
  readonly coverage: Dates;
}

/** What a title is made of. */
export interface Titled {
  readonly words: Words;
  readonly metric: Metric;
  /** The category or sub-category that it is about. */
  readonly name: string;
  readonly category: string;
  readonly others: readonly string[];
  readonly isMonthly: boolean;
  readonly days: string;
  readonly daysBefore: string;
  /** With the unit of the measure, where it has one. */
  inUnit(what: string): string;
  /** The same in the terms that a trend is told in. */
  inScale(what: string): string;
}

/** One chart of the explorer: what it asks for, and all the ways to show what is answered. */
export interface Panel<Data = unknown> {
  /** Its name in words, and on the page. */
  readonly name: keyof Words['names'];
  readonly level: Level;
  readonly path: string;
  /** Whether it follows the dates of the view; the others always cover the default period. */
  readonly takesDates: boolean;
  readonly isWide: boolean;
  /** Shows other days beside its own, where a view asks for these. */
  readonly comparesDays?: boolean;
  /** Its answer has the previous period in it. */
  readonly bringsPrevious?: boolean;
  /** It is of the current period of growth, which is shorter than the default period while the data are young. */
  readonly isOfGrowth?: boolean;
  /** Some of its figures count some payment methods only. */
  readonly countsMethods?: boolean;
  readonly comparesNames?: boolean;
  /** Asks for each sub-category, and so is loaded apart from the others. */
  readonly isSideBySide?: boolean;
  /** Tells its figures in other terms, where a view asks for these. */
  scaling?(figures: Figures<Data>, scale: Scale, drawn: Drawn): Scaling | undefined;
  /** Is of whole weeks, or months; those that are closed are dotted in its chart. */
  readonly isOfWeeks?: boolean;
  readonly hasSorting: boolean;
  /** In a table on a phone each row is a stack of its cells. */
  readonly isStacked: boolean;
  readonly outline: Outline;
  /** What it shows, where names and days stand beside it. */
  caption(words: Words): string;
  /** What it shows, without the days. */
  title(of: Titled): string;
  /** Which days, where that is more than the days themselves; nothing is compared where `daysBefore` is empty. */
  when?(of: Titled): string;
  isEmpty(figures: Figures<Data>): boolean;
  /** Whether it is empty because all is suppressed; where it does not say, any suppressed cell is the reason. */
  isSuppressed?(figures: Figures<Data>): boolean;
  /** Why it is empty, where that is not for want of orders. */
  emptyText?(figures: Figures<Data>, words: Words): string | undefined;
  picture(figures: Figures<Data>, drawn: Drawn, look: Look): Picture;
  /** On the page, figures in large type in place of the picture, */
  tiles?(figures: Figures<Data>, locale: Locale): Tiles;
  /** or several small ones, each under its name. */
  parts?(figures: Figures<Data>, drawn: Drawn): readonly Part[];
  /** Its figures under the names that people use. */
  table(figures: Figures<Data>, metric: Metric, locale: Locale, scaling?: Scaling): ReadableTable;
  /** What a CSV file holds: the columns of the service's own CSV, then those of its own. */
  file(figures: Figures<Data>, scaling?: Scaling): Table;
  /** How much of them is closed, in a sentence. */
  closedText(figures: Figures<Data>, count: number, words: Words): string;
  /** Whether some of its weeks are not all in the range, or not all in the data. */
  hasEdges?(figures: Figures<Data>, coverage: Drawn['coverage']): boolean;
  /** Where a click on a name leads. */
  leadsTo?(figures: Figures<Data>, name: string): Partial<View> | undefined;
  /** The same over fewer days, where that is a part of the whole. */
  stretch?(all: Data, days: DayRange): unknown;
}

export interface Part {
  readonly name: string;
  draw(look: Look): Picture;
}

type Usual = 'takesDates' | 'isWide' | 'hasSorting' | 'isStacked' | 'path' | 'closedText' | 'file';

/** Makes a panel for an operation, by its name in the OpenAPI document; what is left out has the usual value. */
export function definePanel<Name extends keyof operations>({
  endpoint,
  ...own
}: Omit<Panel<DataOf<Name>>, Usual> &
  Partial<Pick<Panel<DataOf<Name>>, Usual>> & { readonly endpoint: string }): Panel<DataOf<Name>> {
  return {
    path: `/api/public/${endpoint}`,
    takesDates: own.level !== 'overall',
    isWide: false,
    hasSorting: true,
    isStacked: true,
    file: ({ data }) => records(answerRows(data as object)),
    closedText: (_, count, words) => words.chart.closedCells(count),
    ...own,
  };
}

/** How many cells behind all of it are closed. */
function closedIn({ closed }: Figures): number {
  return [...(closed?.values() ?? [])].reduce((sum, count) => sum + count, 0);
}

export function closedTextOf(panel: Panel, figures: Figures, { words }: Locale): string {
  const count = closedIn(figures);
  return count === 0 ? '' : panel.closedText(figures, count, words);
}
