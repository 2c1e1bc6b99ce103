/** The same order lines, as different systems write them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDay } from '../../src/lib/calendar.ts';
import type { Profile } from '../../src/warehouse/profile.ts';
import { onlyInTestAll } from '../support/effort.ts';
import { HEADER, openIntake } from '../support/stores/intake-place.ts';

const CELLS = [
  ['1', '2025-03-03', 'Küche', '鍋具', 'P1', '1280.50'],
  ['2', '2025-03-04', 'Küche', 'Töpfe; groß', 'P2', '0.25'],
] as const;
const NAMES = HEADER.split(',');

function written(delimiter: string, rows: readonly (readonly string[])[] = CELLS): string {
  const cell = (text: string) => (text.includes(delimiter) ? `"${text}"` : text);
  return [NAMES, ...rows].map((cells) => `${cells.map(cell).join(delimiter)}\r\n`).join('');
}

test('the delimiter is found out, or is the one that is given; a first line that is for Excel is told', async (t) => {
  const { write, import: take, refusal } = await openIntake(t);
  for (const delimiter of [',', ';', '\t', '|']) {
    const { lines, orders } = await take(await write('file.csv', written(delimiter)));
    assert.deepEqual([lines, orders], [2, 2], JSON.stringify(delimiter));
    const shown = delimiter === '\t' ? '\\u0009' : delimiter;
    if (delimiter === '|') continue;
    assert.equal(
      await refusal(await write('file.csv', `\ufeffsep=${delimiter}\r\n${written(delimiter)}`)),
      `mdq: file.csv, line 1: sep=${shown} tells Excel what stands between values, and names no columns: delete that line`,
    );
  }
  assert.equal((await take(await write('file.csv', written('~')), { profile: { delimiter: '~' } })).lines, 2);
});

/** Orders that differ in one column, numbered from 0. */
function differing(column: string, values: readonly string[]): string {
  const usual = { ordered_at: '2025-03-03', category: 'A', sub_category: 'B', product_id: 'P', amount: '1' };
  const rows = values.map((value, i): Record<string, string> => {
    return { order_id: String(i), ...usual, [column]: value };
  });
  return written(
    ';',
    rows.map((row) => NAMES.map((name) => row[name] ?? '')),
  );
}

/** The lines of `file.csv` whose value of a column is refused. */
function refusedLines(column: string, said: string | undefined): number[] {
  const reasons = new RegExp(`^ {2}file\\.csv, line (\\d+): ${column} must`, 'gm');
  return Array.from((said ?? '').matchAll(reasons), ([, line]) => Number(line));
}

const COMMA_AMOUNTS: readonly (readonly [written: string, cents: number])[] = [
  ['1234,56', 123_456],
  ['1.234,56', 123_456],
  ['1.234.567,5', 123_456_750],
  ['1.234', 123_400],
  ['12.345.678', 1_234_567_800],
  ['12', 1200],
  ['12,300', 1230],
];
const UNCLEAR_AMOUNTS = ['0.234', '12.34', '1,234.56', '12,345'];

test('--decimal comma reads what such a country writes, and nothing that could be meant otherwise', async (t) => {
  const { write, import: take, warehouse, refusal } = await openIntake(t);
  const profile = { decimal: 'comma' } as const;
  // They do not make a file one of commas.
  const rows = CELLS.map((cells) => cells.map((cell, i) => (i === 5 ? cell.replace('.', ',') : cell)));
  assert.equal((await take(await write('file.csv', written(';', rows)), { profile })).cents, 128_075);
  const amounts = COMMA_AMOUNTS.map(([amount]) => amount);
  await take(await write('file.csv', differing('amount', amounts)), { profile });
  for (const [i, [amount, cents]] of COMMA_AMOUNTS.entries())
    assert.equal((await warehouse.order(String(i)))?.lines[0]?.cents, cents, amount);
  const said = await refusal(await write('file.csv', differing('amount', UNCLEAR_AMOUNTS)), { profile });
  assert.deepEqual(refusedLines('amount', said), [2, 3, 4, 5]);
});

const BYTES: Readonly<Record<string, readonly [category: string, bytes: string]>> = {
  'windows-1252': ['Küche €', '4bfc63686520 80'],
  big5: ['廚房', 'bc70 a9d0'],
  gb18030: ['厨房', 'b3f8 b7bf'],
  shift_jis: ['台所', '91e4 8f8a'],
  'iso-8859-2': ['Łódź', 'a3f364bc'],
};

test('files in other encodings are read as the text they are', { skip: onlyInTestAll }, async (t) => {
  const { write, import: take, warehouse } = await openIntake(t);
  const assertCategory = async (encoding: string, bytes: Uint8Array, category: string) => {
    await take(await write('file.csv', bytes), { profile: { encoding } });
    assert.equal((await warehouse.order('1'))?.lines[0]?.category, category, encoding);
  };
  for (const [encoding, [category, hex]] of Object.entries(BYTES)) {
    const bytes = Buffer.concat([
      Buffer.from(`${HEADER}\n1,2025-03-03,`),
      Buffer.from(hex.replaceAll(' ', ''), 'hex'),
      Buffer.from(',B,P,1\n'),
    ]);
    await assertCategory(encoding, bytes, category);
  }
  const wide = (category: string) =>
    Buffer.from(`\ufeff${written('\t').replace('Küche', category)}`, 'utf16le');
  await assertCategory('utf-16le', wide('Küche'), 'Küche');
  await assertCategory('utf-16be', wide('廚房').swap16(), '廚房');
});

