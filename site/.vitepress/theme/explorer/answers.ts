import type { operations } from '../../../../src/client/schema.ts';
import type { PanelKind } from './panels.ts';

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

/** An answer together with what it is an answer to. */
export type Figures = {
  [Kind in PanelKind]: { readonly kind: Kind; readonly data: Answers[Kind] };
}[PanelKind];

export type TrendPoint = Answers['trend']['trend'][number];
export type Focus = Answers['focus']['focus'];

/** The service only sends what its OpenAPI document says, so its answers are taken at their word. */
export function figuresOf(kind: PanelKind, data: unknown): Figures {
  return { kind, data } as Figures;
}

/** Whether there is anything to draw. */
export function isEmpty(figures: Figures): boolean {
  if (figures.kind === 'trend') return figures.data.trend.every((point) => point.trade_count === 0);
  if (figures.kind === 'focus') return figures.data.focus.tradeCount === 0;
  return figures.data.items.length === 0;
}

export type EchoFields = { category?: string; subCategory?: string; start: string; end: string };

/** What an answer says it is about. */
export function echoOf({ data }: Figures): EchoFields {
  return data;
}
