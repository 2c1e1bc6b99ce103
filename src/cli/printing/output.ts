import { stripVTControlCharacters } from 'node:util';
import { printable } from '../../lib/printable.ts';

/** Where commands print: text for people, or JSON for programs. */
export interface Output {
  readonly isJson: boolean;
}

/** One object: as JSON, or as the text that says the same. */
export function print(output: Output, value: Record<string, unknown>, text: string): void {
  console.log(output.isJson ? jsonText(value) : text);
}

/** A value as one line of JSON that is safe to print. */
export function jsonText(value: Record<string, unknown>): string {
  return printable(JSON.stringify(value));
}

/** A list: one JSON object per line, or an aligned table. */
export function printList(output: Output, rows: readonly Record<string, unknown>[], whenEmpty: string): void {
  if (output.isJson) for (const row of rows) console.log(jsonText(row));
  else console.log(rows.length > 0 ? table(rows) : whenEmpty);
}

/** Columns lined up, numbers to the right. Chinese characters take two columns on a terminal. */
export function table(rows: readonly Record<string, unknown>[]): string {
  const names = Object.keys(rows[0] ?? {});
  const cells = [names, ...rows.map((row) => names.map((name) => cell(row[name])))];
  const widths = names.map((_, i) =>
    cells.reduce((width, line) => Math.max(width, displayWidth(line[i] ?? '')), 0),
  );
  const isNumber = names.map((name) => rows.every((row) => typeof row[name] === 'number'));
  return cells
    .map((line) =>
      line
        .map((text, i) => {
          const space = ' '.repeat((widths[i] ?? 0) - displayWidth(text));
          return isNumber[i] ? space + text : text + space;
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Labels and values in two columns; labels are dimmed on a terminal. */
export function pairs(rows: readonly (readonly [label: string, value: string])[]): string {
  const width = Math.max(...rows.map(([label]) => label.length));
  return rows.map(([label, value]) => `${dim(label.padEnd(width))}  ${printable(value)}`).join('\n');
}

/** What is drawn here, with its colours: all other text is printed without control characters. */
export class Drawing {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const BLOCKS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const BAR_WIDTH = 30;

/** A bar as long as a value is large, to an eighth of a character. */
export function bar(value: number, max: number): Drawing {
  const eighths = max > 0 ? Math.round((value / max) * BAR_WIDTH * 8) : 0;
  return new Drawing(color(36, '█'.repeat(eighths >> 3) + (BLOCKS[eighths & 7] ?? '')));
}

function dim(text: string): string {
  return color(2, text);
}

/** Colours are for terminals: a file or a pipe gets plain text. */
function color(code: number, text: string): string {
  return process.stdout.isTTY && text !== '' ? `\u001b[${code}m${text}\u001b[0m` : text;
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (typeof value === 'number') return value.toLocaleString('en');
  if (value instanceof Date) return value.toISOString().slice(0, 16).replace('T', ' ');
  return value instanceof Drawing ? value.text : printable(String(value));
}

function displayWidth(text: string): number {
  let width = 0;
  // Colours take no room.
  for (const char of stripVTControlCharacters(text))
    width +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/.test(
        char,
      )
        ? 2
        : 1;
  return width;
}

export function bytes(count: number): string {
  if (count < 1024) return `${count} B`;
  const power = Math.min(3, Math.floor(Math.log(count) / Math.log(1024)));
  return `${(count / 1024 ** power).toFixed(1)} ${['B', 'KiB', 'MiB', 'GiB'][power]}`;
}

/** A number of things in words: `1 line`, `2,000 lines`. */
export function count(n: number, what: string): string {
  return `${n.toLocaleString('en')} ${what}${n === 1 ? '' : 's'}`;
}
