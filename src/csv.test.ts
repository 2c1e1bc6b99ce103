import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvRecord } from './csv.ts';

test('what a spreadsheet would run as a formula is written as text', () => {
  for (const value of [
    "=cmd|' /C calc'!A0",
    '=1+1',
    '+1+cmd',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '\0=1',
    '\x1b=1',
    '\u200b=1',
    '\ufeff =1',
    '\u202e\u2060@x',
    '＝1',
    '＋1',
    '－1',
    '＠x',
    '-',
    '+886 2 1234',
    '-1e5',
  ]) {
    assert.equal(csvRecord([value]), `"'${value}"`);
  }
  assert.equal(csvRecord(['=HYPERLINK("http://x")']), '"\'=HYPERLINK(""http://x"")"');
});

test('numbers stay numbers, and all else is as it was', () => {
  assert.equal(csvRecord([-12.5, '-12.5', '+3', '-1', 7n, 0, null, '']), '-12.5,-12.5,+3,-1,7,0,,');
  assert.equal(
    csvRecord(['a-b', 'x=1', "'quoted'", '2026-06-01', '商店']),
    "a-b,x=1,'quoted',2026-06-01,商店",
  );
});

test('a value with a comma, a semicolon, a tab, a quote or a line end is quoted', () => {
  assert.equal(csvRecord(['a,b', 'say "x"', 'two\nlines']), '"a,b","say ""x""","two\nlines"');
  assert.equal(csvRecord(['x;=cmd|calc', 'x\t=cmd|calc']), '"x;=cmd|calc","x\t=cmd|calc"');
});
