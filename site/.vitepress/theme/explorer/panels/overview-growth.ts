import { barsPicture } from '../../charts/bars.ts';
import { definePanel } from '../panel.ts';
import { cellsOf } from '../shapes/cells.ts';
import { changeOf, exactly } from '../shapes/measures.ts';
import { BARS } from '../shapes/outline.ts';

/** The categories by how much they have grown. */
export const overviewGrowth = definePanel<'overviewGrowth'>({
  name: 'growth',
  endpoint: 'overview/growth',
  level: 'overall',
  outline: BARS,
  caption: (words) => words.panels.grown,
  title: ({ words, metric }) => words.panels.growth[metric],
  when: ({ words, days, daysBefore }) => words.against(days, daysBefore),
  isEmpty: ({ data }) => data.items.length === 0,
  picture({ data: { items } }, { metric, locale, title, count = items.length }, look) {
    const { words, format } = locale;
    const average = (amount: number, count: number) => (count === 0 ? 0 : amount / count);
    const all = items.map((item) => {
      const now = average(item.current_amount, item.current_count);
      const before = average(item.previous_amount, item.previous_count);
      const of = {
        amount: { now: item.current_amount, before: item.previous_amount, rate: item.growth_rate },
        orders: { now: item.current_count, before: item.previous_count, rate: item.count_growth_rate },
        average: { now, before, rate: changeOf(now, before) },
      }[metric];
      return { name: item.producttypename, ...of };
    });
    const sorted = all.sort((a, b) => b.rate - a.rate);
    const first = sorted[0];
    return barsPicture(
      {
        label: first ? words.chart.bars(title, first.name, format.change(first.rate), count) : title,
        bars: sorted.map(({ name, now, before, rate }) => ({
          name,
          leadsTo: name,
          value: rate,
          label: format.change(rate),
          tip: {
            title: name,
            rows: [
              [words.measures[metric], exactly(metric, now, locale)],
              [words.columns.before, exactly(metric, before, locale)],
              [words.columns.change, format.change(rate)],
            ],
          },
        })),
      },
      look,
    );
  },
  table({ data }, _metric, locale) {
    const { word, number, name, money, count, change } = cellsOf(locale);
    const { columns, measures } = locale.words;
    const beside = [number(columns.before), number(columns.change)];
    return {
      columns: [
        word(columns.category),
        number(measures.amount),
        ...beside,
        number(measures.orders),
        ...beside,
      ],
      rows: data.items.map((item) => [
        name(item.producttypename),
        money(item.current_amount),
        money(item.previous_amount),
        change(item.growth_rate),
        count(item.current_count),
        count(item.previous_count),
        change(item.count_growth_rate),
      ]),
    };
  },
  leadsTo: (_, name) => ({ level: 'category', category: name, sub: '', others: [] }),
});
