/** Every grant and every change of the month appears exactly once in the list of points, newest first. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localeOf } from '../locale/locale.ts';
import { TOOL_WORDS } from '../words/tool-words.ts';
import { readablePoints } from './points.ts';

const at = (day: string) => `2026-06-${day}T08:00:00.000Z`;
const plain = { kind: 'paid', reference: null, of_grant: null };
const june = { ...plain, id: 4, time: at('02'), points: 500, reference: 'INV-7' };
const used = { ...plain, id: 5, time: at('03'), points: 40, kind: 'refund', reference: 'refund:mq0-1' };
const plan = {
  ...plain,
  id: 7,
  time: at('05'),
  points: 30,
  kind: 'plan',
  reference: 'plan:acct_1:2026-06-05',
};
const gone = { ...plain, id: 6, time: at('04'), points: -60, kind: 'expired' };

test('what has points left and what happened this month is one list, newest first, each once', () => {
  const open = {
    grants: [
      { ...june, left: 120, expires: '2026-12-31' },
      { ...plain, id: 1, time: '2025-01-12T10:00:00.000Z', points: 900, left: 900, expires: null },
    ],
  };
  const month = { granted: [june, plan], refunded: [used], taken: [], expired: [gone] };
  const { columns, rows } = readablePoints(open, month, localeOf(TOOL_WORDS, 'en', 'en-US'));
  const text = (row: (typeof rows)[number]) =>
    row.slice(1).map((cell) => cell.text.replaceAll('\u00a0', ' '));
  assert.deepEqual(rows.map(text), [
    ['Plan', '30', '0', '–'],
    ['Expired', '-60', '–', '–'],
    ['Refund', '40', '–', '–'],
    ['Bought · INV-7', '500', '120', '31 Dec 2026'],
    ['Bought', '900', '900', 'No end'],
  ]);
  assert.ok(rows.every((row) => row.length === columns.length));
});
