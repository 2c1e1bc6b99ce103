/** Only real dates as YYYY-MM-DD are valid, weeks start on Monday, and days follow the time zone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  dayClock,
  daysIn,
  defaultPeriod,
  formatDay,
  growthPeriod,
  mondayOf,
  monthsOf,
  overlap,
  parseDay,
  startOfDay,
  weeksOf,
} from './calendar.ts';

const day = (text: string) => parseDay(text) ?? assert.fail(`${text} is a date`);
const range = (start: string, end: string) => ({ start: day(start), end: day(end) });
const texts = (ranges: { start: number; end: number }[]) =>
  ranges.map(({ start, end }) => `${formatDay(start)}..${formatDay(end)}`);

test('every day of four hundred years is the one after the day before, and no month has one more', () => {
  let next = day('1899-12-31');
  for (let year = 1900; year < 2300; year++) {
    for (let month = 1; month <= 12; month++) {
      const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
      const text = (date: number) =>
        [year, month, date].map((each) => String(each).padStart(2, '0')).join('-');
      for (let date = 1; date <= days; date++) assert.equal(parseDay(text(date)), ++next, text(date));
      assert.equal(parseDay(text(days + 1)), undefined, text(days + 1));
    }
  }
});

test('a week begins on Monday, before 1970 too', () => {
  assert.equal(formatDay(mondayOf(day('2026-01-01'))), '2025-12-29');
  assert.equal(formatDay(mondayOf(day('2026-01-05'))), '2026-01-05');
  assert.equal(formatDay(mondayOf(day('2026-01-11'))), '2026-01-05');
  assert.equal(formatDay(mondayOf(day('1969-12-28'))), '1969-12-22');
});

test('the weeks and months of a range come whole', () => {
  assert.deepEqual(texts(weeksOf(range('2025-12-31', '2026-01-05'))), [
    '2025-12-29..2026-01-04',
    '2026-01-05..2026-01-11',
  ]);
  assert.deepEqual(texts(monthsOf(range('2023-12-31', '2024-02-01'))), [
    '2023-12-01..2023-12-31',
    '2024-01-01..2024-01-31',
    '2024-02-01..2024-02-29',
  ]);
});

test('ranges that share no day share no days, however near they are', () => {
  const untilWednesday = range('2026-01-01', '2026-06-03');
  assert.deepEqual(texts([overlap(range('2026-06-03', '2026-06-07'), untilWednesday)]), [
    '2026-06-03..2026-06-03',
  ]);
  for (const outside of [range('2026-06-04', '2026-06-04'), range('2025-01-01', '2025-12-31')])
    assert.equal(daysIn(overlap(outside, untilWednesday)), 0);
});

test('the default period is the last full weeks, those there are, or everything', () => {
  const period = (start: string, end: string, weeks: number) =>
    texts([defaultPeriod(range(start, end), weeks)])[0];
  // 2026-06-01 is a Monday.
  assert.equal(period('2026-01-01', '2026-06-07', 2), '2026-05-25..2026-06-07');
  assert.equal(period('2026-01-01', '2026-06-06', 2), '2026-05-18..2026-05-31');
  assert.equal(period('2026-05-20', '2026-06-06', 12), '2026-05-25..2026-05-31');
  assert.equal(period('2026-05-26', '2026-06-06', 12), '2026-05-26..2026-06-06');
});

test('growth is of the default period, or of half the full weeks, so that as many days are before it', () => {
  const growth = (start: string, end: string, weeks: number) => {
    const coverage = range(start, end);
    const period = growthPeriod(coverage, defaultPeriod(coverage, weeks));
    return period && texts([period])[0];
  };
  assert.equal(growth('2026-05-11', '2026-06-07', 2), '2026-05-25..2026-06-07');
  // Three full weeks, and six days of a fourth.
  assert.equal(growth('2026-05-12', '2026-06-07', 2), '2026-06-01..2026-06-07');
  // Of 14 full weeks, seven.
  assert.equal(growth('2026-03-02', '2026-06-07', 12), '2026-04-20..2026-06-07');
  assert.equal(growth('2026-05-19', '2026-06-10', 12), '2026-06-01..2026-06-07');
  assert.equal(growth('2026-05-26', '2026-06-10', 12), undefined);
  assert.equal(growth('2026-05-26', '2026-05-29', 12), undefined);
  // Without a full week the default period is all of coverage, and nothing is before it.
  assert.equal(growth('2026-05-26', '2026-06-06', 1), undefined);
});

test('a day clock tells the day of its time zone to the minute', () => {
  const taipei = dayClock('Asia/Taipei');
  const kathmandu = dayClock('Asia/Kathmandu');
  assert.equal(formatDay(taipei(Date.parse('2026-01-01T15:59:59Z'))), '2026-01-01');
  assert.equal(formatDay(taipei(Date.parse('2026-01-01T16:00:00Z'))), '2026-01-02');
  assert.equal(formatDay(kathmandu(Date.parse('2026-01-01T18:14:59Z'))), '2026-01-01');
  assert.equal(formatDay(kathmandu(Date.parse('2026-01-01T18:15:00Z'))), '2026-01-02');
});

test('a day begins at midnight of its time zone, or with its first moment where that is left out', () => {
  for (const [text, zone, start] of [
    ['2026-11-16', 'UTC', '2026-11-16T00:00'],
    ['2026-11-16', 'Asia/Taipei', '2026-11-15T16:00'],
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00'],
    ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00'],
    ['2026-03-29', 'Asia/Beirut', '2026-03-28T22:00'],
    ['2026-11-16', 'Asia/Kathmandu', '2026-11-15T18:15'],
    ['2026-11-16', 'Pacific/Kiritimati', '2026-11-15T10:00'],
  ] as const)
    assert.equal(new Date(startOfDay(day(text), zone)).toISOString(), `${start}:00.000Z`, zone);
});
