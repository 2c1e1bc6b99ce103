import type { DataOf } from '../../call/call.ts';
import { barsPicture } from '../../charts/bars.ts';
import type { Panel } from '../panel.ts';
import { cellsOf } from './cells.ts';
import { briefly, exactly, FIELDS } from './measures.ts';
import { BARS } from './outline.ts';

export type Ranking = DataOf<'overviewRanking'> | DataOf<'marketSubRanking'>;

/** Names by their sales, the largest first. */
export const ranking = {
  name: 'ranking',
  outline: BARS,
  caption: (words) => words.measures.amount,
  isEmpty: ({ data }) => data.items.length === 0,
  picture({ data: { items } }, { metric, locale, title, count = items.length }, look) {
    const { words, format } = locale;
    const field = FIELDS[metric];
    const sorted = [...items].sort((a, b) => b[field] - a[field]);
    const first = sorted[0];
    const least = sorted.at(-1)?.[field] ?? 0;
    return barsPicture(
      {
        label: first
          ? words.chart.bars(title, first.name, exactly(metric, first[field], locale), count)
          : title,
        bars: sorted.map((item) => ({
          name: item.name,
          leadsTo: item.name,
          value: item[field],
          label: briefly(metric, item[field], least, locale),
          tip: {
            title: item.name,
            rows: [
              [words.measures.amount, format.money(item.total_amount)],
              [words.measures.orders, format.count(item.trade_count)],
              [words.measures.average, format.money(item.avg_amount)],
            ],
            note:
              'top_subs' in item ? `${words.columns.bestSellers}: ${item.top_subs.join(', ')}` : undefined,
          },
        })),
      },
      look,
    );
  },
  table({ data }, _metric, locale) {
    const { word, name, salesHeads, sales } = cellsOf(locale);
    return {
      columns: [word(locale.words.columns.name), ...salesHeads],
      rows: data.items.map((item) => [name(item.name), ...sales(item)]),
    };
  },
} satisfies Partial<Panel<Ranking>>;
