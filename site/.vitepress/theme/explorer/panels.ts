/** What a view is about: the whole market, one main category, or one sub-category. */
export type Level = 'overall' | 'category' | 'sub';
export type PanelKind = 'focus' | 'trend' | 'ranking' | 'growth' | 'payment' | 'tags' | 'related';

/** One chart of the explorer: one endpoint. */
export interface Panel {
  readonly kind: PanelKind;
  readonly level: Level;
  readonly path: string;
  readonly title: string;
  readonly about: string;
  /** Whether it follows the dates of the view; the others always cover the default period. */
  readonly takesDates: boolean;
  readonly isWide: boolean;
}

export const LEVELS: readonly { readonly level: Level; readonly label: string }[] = [
  { level: 'overall', label: 'Whole market' },
  { level: 'category', label: 'Category' },
  { level: 'sub', label: 'Sub-category' },
];

const ABOUT: Readonly<Record<PanelKind, string>> = {
  focus: 'Sales, merchants and members, against the period before.',
  trend: 'Amount, orders and average order, week by week.',
  ranking: 'Who sells most.',
  growth: 'Against the equally long period before.',
  payment: 'How orders were paid.',
  tags: 'What the products that sold have in common.',
  related: 'What the same members bought besides.',
};

const panel = (
  level: Level,
  kind: PanelKind,
  path: string,
  title: string,
  options: { takesDates?: boolean; isWide?: boolean } = {},
): Panel => ({
  level,
  kind,
  path: `/api/public/${path}`,
  title,
  about: ABOUT[kind],
  takesDates: options.takesDates ?? level !== 'overall',
  isWide: options.isWide ?? (kind === 'trend' || kind === 'focus'),
});

/** In the order in which they are shown. */
export const PANELS: readonly Panel[] = [
  panel('overall', 'trend', 'trends/overview', 'Weekly trend'),
  panel('overall', 'ranking', 'overview/ranking', 'Ranking of categories'),
  panel('overall', 'growth', 'overview/growth', 'Growth of categories'),
  panel('overall', 'payment', 'overview/payment', 'Payment methods', { isWide: true }),
  panel('category', 'focus', 'market/focus', 'Key figures'),
  panel('category', 'trend', 'trends/market', 'Weekly trend'),
  panel('category', 'ranking', 'market/sub-ranking', 'Ranking of sub-categories'),
  panel('category', 'payment', 'market/payment', 'Payment methods'),
  panel('sub', 'focus', 'sub-market/focus', 'Key figures'),
  panel('sub', 'trend', 'trends/sub-market', 'Weekly trend'),
  panel('sub', 'tags', 'sub-market/tags', 'Common tags'),
  panel('sub', 'related', 'sub-market/related-purchases', 'Related purchases', { takesDates: false }),
];

export const CATEGORIES_PATH = '/api/public/meta/categories';
export const SUB_CATEGORIES_PATH = '/api/public/meta/sub-categories';

export function panelsOf(level: Level): readonly Panel[] {
  return PANELS.filter((one) => one.level === level);
}
