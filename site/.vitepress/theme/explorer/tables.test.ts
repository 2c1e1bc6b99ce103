import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { toCsv } from '../shared/csv.ts';
import { LIGHT } from '../shared/palette.ts';
import { figuresOf, isEmpty } from './answers.ts';
import { PANELS } from './panels.ts';
import { pictureOf } from './pictures.ts';
import { type RecordedAnswer, readRecording, recordedQuestions } from './recording.ts';
import { apiTable, changeOf, readableTable } from './tables.ts';

const text = readFileSync(new URL('recorded-en.ndjson', import.meta.url), 'utf8');
const recording = readRecording(text);
const answers = text
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => JSON.parse(line) as RecordedAnswer);
const figures = answers.flatMap(({ target, data }) => {
  const panel = PANELS.find(({ path }) => path === target.split('?', 1)[0]);
  return panel ? [figuresOf(panel.kind, data)] : [];
});

test('everything that can be picked without a key is recorded, and nothing else', () => {
  const questions = recordedQuestions(recording.head);
  for (const question of questions) assert.ok(recording.find(question), question.path);
  assert.equal(answers.length, questions.length);
});

test('the dates of the default period find the answer without dates', () => {
  const { start, end } = recording.head.defaultPeriod;
  const parameters = [
    ['category', 'Home Appliances'],
    ['start', start],
    ['end', end],
  ] as const;
  assert.ok(recording.find({ path: '/api/public/market/focus', parameters }));
});

test('a CSV file holds every field of the answer, with its value', () => {
  for (const { kind, data } of figures) {
    const { columns, rows } = apiTable({ kind, data } as (typeof figures)[number]);
    const items: object[] =
      kind === 'trend'
        ? data.trend
        : kind === 'focus'
          ? Object.keys(data.focus).map((name) => ({ name }))
          : data.items;
    assert.equal(rows.length, items.length);
    if (kind === 'focus') continue;
    for (const [place, item] of items.entries()) {
      const fields: [string, unknown][] = Object.entries(item).filter(
        ([name]) => !(kind === 'ranking' && name === 'producttypename'),
      );
      assert.equal(fields.length, columns.length, kind);
      for (const [name, value] of fields) {
        const expected = Array.isArray(value) ? value.join('; ') : value;
        assert.equal(rows[place]?.[columns.indexOf(name)], expected);
      }
    }
  }
});

test('every recorded answer has a table to read and a picture', () => {
  for (const one of figures) {
    const { columns, rows } = readableTable(one);
    assert.ok(rows.length > 0 && rows.every((row) => row.length === columns.length), one.kind);
    assert.equal(isEmpty(one), false);
    const picture = pictureOf(one, 'amount', { palette: LIGHT, width: 800 });
    assert.equal(picture === undefined, one.kind === 'focus' && one.data.prevFocus === null);
    assert.doesNotMatch(picture?.label ?? '', /undefined|NaN/);
  }
});

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

test('change is counted as the service counts growth', () => {
  assert.equal(changeOf(110, 100), 10);
  assert.equal(changeOf(5, 0), 100);
  assert.equal(changeOf(0, 0), 0);
  assert.equal(changeOf(0, 5), -100);
});

test('a name that a spreadsheet would run as a formula is saved as text', () => {
  assert.equal(
    toCsv({ columns: ['name', 'growth_rate'], rows: [['=1+1', -12.5]] }),
    'name,growth_rate\r\n"\'=1+1",-12.5\r\n',
  );
});
