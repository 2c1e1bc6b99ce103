import { definePanel } from '../panel.ts';
import { cellsOf } from '../shapes/cells.ts';
import { BARS } from '../shapes/outline.ts';
import { sharesPicture } from '../shapes/shares.ts';

/** What else the buyers of a sub-category have bought. */
export const subMarketRelatedPurchases = definePanel<'subMarketRelatedPurchases'>({
  name: 'related',
  endpoint: 'sub-market/related-purchases',
  level: 'sub',
  takesDates: false,
  outline: BARS,
  caption: (words) => words.panels.bothBought,
  title: ({ words, name }) => words.panels.related(name),
  isEmpty: ({ data }) => data.items.length === 0,
  picture: ({ data }, drawn, look) =>
    sharesPicture(
      // Their percent is of those that are listed, not of all buyers: it is left to the files.
      data.items.map(({ category, subCategory, memberCount }) => ({
        name: subCategory,
        of: category,
        title: `${category} · ${subCategory}`,
        count: memberCount,
        value: memberCount,
        leadsTo: subCategory,
      })),
      drawn.locale.words.columns.members,
      drawn,
      look,
      drawn.locale.words.chart.relatedBase,
    ),
  table({ data }, _metric, locale) {
    const { word, number, name, count } = cellsOf(locale);
    const { columns } = locale.words;
    return {
      columns: [word(columns.sub), word(columns.category), number(columns.members)],
      rows: data.items.map((item) => [name(item.subCategory), name(item.category), count(item.memberCount)]),
    };
  },
  leadsTo({ data }, name) {
    const item = data.items.find(({ subCategory }) => subCategory === name);
    return item && { level: 'sub', category: item.category, sub: item.subCategory, others: [] };
  },
});
