/** Exported CSV is quoted as RFC 4180 requires, and names cannot run as spreadsheet formulas. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toCsv } from './csv.ts';

test('CSV is quoted where it must be', () => {
  assert.equal(
    toCsv({
      columns: ['a', 'b'],
      rows: [
        ['x,"y"', 1.5],
        ['line\nbreak', null],
      ],
    }),
    'a,b\r\n"x,""y""",1.5\r\n"line\nbreak",\r\n',
  );
});

test('a name that a spreadsheet would run as a formula is saved as text', () => {
  assert.equal(
    toCsv({ columns: ['name', 'growth_rate'], rows: [['=1+1', -12.5]] }),
    'name,growth_rate\r\n"\'=1+1",-12.5\r\n',
  );
});
