/** The same order lines, as different systems write them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDay } from '../../src/lib/calendar.ts';
import type { Profile } from '../../src/warehouse/profile.ts';
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

test('the delimiter is found out, or is the one that is given', async (t) => {
  const { write, import: take } = await openIntake(t);
  for (const delimiter of [',', ';', '\t', '|']) {
    const { lines, orders } = await take(await write('file.csv', written(delimiter)));
    assert.deepEqual([lines, orders], [2, 2], JSON.stringify(delimiter));
  }
  assert.equal((await take(await write('file.csv', written('~')), { profile: { delimiter: '~' } })).lines, 2);
});

test('a first line that is for Excel is told as what it is', async (t) => {
  const { write, refusal } = await openIntake(t);
  for (const delimiter of [',', ';', '\t']) {
    const shown = delimiter === '\t' ? '\\u0009' : delimiter;
    const name = await write('file.csv', `\ufeffsep=${delimiter}\r\n${written(delimiter)}`);
    assert.equal(
      await refusal(name),
      `mdq: file.csv, line 1: sep=${shown} tells Excel what stands between values, and names no columns: delete that line`,
    );
  }
});

test('decimal commas do not make a file one of commas', async (t) => {
  const { write, import: take, warehouse } = await openIntake(t);
  const rows = CELLS.map((cells) => cells.map((cell, i) => (i === 5 ? cell.replace('.', ',') : cell)));
  await take(await write('file.csv', written(';', rows)), { profile: { decimal: 'comma' } });
  assert.equal(await totalCents(warehouse), 128_075);
});

async function totalCents(warehouse: {
  current(): Promise<number | undefined>;
  load(version: number): Promise<{ daily: { scope: Int32Array; cents: Float64Array } }>;
}): Promise<number> {
  const { daily } = await warehouse.load((await warehouse.current()) ?? 0);
  return daily.cents.reduce((sum, cents, i) => (daily.scope[i] === 0 ? sum + cents : sum), 0);
}

const COMMA_AMOUNTS: readonly (readonly [written: string, cents: number | undefined])[] = [
  ['1234,56', 123_456],
  ['1.234,56', 123_456],
  ['1.234.567,5', 123_456_750],
  ['12', 1200],
  ['12,300', 1230],
  ['1.234', undefined],
  ['12.34', undefined],
  ['1,234.56', undefined],
  ['12,345', undefined],
];

test('--decimal comma reads what such a country writes, and nothing that could be meant otherwise', async (t) => {
  for (const [amount, cents] of COMMA_AMOUNTS) {
    const { write, warehouse, refusal } = await openIntake(t);
    const name = await write('file.csv', `${HEADER.replaceAll(',', ';')}\n1;2025-03-03;A;B;P;${amount}\n`);
    const said = await refusal(name, { profile: { decimal: 'comma' } });
    if (cents === undefined) assert.match(String(said), /amount must/, amount);
    else assert.equal(await totalCents(warehouse), cents, amount);
  }
});

const BYTES: Readonly<Record<string, readonly [category: string, bytes: string]>> = {
  'windows-1252': ['Küche €', '4bfc63686520 80'],
  big5: ['廚房', 'bc70 a9d0'],
  gb18030: ['厨房', 'b3f8 b7bf'],
  shift_jis: ['台所', '91e4 8f8a'],
  'iso-8859-2': ['Łódź', 'a3f364bc'],
};

test('files in other encodings are read as the text they are', async (t) => {
  for (const [encoding, [category, hex]] of Object.entries(BYTES)) {
    const { write, import: take, warehouse } = await openIntake(t);
    const bytes = Buffer.concat([
      Buffer.from(`${HEADER}\n1,2025-03-03,`),
      Buffer.from(hex.replaceAll(' ', ''), 'hex'),
      Buffer.from(',B,P,1\n'),
    ]);
    await take(await write('file.csv', bytes), { profile: { encoding } });
    assert.deepEqual((await warehouse.load(1)).categories, [category], encoding);
  }
  for (const encoding of ['utf-16le', 'utf-16be']) {
    const { write, import: take, warehouse } = await openIntake(t);
    const bytes = Buffer.from(`\ufeff${written('\t')}`, 'utf16le');
    await take(await write('file.csv', encoding === 'utf-16be' ? bytes.swap16() : bytes), {
      profile: { encoding },
    });
    assert.deepEqual((await warehouse.load(1)).categories, ['Küche'], encoding);
  }
});

test('what is not valid in the encoding that was given is a bad row', async (t) => {
  const { write, refusal } = await openIntake(t);
  const bytes = Buffer.concat([
    Buffer.from(`${HEADER}\n1,2025-03-03,A,B,P,1\n2,2025-03-03,`),
    Buffer.from('fe20', 'hex'),
  ]);
  const name = await write('file.csv', Buffer.concat([bytes, Buffer.from(',B,P,1\n')]));
  assert.match(
    String(await refusal(name, { profile: { encoding: 'big5' } })),
    /^ {2}file\.csv, line 3: is not valid big5/m,
  );
});

const TIMES: readonly (readonly [written: string, taipei: string | undefined, profile?: Profile])[] = [
  ['2016-09-04', '2016-09-04'],
  ['2016-09-04 21:15:19', '2016-09-04'],
  ['2016-09-04T21:15', '2016-09-04'],
  ['2016-09-04 21:15:19 -0300', '2016-09-05'],
  ['2016-09-04 21:15:19 +08:00', '2016-09-04'],
  ['2016-09-04T21:15:19+0800', '2016-09-04'],
  ['2016-09-04 21:15 Z', '2016-09-05'],
  ['2016-09-04 21:15:19.250 +0530', '2016-09-04'],
  [' 2016-09-04 21:15:19 -0300 ', '2016-09-05'],
  ['2016-09-04 25:00:00 +0800', undefined],
  ['31/12/2017 14:05', '2017-12-31', { dateFormat: '%d/%m/%Y %H:%M' }],
  ['12/31/17', '2017-12-31', { dateFormat: '%m/%d/%y' }],
  ['31.12.2017 23:05 +0000', '2018-01-01', { dateFormat: '%d.%m.%Y %H:%M %z' }],
  ['2017-12-31', undefined, { dateFormat: '%d/%m/%Y' }],
];

test('times are read as other systems write them', async (t) => {
  for (const [time, day, profile = {}] of TIMES) {
    const { write, warehouse, refusal } = await openIntake(t, { MDQ_TIMEZONE: 'Asia/Taipei' });
    const name = await write('file.csv', `${HEADER}\n1,${time},A,B,P,1\n`);
    const said = await refusal(name, { profile });
    if (day === undefined) assert.match(String(said), /ordered_at must/, time);
    else {
      assert.equal(said, undefined, time);
      assert.equal(formatDay((await warehouse.load(1)).facts.coverage.start), day, time);
    }
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

test('--overlap replace keeps an order as the file named last has it, --overlap add takes all rows', async (t) => {
  const first = `${HEADER}\n1,2025-03-03,A,B,P,1\n2,2025-03-03,A,B,P,2\n2,2025-03-03,A,B,P,4\n`;
  const second = `${HEADER}\n2,2025-03-04,A,B,P,8\n3,2025-03-03,A,B,P,16\n`;
  for (const [overlap, files, cents] of [
    ['replace', ['a.csv', 'b.csv'], 2500],
    ['replace', ['b.csv', 'a.csv'], 2300],
    ['add', ['a.csv', 'b.csv'], 3100],
  ] as const) {
    const { write, import: take, warehouse } = await openIntake(t);
    await write('a.csv', first);
    await write('b.csv', second);
    await take(files, { overlap });
    assert.equal(await totalCents(warehouse), cents, `${overlap} ${files}`);
  }
});