test('what is not valid in the encoding that was given is a bad row', async (t) => {
  const { write, refusal } = await openIntake(t);
  const rows = ['1,2025-03-03,A,B,P,1', '2,2025-03-03,\xfe\x20,B,P,1', ''];
  const name = await write('file.csv', Buffer.from([HEADER, ...rows].join('\n'), 'latin1'));
  const said = await refusal(name, { profile: { encoding: 'big5' } });
  assert.match(String(said), /^ {2}file\.csv, line 3: is not valid big5/m);
});

/** In Taipei. */
const DAYS: readonly (readonly [profile: Profile, days: Readonly<Record<string, string>>])[] = [
  [
    {},
    {
      '2016-09-04': '2016-09-04',
      '2016-09-04 21:15:19': '2016-09-04',
      '2016-09-04T21:15': '2016-09-04',
      '2016-09-04 21:15:19 -0300': '2016-09-05',
      '2016-09-04 21:15:19 +08:00': '2016-09-04',
      '2016-09-04T21:15:19+0800': '2016-09-04',
      '2016-09-04 21:15 Z': '2016-09-05',
      '2016-09-04 21:15:19.250 +0530': '2016-09-04',
      ' 2016-09-04 21:15:19 -0300 ': '2016-09-05',
    },
  ],
  [{ dateFormat: '%d/%m/%Y %H:%M' }, { '31/12/2017 14:05': '2017-12-31' }],
  [{ dateFormat: '%m/%d/%y' }, { '12/31/17': '2017-12-31' }],
  [{ dateFormat: '%d.%m.%Y %H:%M %z' }, { '31.12.2017 23:05 +0000': '2018-01-01' }],
];
const NO_TIMES: readonly (readonly [profile: Profile, written: string])[] = [
  [{}, '2016-09-04 25:00:00 +0800'],
  [{ dateFormat: '%d/%m/%Y' }, '2017-12-31'],
];

test('times are read as other systems write them', async (t) => {
  const { write, import: take, warehouse, refusal } = await openIntake(t, { MDQ_TIMEZONE: 'Asia/Taipei' });
  for (const [profile, days] of DAYS) {
    await take(await write('file.csv', differing('ordered_at', Object.keys(days))), { profile });
    for (const [i, [time, day]] of Object.entries(days).entries())
      assert.equal(formatDay((await warehouse.order(String(i)))?.day ?? 0), day, time);
  }
  for (const [profile, time] of NO_TIMES) {
    const said = await refusal(await write('file.csv', differing('ordered_at', [time])), { profile });
    assert.deepEqual(refusedLines('ordered_at', said), [2], time);
  }
});

test('a date format that is none is told before anything is read', async (t) => {
  const { write, refusal } = await openIntake(t);
  const name = await write('file.csv', `${HEADER}\n1,2025-03-03,A,B,P,1\n`);
  assert.match(
    String(await refusal(name, { profile: { dateFormat: '%Q' } })),
    /^mdq: --date-format must be a strptime pattern such as "%d\/%m\/%Y": /,
  );
});

test('tomorrow is taken, the day after only with --allow-future', async (t) => {
  const { write, refusal } = await openIntake(t);
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  assert.equal(await refusal(await write('a.csv', `${HEADER}\n1,${inDays(1)},A,B,P,1\n`)), undefined);
  const later = await write('b.csv', `${HEADER}\n2,${inDays(3)},A,B,P,1\n`);
  assert.match(String(await refusal(later)), /must be no later than tomorrow/);
  assert.equal(await refusal(later, { allowFuture: true }), undefined);
});

test('--overlap replace keeps an order as the file named last has it, --overlap add takes all rows', {
  skip: onlyInTestAll,
}, async (t) => {
  const first = `${HEADER}\n1,2025-03-03,A,B,P,1\n2,2025-03-03,A,B,P,2\n2,2025-03-03,A,B,P,4\n`;
  const second = `${HEADER}\n2,2025-03-04,A,B,P,8\n3,2025-03-03,A,B,P,16\n`;
  for (const [overlap, files, cents] of [
    ['replace', ['a.csv', 'b.csv'], 2500],
    ['replace', ['b.csv', 'a.csv'], 2300],
    ['add', ['a.csv', 'b.csv'], 3100],
  ] as const) {
    const { write, import: take } = await openIntake(t);
    await write('a.csv', first);
    await write('b.csv', second);
    assert.equal((await take(files, { overlap })).cents, cents, `${overlap} ${files}`);
  }
});
