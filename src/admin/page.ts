import { hash } from 'node:crypto';
import { InputError } from '../operations/operation.ts';

const USUAL = 100;
const MOST = 1000;

/** Which part of a list is asked for. */
export interface Asked {
  readonly limit: number;
  /** How many rows come before it. */
  readonly skip: number;
}

export interface Page {
  readonly items: readonly unknown[];
  /** Where the next page begins; null after the last one. */
  readonly next: string | null;
}

/** Reads `limit` and `cursor`. A cursor is of one list and one question: with another it would skip what was never seen. */
export function readPaging(query: URLSearchParams, question: string): Asked {
  const limit = query.get('limit') ?? String(USUAL);
  if (!/^\d{1,4}$/.test(limit) || Number(limit) < 1 || Number(limit) > MOST)
    throw new InputError(`limit must be a whole number from 1 to ${MOST}`);
  const cursor = query.get('cursor');
  if (cursor === null) return { limit: Number(limit), skip: 0 };
  const [of, skip] = Buffer.from(cursor, 'base64url').toString().split('.');
  if (of !== markOf(question) || !/^\d{1,12}$/.test(skip ?? ''))
    throw new InputError('cursor must be the "next" of the page before, with the same parameters');
  return { limit: Number(limit), skip: Number(skip) };
}

/** Takes a page out of a list, reading no further than it must. */
export async function pageOf(
  list: readonly unknown[] | AsyncIterable<readonly unknown[]>,
  { limit, skip }: Asked,
  question: string,
): Promise<Page> {
  const items: unknown[] = [];
  let passed = 0;
  for await (const rows of Array.isArray(list) ? [list] : (list as AsyncIterable<readonly unknown[]>)) {
    const from = Math.max(0, skip - passed);
    // One more than asked for tells whether there is a next page.
    items.push(...rows.slice(from, from + limit + 1 - items.length));
    passed += rows.length;
    if (items.length > limit) break;
  }
  const hasMore = items.length > limit;
  const next = Buffer.from(`${markOf(question)}.${skip + limit}`).toString('base64url');
  return { items: items.slice(0, limit), next: hasMore ? next : null };
}

function markOf(question: string): string {
  return hash('sha256', question, 'base64url').slice(0, 12);
}
