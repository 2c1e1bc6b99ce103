/** What a view is about: the whole market, one main category, or one sub-category. */
export type Level = 'overall' | 'category' | 'sub';
export const LEVELS = ['overall', 'category', 'sub'] as const satisfies readonly Level[];

/** What an endpoint answers. */
export type AnswerKind = 'focus' | 'trend' | 'ranking' | 'growth' | 'payment' | 'tags' | 'related';
/** `multiples` is made of several trends. */
export type PanelKind = AnswerKind | 'multiples';

/** One chart of the explorer. */
export interface Panel {
  readonly kind: PanelKind;
  readonly level: Level;
  readonly path: string;
  /** Whether it follows the dates of the view; the others always cover the default period. */
  readonly takesDates: boolean;
  readonly isWide: boolean;
}

const panel = (
  level: Level,
  kind: PanelKind,
  path: string,
  options: { takesDates?: boolean; isWide?: boolean } = {},
): Panel => ({
  level,
  kind,
  path: `/api/public/${path}`,
  takesDates: options.takesDates ?? level !== 'overall',
  isWide: options.isWide ?? ['trend', 'focus', 'multiples'].includes(kind),
});

/** In the order in which they are shown: key figures, trend, ranking or related, payment, tags. */
export const PANELS: readonly Panel[] = [
  panel('overall', 'trend', 'trends/overview'),
  panel('overall', 'ranking', 'overview/ranking'),
  panel('overall', 'growth', 'overview/growth'),
  panel('overall', 'payment', 'overview/payment', { isWide: true }),
  panel('category', 'focus', 'market/focus'),
  panel('category', 'trend', 'trends/market'),
  panel('category', 'ranking', 'market/sub-ranking'),
  panel('category', 'payment', 'market/payment'),
  panel('category', 'multiples', 'trends/sub-market'),
  panel('sub', 'focus', 'sub-market/focus'),
  panel('sub', 'trend', 'trends/sub-market'),
  panel('sub', 'related', 'sub-market/related-purchases', { takesDates: false }),
  panel('sub', 'tags', 'sub-market/tags'),
];

export const CATEGORIES_PATH = '/api/public/meta/categories';
export const SUB_CATEGORIES_PATH = '/api/public/meta/sub-categories';

export function panelsOf(level: Level): readonly Panel[] {
  return PANELS.filter((one) => one.level === level);
}
