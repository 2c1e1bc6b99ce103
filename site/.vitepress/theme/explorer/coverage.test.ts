import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DayRange, parseDay } from '../../../../src/snapshot/calendar.ts';
import {
  type Coverage,
  learnDefaultPeriod,
  learnFirstWeek,
  learnPeriods,
  NOTHING_KNOWN,
  periodsOf,
} from './coverage.ts';
import type { Range } from './view.ts';

const dates = (start: string, end: string): Range => ({ kind: 'dates', start, end });
const ALL: Range = { kind: 'all' };
const UNBOUNDED = { least: 1, most: Infinity };

/** The demo data of the documentation: 553 days, and a default period of 84. */
const DEMO: DayRange = { start: parseDay('2024-12-02') ?? 0, end: parseDay('2026-06-07') ?? 0 };
const afterFirstAnswer = learnDefaultPeriod(NOTHING_KNOWN, '2026-03-16', '2026-06-07');

function truth(start: string, end: string): number {
  const from = Math.max(parseDay(start) ?? 0, DEMO.start);
  const to = Math.min(parseDay(end) ?? 0, DEMO.end);
  return Math.max(1, Math.ceil(Math.max(0, to - from + 1) / 84));
}

test('the default period costs the base, whatever is known', () => {
  assert.deepEqual(periodsOf({ kind: 'default' }, NOTHING_KNOWN), { least: 1, most: 1 });
  assert.deepEqual(periodsOf(dates('', ''), afterFirstAnswer), { least: 1, most: 1 });
});

test('before the first answer nothing else can be said', () => {
  for (const range of [ALL, dates('2026-01-01', '2026-06-07'), dates('2026-02-30', '2026-06-07')]) {
    assert.deepEqual(periodsOf(range, NOTHING_KNOWN), UNBOUNDED);
  }
});

test('days inside the default period are known to be there', () => {
  assert.deepEqual(periodsOf(dates('2026-05-11', '2026-06-07'), afterFirstAnswer), { least: 1, most: 1 });
  assert.deepEqual(periodsOf(dates('2026-03-16', '2026-06-07'), afterFirstAnswer), { least: 1, most: 1 });
});

test('days before it may or may not be there', () => {
  assert.deepEqual(periodsOf(dates('2025-12-08', '2026-06-07'), afterFirstAnswer), { least: 1, most: 3 });
  assert.deepEqual(periodsOf(ALL, afterFirstAnswer), UNBOUNDED);
});

test('the price of everything tells how far back the data goes', () => {
  const known = learnPeriods(afterFirstAnswer, ALL, 7);
  assert.deepEqual(periodsOf(ALL, known), { least: 7, most: 7 });
  assert.deepEqual(periodsOf(dates('2025-06-09', '2026-06-07'), known), { least: 5, most: 5 });
});

test('a price that was told holds even where nothing else is known', () => {
  const known = learnPeriods(NOTHING_KNOWN, ALL, 7);
  assert.deepEqual(periodsOf(ALL, known), { least: 7, most: 7 });
  const later = learnDefaultPeriod(known, '2026-03-16', '2026-06-07');
  assert.deepEqual(periodsOf(ALL, later), { least: 7, most: 7 });
});

test('other data is other knowledge', () => {
  const known = learnPeriods(afterFirstAnswer, ALL, 7);
  const moved = learnDefaultPeriod(known, '2026-03-23', '2026-06-14');
  assert.deepEqual(periodsOf(ALL, moved), UNBOUNDED);
});

test('the first week of a trend that begins later than asked is where the data begins', () => {
  const known = learnFirstWeek(afterFirstAnswer, ALL, '2024-12-02');
  assert.deepEqual(periodsOf(ALL, known), { least: 7, most: 7 });
  const inside = learnFirstWeek(afterFirstAnswer, dates('2025-06-09', '2026-06-07'), '2025-06-09');
  assert.deepEqual(periodsOf(dates('2025-06-16', '2026-06-07'), inside), { least: 5, most: 5 });
});

test('a default period that is not full weeks is all the data', () => {
  const known = learnDefaultPeriod(NOTHING_KNOWN, '2026-06-03', '2026-06-05');
  assert.deepEqual(periodsOf(ALL, known), { least: 1, most: 1 });
});

test('what is said is never wrong: the true number always lies between least and most', () => {
  const asked = [
    '2024-01-01',
    '2024-12-01',
    '2024-12-02',
    '2025-03-05',
    '2025-12-21',
    '2026-03-15',
    '2026-06-06',
  ];
  const ends = ['2024-12-31', '2025-12-31', '2026-06-07', '2026-06-10', '2027-01-01'];
  const pairs = asked.flatMap((start) =>
    ends.filter((end) => end >= start).map((end) => [start, end] as const),
  );
  let known: Coverage = afterFirstAnswer;
  for (const [start, end] of pairs) {
    for (const [from, to] of pairs) {
      const { least, most } = periodsOf(dates(from, to), known);
      const periods = truth(from, to);
      assert.ok(least <= periods && periods <= most, `${from} to ${to}: ${least} to ${most}, is ${periods}`);
    }
    known = learnPeriods(known, dates(start, end), truth(start, end));
  }
});
