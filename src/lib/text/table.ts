import { stripVTControlCharacters, styleText } from 'node:util';
import { thousands } from '../count.ts';
import { printable } from './printable.ts';

/** Columns lined up, numbers to the right, also where some are missing. Chinese characters take two columns on a terminal. */
export function table(rows: readonly Record<string, unknown>[]): string {
  const names = Object.keys(rows[0] ?? {});
  const cells = [names, ...rows.map((row) => names.map((name) => cell(row[name])))];
  const widths = names.map((_, i) =>
    cells.reduce((width, line) => Math.max(width, displayWidth(line[i] ?? '')), 0),
  );
  const isNumber = names.map((name) => {
    const values = rows.map((row) => row[name]).filter((value) => value !== null && value !== undefined);
    return values.length > 0 && values.every((value) => typeof value === 'number');
  });
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

/** Labels and values in two columns, labels dimmed. */
export function pairs(rows: readonly (readonly [label: string, value: string])[]): string {
  const width = Math.max(...rows.map(([label]) => label.length));
  return rows
    .map(([label, value]) => `${colored('dim', label.padEnd(width))}  ${printable(value)}`)
    .join('\n');
}

/** What is drawn here, with its colours: all other text is printed without control characters. */
class Drawing {
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
  return new Drawing(colored('cyan', '█'.repeat(eighths >> 3) + (BLOCKS[eighths & 7] ?? '')));
}

/** Whoever prints it takes the colours off again for what is no terminal. */
function colored(format: 'dim' | 'cyan', text: string): string {
  return text && styleText(format, text, { validateStream: false });
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (typeof value === 'number') return thousands(value);
  if (value instanceof Date) return value.toISOString().slice(0, 16).replace('T', ' ');
  if (value instanceof Drawing) return value.text;
  if (Array.isArray(value)) return printable(value.join(', '));
  return printable(typeof value === 'object' ? inWords(value) : String(value));
}

/** `category="Home & Living", start=2026-05-11`: what could be read as more than a value stands in quotes. */
function inWords(parameters: object): string {
  return Object.entries(parameters)
    .map(
      ([name, value]) => `${name}=${/^[\p{L}\p{M}\p{N}_.:-]+$/u.test(value) ? value : JSON.stringify(value)}`,
    )
    .join(', ');
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
