import { definePanel } from '../panel.ts';
import { ranking } from '../shapes/ranking.ts';

/** The categories by their sales. */
export const overviewRanking = definePanel<'overviewRanking'>({
  ...ranking,
  endpoint: 'overview/ranking',
  level: 'overall',
  title: ({ words, metric, inUnit }) => inUnit(words.panels.rankingOfCategories[metric]),
  leadsTo: (_, name) => ({ level: 'category', category: name, sub: '', others: [] }),
});
