import type { operations } from '../../../../src/client/schema.ts';
import type { AnswerKind } from './panels.ts';
import type { Suppressed } from './shown.ts';

type Data<Name extends keyof operations> = operations[Name] extends {
  responses: { 200: { content: { 'application/json': { data: infer Found } } } };
}
  ? Found
  : never;

/** The `data` that each kind of panel is drawn from, at whatever level. */
export interface Answers {
  trend: Data<'trendsOverview'> | Data<'trendsMarket'> | Data<'trendsSubMarket'>;
  ranking: Data<'overviewRanking'> | Data<'marketSubRanking'>;
  growth: Data<'overviewGrowth'>;
  payment: Data<'overviewPayment'> | Data<'marketPayment'>;
  focus: Data<'marketFocus'> | Data<'subMarketFocus'>;
  tags: Data<'subMarketTags'>;
  related: Data<'subMarketRelatedPurchases'>;
}

export type TrendPoint = Answers['trend']['trend'][number];
export type Focus = Answers['focus']['focus'];

/** Answers of one kind: the one that a panel is about, and those that it is compared with. */
type Set<Kind extends AnswerKind> = {
  readonly kind: Kind;
  readonly data: Answers[Kind];
  readonly compared?: Answers[Kind] | undefined;
  readonly others?: readonly { readonly name: string; readonly data: Answers[Kind] }[];
  readonly suppressed?: Suppressed;
};

export type Figures =
  | { [Kind in AnswerKind]: Set<Kind> }[AnswerKind]
  | {
      readonly kind: 'multiples';
      readonly others: readonly { readonly name: string; readonly data: Answers['trend'] }[];
      readonly suppressed?: Suppressed;
    };

/** How many cells behind all of it are not shown. */
export function notShownIn({ suppressed }: Figures): number {
  return [...(suppressed?.values() ?? [])].reduce((sum, count) => sum + count, 0);
}

/** Whether there is anything to draw. */
export function isEmpty(figures: Figures): boolean {
  if (figures.kind === 'multiples') return figures.others.every(({ data }) => isFlat(data));
  if (figures.kind === 'trend') return isFlat(figures.data);
  if (figures.kind === 'focus') return figures.data.focus.tradeCount === 0;
  return figures.data.items.length === 0;
}

/** Whether some weeks of a trend are not all in the range, or not all in the data. */
export function hasEdgeWeeks(figures: Figures, coverage: { start: string; end: string }): boolean {
  if (figures.kind !== 'trend') return false;
  const { start, end, trend } = figures.data;
  return trend.some(
    ({ week_start = start, week_end = end }) =>
      week_start < start || week_end > end || week_end > coverage.end || week_start < coverage.start,
  );
}

function isFlat({ trend }: Answers['trend']): boolean {
  return trend.every((point) => point.trade_count === 0);
}
