import type { ToolLocale } from '../locale/tool-locale.ts';
import { type TableCell, type TableColumn, word } from '../shared/table.ts';

/** The head of a column of times, whose zone is that of the newest. */
export function timeColumn(
  [newest]: readonly { readonly time: string }[],
  { words: { account }, format }: ToolLocale,
): TableColumn {
  return word(account.timeIn(format.zone(newest?.time ?? new Date().toISOString())));
}

/** A time on the reader's clock; in UTC, for who points at it. */
export function timeCell(time: string, { words: { account }, format }: ToolLocale): TableCell {
  return { text: format.moment(time), value: time, title: account.utc(time.replace('T', ' ').slice(0, 19)) };
}
