import { barsPicture } from '../../charts/bars.ts';
import { definePanel } from '../panel.ts';
import { cellsOf } from '../shapes/cells.ts';
import { changeOf, exactly } from '../shapes/measures.ts';
import { BARS } from '../shapes/outline.ts';
import { closedCell, isShown } from '../shapes/shown.ts';

/** The categories by how much they have grown. */
export const overviewGrowth = definePanel<'overviewGrowth'>({
  name: 'growth',
  endpoint: 'overview/growth',
  level: 'overall',
  isOfGrowth: true,
  outline: BARS,
  caption: (words) => words.panels.grown,
  title: ({ words, metric }) => words.panels.growth[metric],
  when: ({ words, days, daysBefore }) => (daysBefore === '' ? days : words.against(days, daysBefore)),
  isEmpty: ({ data }) => data.items.length === 0,
  emptyText: ({ against }, words) => (against ? undefined : words.panels.noGrowth),
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
      return { name: item.producttypename, ...of, isClosed: !isShown(item) };
    });
    const sorted = all.sort((a, b) => Number(a.isClosed) - Number(b.isClosed) || b.rate - a.rate);
    const first = sorted.find(({ isClosed }) => !isClosed);
    return barsPicture(
      {
        label: first ? words.chart.bars(title, first.name, format.change(first.rate), count) : title,
        bars: sorted.map(({ name, now, before, rate, isClosed }) => {
          const { closed: label, whyClosed: note } = words.chart;
          if (isClosed)
            return { name, leadsTo: name, value: 0, label, isClosed, tip: { title: name, rows: [], note } };
          return {
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
          };
        }),
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
      rows: data.items.map((item) => {
        const cells = [
          money(item.current_amount),
          money(item.previous_amount),
          change(item.growth_rate),
          count(item.current_count),
          count(item.previous_count),
          change(item.count_growth_rate),
        ];
        return [name(item.producttypename), ...(isShown(item) ? cells : cells.map(() => closedCell(locale)))];
      }),
    };
  },
  leadsTo: (_, name) => ({ level: 'category', category: name, sub: '', others: [] }),
});
