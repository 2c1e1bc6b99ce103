import { definePanel } from '../panel.ts';
import { cellsOf } from '../shapes/cells.ts';
import { BARS } from '../shapes/outline.ts';
import { sharesPicture } from '../shapes/shares.ts';

/** Which tags the products carry that were sold in a sub-category. */
export const subMarketTags = definePanel<'subMarketTags'>({
  name: 'tags',
  endpoint: 'sub-market/tags',
  level: 'sub',
  isStacked: false,
  outline: BARS,
  caption: (words) => words.panels.tags,
  title: ({ words, name }) => words.panels.tagsOf(name),
  isEmpty: ({ data }) => data.items.length === 0,
  picture({ data }, drawn, look) {
    const { words, format } = drawn.locale;
    const shares = data.items.map(({ key, value, count, percent }) => ({
      name: words.tag(key, value),
      count,
      share: format.share(percent),
      value: percent,
    }));
    return sharesPicture(shares, words.columns.products, drawn, look, words.chart.tagsBase);
  },
  table({ data }, _metric, locale) {
    const { word, number, name, count, share } = cellsOf(locale);
    const { columns, tag } = locale.words;
    return {
      columns: [word(columns.tag), number(columns.products), number(columns.share)],
      rows: data.items.map((item) => [
        name(tag(item.key, item.value)),
        count(item.count),
        share(item.percent),
      ]),
    };
  },
});
