import type { DataOf } from '../../call/call.ts';
import type { Panel } from '../panel.ts';
import { cellsOf } from './cells.ts';
import { BARS } from './outline.ts';
import { sharesPicture } from './shares.ts';

/** How orders were paid. */
export const payment = {
  name: 'payment',
  isStacked: false,
  outline: BARS,
  caption: (words) => words.panels.payment,
  isEmpty: ({ data }) => data.items.length === 0,
  picture: ({ data }, drawn, look) =>
    sharesPicture(
      data.items.map(({ name, count, percent }) => ({ name, count, share: percent, value: count })),
      drawn.locale.words.measures.orders,
      drawn,
      look,
    ),
  table({ data }, _metric, locale) {
    const { word, number, name, count } = cellsOf(locale);
    const { columns, measures } = locale.words;
    return {
      columns: [word(columns.method), number(measures.orders), number(columns.share)],
      rows: data.items.map((item) => [
        name(item.name),
        count(item.count),
        { text: item.percent, value: item.count },
      ]),
    };
  },
} satisfies Partial<Panel<DataOf<'overviewPayment'> | DataOf<'marketPayment'>>>;
