/** CSV cells cannot run as spreadsheet formulas, and bidirectional control characters are visible as escapes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvRecord } from './csv.ts';

test('what a spreadsheet would run as a formula is written as text', () => {
  for (const value of [
    ...[
      "=cmd|' /C calc'!A0",
      '=1+1',
      '+1+cmd',
      '-2+3',
      '@SUM(A1)',
      '\t=1',
      '\r=1',
      '\n=1',
      ' =1',
      '\u200b=1',
    ],
    ...['\ufeff =1', '＝1', '＋1', '－1', '＠x', '-', '+886 2 1234', '-1e5'],
  ]) {
    assert.equal(csvRecord([value]), `"'${value}"`);
  }
  // What cannot be seen before it helps nobody: it is shown, and the formula is text all the same.
  assert.equal(
    csvRecord(['\0=1', '\x1b=1', '\u202e\u2060@x']),
    '"\'\\u0000=1","\'\\u001b=1","\'\\u202e\u2060@x"',
  );
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

test('what turns the direction of a text, or moves a cursor, is to be seen; line ends and tabs are values', () => {
  const turning = [
    0x61c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069,
  ];
  for (const code of [...turning, 0x00, 0x1b, 0x7f, 0x9b]) {
    const shown = `\\u${code.toString(16).padStart(4, '0')}`;
    assert.equal(csvRecord([`a${String.fromCharCode(code)}b`]), `a${shown}b`);
  }
  assert.equal(csvRecord(['a\tb', 'c\r\nd']), '"a\tb","c\r\nd"');
  assert.equal(csvRecord(['עברית', 'العربية', '👩‍👩‍👧']), 'עברית,العربية,👩‍👩‍👧');
});
