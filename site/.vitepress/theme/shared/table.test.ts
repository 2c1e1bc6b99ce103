/** Columns of numbers sort numerically, largest first, and unsorted rows keep the order of the response. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextSorting, sortedRows } from './table.ts';

const table = {
  columns: [
    { label: 'Name', isWord: true },
    { label: 'Orders', isWord: false },
  ],
  rows: [
    [
      { text: 'b', value: 'b' },
      { text: '1,000', value: 1000 },
    ],
    [
      { text: 'a', value: 'a' },
      { text: '9', value: 9 },
    ],
  ],
};
const order = (rows: typeof table.rows | ReturnType<typeof sortedRows>) => rows.map(([first]) => first?.text);

test('numbers begin with the largest and are sorted as numbers, words with the first', () => {
  const byOrders = nextSorting(table, 1, undefined);
  assert.deepEqual(order(sortedRows(table, byOrders)), ['b', 'a']);
  assert.deepEqual(order(sortedRows(table, nextSorting(table, 1, byOrders))), ['a', 'b']);
  assert.deepEqual(order(sortedRows(table, nextSorting(table, 0, byOrders))), ['a', 'b']);
});

test('unsorted, rows stand as the service lists them', () => {
  assert.deepEqual(order(sortedRows(table, undefined)), ['b', 'a']);
});
