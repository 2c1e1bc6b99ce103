import type { ToolLocale } from '../locale/tool-locale.ts';
import { type TableCell, type TableColumn, word } from '../shared/table.ts';

/** The zone of this reader's clock, such as `GMT+8`. */
export function zoneOf(time: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZoneName: 'short' }).formatToParts(new Date(time));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** The head of a column of times, whose zone is that of the newest. */
export function timeColumn(
  [newest]: readonly { readonly time: string }[],
  { words: { account } }: ToolLocale,
): TableColumn {
  return word(account.timeIn(zoneOf(newest?.time ?? new Date().toISOString())));
}

/** A time on the reader's clock; in UTC, for who points at it. */
export function timeCell(time: string, { words: { account }, format }: ToolLocale): TableCell {
  return { text: format.moment(time), value: time, title: account.utc(time.replace('T', ' ').slice(0, 19)) };
}
