import { printable } from './printable.ts';

/** A value of a CSV file; null is an empty one. */
export type CsvValue = string | number | bigint | null;

/**
 * One record of a CSV file (RFC 4180), without its line end. What a spreadsheet would run as a formula is written as
 * text, the way OWASP says: with a single quote before it, in double quotes. Numbers stay numbers. What would hide or
 * reorder a text is shown as it is in print.
 */
export function csvRecord(values: readonly CsvValue[]): string {
  return values.map(csvField).join(',');
}

/** As programs read it; full-width signs too, and blanks or characters that show nothing before them, which spreadsheets take away. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;
/** What ends a value, also in a spreadsheet that splits at semicolons or tabs. */
const SEPARATOR = /[",;\t\r\n]/;
/** Everything but what is a value as it is, in quotes. */
const PRINTED = /[^\t\r\n]+/g;
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

function csvField(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const shown = value.replace(PRINTED, printable);
  if (FORMULA.test(value) && !NUMBER.test(value)) return quoted(`'${shown}`);
  return SEPARATOR.test(shown) ? quoted(shown) : shown;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
