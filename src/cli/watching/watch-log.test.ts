/** The watch log names the five most frequent errors of a refused file and counts the other kinds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RowsRefused } from '../../warehouse/warehouse-errors.ts';
import { WatchLog } from './watch-log.ts';

test('of a file with many kinds of bad rows, the most frequent are told, and that there are others', () => {
  let said = '';
  const log = new WatchLog({
    print(_, text) {
      said = text;
    },
  });
  const reasons = Array.from({ length: 8 }, (_, i) => ({ reason: `reason ${i}`, rows: 9 - i }));
  const first = reasons.map(({ reason }, i) => ({
    file: 'a.csv',
    line: i + 2,
    column: '',
    value: '',
    reason,
  }));
  log.refused('a.csv', {
    reason: '44 bad rows',
    rows: new RowsRefused('', [], { badRows: 44, first, rejectsFile: { path: 'list', reasons } }),
    movedTo: 'refused/a.csv',
    rejectsFile: 'refused/a.csv.rejects.csv',
  });
  const lines = said.split('\n').map((line) => line.slice(20).trim());
  assert.deepEqual(lines.slice(5), [
    ...['5 × reason 4', 'and 3 other reasons', 'The first 5 rows:'],
    ...[2, 3, 4, 5, 6].map((line) => `line ${line}: reason ${line - 2}`),
    'All reasons are in refused/a.csv.rejects.csv',
  ]);
});
