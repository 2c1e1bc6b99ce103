import type { Panel } from '../panel.ts';
import type { Level } from '../state/view.ts';
import { marketFocus } from './market-focus.ts';
import { marketPayment } from './market-payment.ts';
import { marketSubRanking } from './market-sub-ranking.ts';
import { overviewGrowth } from './overview-growth.ts';
import { overviewPayment } from './overview-payment.ts';
import { overviewRanking } from './overview-ranking.ts';
import { subMarketFocus } from './sub-market-focus.ts';
import { subMarketRelatedPurchases } from './sub-market-related-purchases.ts';
import { subMarketTags } from './sub-market-tags.ts';
import { trendsMarket } from './trends-market.ts';
import { trendsOverview } from './trends-overview.ts';
import { trendsSubMarket, trendsSubMarkets } from './trends-sub-market.ts';

/** In the order in which they are shown: key figures, trend, ranking or related, payment, tags. */
export const PANELS: readonly Panel[] = [
  trendsOverview,
  overviewRanking,
  overviewGrowth,
  overviewPayment,
  marketFocus,
  trendsMarket,
  marketSubRanking,
  marketPayment,
  trendsSubMarkets,
  subMarketFocus,
  trendsSubMarket,
  subMarketRelatedPurchases,
  subMarketTags,
];

export function panelsOf(level: Level): readonly Panel[] {
  return PANELS.filter((panel) => panel.level === level);
}
