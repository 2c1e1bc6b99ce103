/** What people use the API for in a month, as calls: so that a price can be told as a bill, not as a rule. */
export interface UseCase {
  readonly id: string;
  readonly title: string;
  readonly calls: string;
  /** Over the default period each: how often a month each path is called. */
  readonly paths: Readonly<Record<string, number>>;
}

/** A month has four Mondays, give or take. */
const WEEKLY = 4;
const WATCHED = 10;

export const USE_CASES: readonly UseCase[] = [
  {
    id: 'marketReport',
    title: 'A report on the whole market, once a month',
    calls: 'ranking, growth, weekly trend and payment methods',
    paths: {
      '/api/public/overview/ranking': 1,
      '/api/public/overview/growth': 1,
      '/api/public/trends/overview': 1,
      '/api/public/overview/payment': 1,
    },
  },
  {
    id: 'oneCategory',
    title: 'One category, every Monday',
    calls: 'weekly trend, key figures and ranking of its sub-categories, four times',
    paths: {
      '/api/public/trends/market': WEEKLY,
      '/api/public/market/focus': WEEKLY,
      '/api/public/market/sub-ranking': WEEKLY,
    },
  },
  {
    id: 'tenSubs',
    title: 'Ten sub-categories, every Monday',
    calls: 'weekly trend and key figures of each, four times; tags and related purchases once',
    paths: {
      '/api/public/trends/sub-market': WEEKLY * WATCHED,
      '/api/public/sub-market/focus': WEEKLY * WATCHED,
      '/api/public/sub-market/tags': WATCHED,
      '/api/public/sub-market/related-purchases': WATCHED,
    },
  },
];

/** What a use case costs in a month, at given bases. */
export function monthlyPoints({ paths }: Pick<UseCase, 'paths'>, baseOf: (path: string) => number): number {
  return Object.entries(paths).reduce((sum, [path, times]) => sum + times * baseOf(path), 0);
}
