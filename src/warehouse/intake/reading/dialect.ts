import { createReadStream } from 'node:fs';
import { thousands } from '../../../lib/count.ts';
import { printable } from '../../../lib/text/printable.ts';
import { refusedFile } from '../refused-file.ts';
import type { ReadableFile } from './plain-text.ts';
import { csvRecords, type TextRecord } from './records.ts';

/** How a CSV file is written. */
interface Dialect {
  readonly delimiter: string;
  /** The names in its first record. */
  readonly header: readonly string[];
}

const DELIMITERS = [',', ';', '\t', '|'];
const SAMPLE_RECORDS = 50;
/** A line that some exports begin with, before the names of the columns. */
const FOR_EXCEL = /^\s*sep=.\s*$/i;
/** More than any export has. Every record that is listed or read again takes a place for each. */
export const MAX_COLUMNS = 1000;

/** Finds out how a CSV file is written from its first records, as far as that is not told. */
export async function findDialect(file: ReadableFile, told?: string): Promise<Dialect> {
  const candidates = told ? [told] : DELIMITERS;
  const samples = await Promise.all(candidates.map((delimiter) => sample(file, delimiter)));
  const best = samples.reduce((a, b) => (b.score > a.score ? b : a));
  const [first] = best.records;
  if (!first) throw refusedFile(file.path, 'is empty');
  if (first.problem) throw refusedFile(file.path, `, line 1: ${first.problem}`);
  const line = first.fields.join(best.delimiter);
  if (FOR_EXCEL.test(line))
    throw refusedFile(
      file.path,
      `, line 1: ${printable(line)} tells Excel what stands between values, and names no columns: delete that line`,
    );
  if (first.fields.length > MAX_COLUMNS) {
    const [found, most] = [first.fields.length, MAX_COLUMNS].map(thousands);
    throw refusedFile(file.path, `, line 1: must have at most ${most} columns (it has ${found})`);
  }
  const header = first.fields.map((name) => name.trim());
  if (
    header.every((name) => name === '' || isValue(name)) ||
    header.filter(isValue).length > header.length / 3
  )
    throw refusedFile(
      file.path,
      `, line 1: must hold the names of the columns (it holds: ${header.join(', ')})`,
    );
  return { delimiter: best.delimiter, header };
}

interface Sample {
  readonly delimiter: string;
  readonly records: readonly TextRecord[];
  readonly score: number;
}

/** A delimiter is the better, the more of the records it splits into as many fields as the first, and into more. */
async function sample(file: ReadableFile, delimiter: string): Promise<Sample> {
  const bytes = createReadStream(file.readAs, { highWaterMark: 1 << 20 });
  const records: TextRecord[] = [];
  try {
    for await (const record of csvRecords(bytes, delimiter)) {
      records.push(record);
      if (records.length > SAMPLE_RECORDS) break;
    }
  } finally {
    bytes.destroy();
  }
  const width = records[0]?.fields.length ?? 0;
  const alike = records.filter(({ fields }) => fields.length === width).length;
  return { delimiter, records, score: width > 1 ? alike / records.length + Math.min(width, 50) / 100 : 0 };
}

/** Whether a cell of the first record is a number, a date or a time, which no column is called. */
function isValue(name: string): boolean {
  return /^[-+]?\d[\d.,]*$|^\d{4}-\d{2}-\d{2}|^\d{1,2}[/.]\d{1,2}[/.]\d{2,4}/.test(name);
}
