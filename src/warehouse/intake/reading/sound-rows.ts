import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { ReadableFile } from './plain-text.ts';
import { csvRecords, lineRecords } from './records.ts';
import { checkedRecords, quoted } from './source.ts';

/** A row of a text file whose form is wrong. */
export interface DamagedRow {
  readonly file: string;
  readonly line: number;
  readonly record: string;
  readonly problem: string;
}

/** Writes the rows of a text file whose form is right to a file of its own, and tells of the others, up to so many. */
export async function writeSoundRows(
  file: ReadableFile,
  { header, delimiter }: { header: readonly string[]; delimiter: string },
  { to, most }: { to: string; most: number },
): Promise<{ sound: ReadableFile; damaged: DamagedRow[]; blankRows: number }> {
  const isCsv = file.format === 'csv';
  const bytes = createReadStream(file.readAs, { highWaterMark: 1 << 20 });
  const records = isCsv ? csvRecords(bytes, delimiter) : lineRecords(bytes);
  const written = (cells: readonly string[]) =>
    `${isCsv ? cells.map(quoted).join(delimiter) : (cells[0] ?? '')}\n`;
  const damaged: DamagedRow[] = [];
  let blankRows = 0;
  const onBlank = () => {
    blankRows++;
  };
  await using out = await open(to, 'w', 0o600);
  let lines = isCsv ? written(header) : '';
  try {
    for await (const { line, fields, why, record } of checkedRecords(records, file, header.length, onBlank)) {
      const problem = why || (isCsv ? '' : notObject(fields[0] ?? ''));
      if (!problem) lines += written(fields);
      else if (damaged.push({ file: file.path, line, record, problem }) > most) break;
      if (lines.length < 1 << 20) continue;
      await out.writeFile(lines);
      lines = '';
    }
    await out.writeFile(lines);
  } finally {
    bytes.destroy();
  }
  return { sound: { ...file, readAs: to }, damaged, blankRows };
}

function notObject(line: string): string {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return '';
  } catch {
    // Told below.
  }
  return 'is not a JSON object';
}
