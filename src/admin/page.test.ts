/** Pagination returns every row exactly once and refuses the cursor of another query. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ListPage } from '../operations/operation.ts';
import { pageOf, readPaging } from './page.ts';

/** A list of numbers in pages of ten, of which some pages are empty; every page that is read is noted. */
function list(cursor: string | undefined, read: number[], isWanted = (_: number) => true) {
  return (async function* (): AsyncGenerator<ListPage<object>> {
    for (let page = Number(cursor ?? 0); page < 100; page++) {
      read.push(page);
      const rows = Array.from({ length: 10 }, (_, i) => ({ n: page * 10 + i })).filter(({ n }) =>
        isWanted(n),
      );
      yield { rows, next: page === 99 ? undefined : String(page + 1) };
    }
  })();
}

async function follow(limit: number, isWanted?: (n: number) => boolean) {
  const all: unknown[] = [];
  let [cursor, most] = ['', 0];
  for (;;) {
    const query = new URLSearchParams({ limit: String(limit), ...(cursor && { cursor }) });
    const asked = readPaging(query, 'all');
    const read: number[] = [];
    const { items, next } = await pageOf(list(asked.cursor, read, isWanted), asked, 'all');
    assert.ok(items.length <= limit);
    most = Math.max(most, read.length);
    all.push(...items.map((item) => (item as { n: number }).n));
    if (next === null) return { all, most };
    cursor = next;
  }
}

test('pages add up to the whole, whatever their size, and none is read from the start again', async () => {
  const whole = Array.from({ length: 1000 }, (_, n) => n);
  for (const limit of [1, 7, 10, 30, 1000]) {
    const { all, most } = await follow(limit);
    assert.deepEqual(all, whole);
    assert.ok(most <= Math.max(20, Math.ceil(limit / 10) + 1), `${most} pages were read for ${limit} rows`);
  }
});

test('where few rows are wanted of many, an answer reads so much and no more', async () => {
  const { all, most } = await follow(5, (n) => n === 3 || n === 995);
  assert.deepEqual(all, [3, 995]);
  assert.ok(most <= 20, String(most));
});

test('a cursor of another question is refused', async () => {
  const { next } = await pageOf(
    list(undefined, []),
    readPaging(new URLSearchParams('limit=1'), 'all'),
    'all',
  );
  assert.throws(() => readPaging(new URLSearchParams({ cursor: next ?? '' }), 'another'), /cursor must be/);
});
