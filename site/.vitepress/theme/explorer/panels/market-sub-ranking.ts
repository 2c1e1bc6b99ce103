import { definePanel } from '../panel.ts';
import { ranking } from '../shapes/ranking.ts';

/** The sub-categories of a category by their sales. */
export const marketSubRanking = definePanel<'marketSubRanking'>({
  ...ranking,
  endpoint: 'market/sub-ranking',
  level: 'category',
  title: ({ words, metric, category, inUnit }) => inUnit(words.panels.rankingOfSubs[metric](category)),
  leadsTo: ({ data }, name) => ({ level: 'sub', category: data.category, sub: name, others: [] }),
});
