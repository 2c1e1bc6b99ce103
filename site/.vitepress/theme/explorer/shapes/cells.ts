import type { Locale } from '../../locale/locale.ts';
import { number, type TableCell, word } from '../../shared/table.ts';

/** What the tables of all panels are made of. */
export function cellsOf({ format, words: { measures } }: Locale) {
  const cell = (write: (value: number) => string) => {
    return (value: number): TableCell => ({ text: write(value), value });
  };
  const money = cell(format.money);
  const count = cell(format.count);
  return {
    word,
    number,
    money,
    count,
    change: cell(format.change),
    share: cell(format.share),
    name: (text: string): TableCell => ({ text, value: text }),
    none: { text: '–', value: -1 } satisfies TableCell,
    salesHeads: [number(measures.amount), number(measures.orders), number(measures.average)],
    sales: (of: { total_amount: number; trade_count: number; avg_amount: number }) => [
      money(of.total_amount),
      count(of.trade_count),
      money(of.avg_amount),
    ],
  };
}
