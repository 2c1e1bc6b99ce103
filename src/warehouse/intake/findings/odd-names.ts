import { count } from '../../../lib/count.ts';
import { listed } from '../../../lib/text/listed.ts';
import type { Connection } from '../../database/connection.ts';
import type { Warning } from '../../warning.ts';

const MOST_NAMES = 100_000;

/** Which byte each character of windows-1252 stands for. */
const BYTES = new Map(
  Array.from({ length: 256 }, (_, byte) => [
    new TextDecoder('windows-1252').decode(Uint8Array.of(byte)),
    byte,
  ]),
);

/** Whether a text is UTF-8 that was read as windows-1252: "DecoraÃ§Ã£o" for "Decoração". */
function isWronglyDecoded(text: string): boolean {
  const bytes = [...text].map((character) => BYTES.get(character));
  if (!bytes.some((byte) => byte !== undefined && byte > 0x7f) || bytes.includes(undefined)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes as number[]));
    return true;
  } catch {
    return false;
  }
}

/** What looks wrong in the names of the staged rows. */
export async function oddNames(connection: Connection): Promise<Warning[]> {
  const column = (name: string) =>
    `SELECT DISTINCT ${name} AS name FROM ${name === 'payment_method' ? 'paid_by' : 'described'}
     WHERE strlen(${name}) <> length(${name}) OR contains(${name}, chr(10))`;
  const rows = await connection.rows(
    `SELECT DISTINCT name FROM (${['category', 'sub_category', 'payment_method', 'tags'].map(column).join(' UNION ALL ')})
     ORDER BY name LIMIT ${MOST_NAMES}`,
  );
  const names = rows.map(({ name }) => String(name));
  return [
    ...wrongEncoding(names.filter(isWronglyDecoded)),
    ...lineBreaks(names.filter((name) => name.includes('\n'))),
  ];
}

function wrongEncoding(names: readonly string[]): Warning[] {
  if (names.length === 0) return [];
  const what = `${count(names.length, 'name')} ${names.length === 1 ? 'looks' : 'look'}`;
  const message =
    `${what} wrongly decoded: ${listed(names)}. A file was written, or is read, in another encoding than its own: ` +
    'see what it was exported in, or leave --encoding out';
  return [{ code: 'wrong-encoding', message, count: names.length }];
}

/** A quote that is left open takes in the rows up to the next one. */
function lineBreaks(names: readonly string[]): Warning[] {
  if (names.length === 0) return [];
  const what = `${count(names.length, 'name')} ${names.length === 1 ? 'holds' : 'hold'}`;
  const message =
    `${what} a line break: ${listed(names)}. Was a quote left open in a file, so that a row took in the ones after it? ` +
    'If so, correct the file and import it again';
  return [{ code: 'line-breaks', message, count: names.length }];
}
