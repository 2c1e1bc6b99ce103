import { hash } from 'node:crypto';
import { unknownCursor } from '../accounts/cursor.ts';
import { InputError, type Pages } from '../operations/operation.ts';

const USUAL = 100;
const MOST = 1000;

/** How many pages of a list are read at most for one answer: where few rows are wanted of many, it has fewer than were asked for. */
const MOST_READ = 20;

/** Which part of a list is asked for. */
export interface Paging {
  readonly limit: number;
  /** Where the list is begun, and how many rows from there were given out before. */
  readonly cursor: string | undefined;
  readonly skip: number;
}

interface Page {
  readonly items: readonly unknown[];
  /** Where the next page begins; null after the last one. */
  readonly next: string | null;
}

/** Reads `limit` and `cursor`. A cursor is of one list and one question: with another it would skip what was never seen. */
export function readPaging(query: URLSearchParams, question: string): Paging {
  const limit = query.get('limit') ?? String(USUAL);
  if (!/^\d{1,4}$/.test(limit) || Number(limit) < 1 || Number(limit) > MOST)
    throw new InputError(`limit must be a whole number from 1 to ${MOST}`);
  const given = query.get('cursor');
  if (given === null) return { limit: Number(limit), cursor: undefined, skip: 0 };
  const text = Buffer.from(given, 'base64url').toString();
  const [, of, skip, cursor] = /^(\S+) (\d{1,12}) (.*)$/.exec(text) ?? [];
  if (of !== markOf(question)) throw unknownCursor();
  return { limit: Number(limit), cursor: cursor || undefined, skip: Number(skip) };
}

/**
 * Takes a page out of a list that was begun where it was asked to be, reading no further than it must. With `cursorAfter` it
 * ends after a row and not after a number of rows, so that whatever comes and goes meanwhile, none is lost or told twice.
 */
export async function pageOf(
  list: readonly unknown[] | Pages,
  { limit, cursor: begun, skip }: Paging,
  question: string,
  cursorAfter: (row: object) => string | undefined = () => undefined,
): Promise<Page> {
  const items: unknown[] = [];
  let [cursor, from, read] = [begun, skip, 0];
  /** Where a list goes on that has ended for now. */
  let rest: string | null = null;
  const at = (where: string | undefined, told: number) =>
    Buffer.from(`${markOf(question)} ${told} ${where ?? ''}`).toString('base64url');
  for await (const { rows, next } of Array.isArray(list)
    ? [{ rows: begunAfter(list as readonly object[], begun, cursorAfter), next: undefined }]
    : (list as Pages)) {
    const taken = rows.slice(from, from + limit - items.length);
    items.push(...taken);
    const told = from + taken.length;
    if (told < rows.length) {
      const after = cursorAfter(taken.at(-1) ?? {});
      return { items, next: after === undefined ? at(cursor, told) : at(after, 0) };
    }
    rest = next === undefined ? null : at(next, 0);
    [cursor, from, read] = [next, 0, read + 1];
    if (next === undefined || items.length === limit || read === MOST_READ) break;
  }
  return { items, next: rest };
}

/** The rows after a cursor, in the order of their own; as they are where they have none. */
function begunAfter(
  rows: readonly object[],
  begun: string | undefined,
  cursorAfter: (row: object) => string | undefined,
): readonly object[] {
  // A list without cursors of its own gives out none.
  if (begun !== undefined && rows.some((row) => cursorAfter(row) === undefined)) throw unknownCursor();
  return rows
    .map((row) => ({ row, cursor: cursorAfter(row) ?? '' }))
    .filter(({ cursor }) => begun === undefined || cursor > begun)
    .sort((a, b) => (a.cursor < b.cursor ? -1 : Number(a.cursor > b.cursor)))
    .map(({ row }) => row);
}

function markOf(question: string): string {
  return hash('sha256', question, 'base64url').slice(0, 12);
}
