/** Only days inside the data are charged; a call without such a day reports no figures and is free. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DayRange, daysIn, formatDay, parseDay } from '../../lib/calendar.ts';
import { daysOfCall, type Period, type Shows } from './days.ts';

const range = (start: string, end: string): DayRange => ({
  start: Number(parseDay(start)),
  end: Number(parseDay(end)),
});
const text = ({ start, end }: DayRange) => `${formatDay(start)}..${formatDay(end)}`;

/** From a Wednesday to a Thursday. */
const DATA = { coverage: range('2026-03-04', '2026-06-11'), isWeeklyBuilt: true, isInWeeks: false };

function days(shows: Shows | undefined, start: string, end: string, data = DATA, period: Period = 'asked') {
  const { priced, weeks, previous } = daysOfCall({ period, shows }, range(start, end), data);
  return {
    priced: daysIn(priced) === 0 ? 'none' : text(priced),
    weeks: weeks.map(text),
    previous: previous && text(previous),
  };
}

test('the days of a range that lie inside the data are priced, and without one nothing is shown', () => {
  const shown = (priced: string) => ({ priced, weeks: [], previous: undefined });
  assert.deepEqual(days(undefined, '2026-05-01', '2026-07-31'), shown('2026-05-01..2026-06-11'));
  assert.deepEqual(days(undefined, '2000-01-01', '2026-03-04'), shown('2026-03-04..2026-03-04'));
  for (const kind of [undefined, 'weeks', 'previous'] as const) {
    // Friday of the last week, and Tuesday of the first.
    assert.deepEqual(days(kind, '2026-06-12', '2026-06-12'), shown('none'));
    assert.deepEqual(days(kind, '2026-03-03', '2026-03-03'), shown('none'));
    assert.deepEqual(days(kind, '2026-06-12', '2026-09-18'), shown('none'));
  }
  assert.deepEqual(days(undefined, '2026-05-01', '2026-05-02', DATA, 'none'), shown('none'));
});

test('days outside the data are counted; in whole weeks, those outside the weeks that the data touch', () => {
  const outside = (start: string, end: string, isInWeeks: boolean, period: Period = 'asked') =>
    daysOfCall({ period }, range(start, end), { ...DATA, isInWeeks }).outside;
  assert.equal(outside('2026-03-01', '2026-06-14', false), 6);
  assert.equal(outside('2026-03-02', '2026-06-14', true), 0);
  assert.equal(outside('2026-02-23', '2026-06-21', true), 14);
  assert.equal(outside('2026-03-04', '2026-06-11', false), 0);
  assert.equal(outside('2020-01-01', '2020-01-31', false), 31);
  assert.equal(outside('2020-01-01', '2020-01-31', false, 'none'), 0);
});

test('a trend shows the whole weeks, or months, that its priced days lie in', () => {
  const weeks = (data: typeof DATA) => days('weeks', '2026-06-02', '2026-06-30', data).weeks;
  assert.deepEqual(weeks(DATA), ['2026-06-01..2026-06-07', '2026-06-08..2026-06-14']);
  assert.deepEqual(weeks({ ...DATA, isWeeklyBuilt: false }), ['2026-06-01..2026-06-30']);
  assert.deepEqual(weeks({ ...DATA, isWeeklyBuilt: false, isInWeeks: true }), ['2026-06-01..2026-07-05']);
});

test('a previous period is shown where the data hold all of it and all of the range', () => {
  const previous = (start: string, end: string) => days('previous', start, end).previous;
  assert.equal(previous('2026-03-06', '2026-03-07'), '2026-03-04..2026-03-05');
  assert.equal(previous('2026-03-05', '2026-03-06'), undefined);
  assert.equal(previous('2026-06-10', '2026-06-11'), '2026-06-08..2026-06-09');
  assert.equal(previous('2026-06-11', '2026-06-12'), undefined);
});

test('growth without as many days before it reports nothing and is free', () => {
  const growth = (start: string, end: string) =>
    daysOfCall({ period: 'compared', shows: 'previous' }, range(start, end), DATA);
  assert.equal(growth('2026-03-16', '2026-06-07').isFree, true);
  assert.equal(daysIn(growth('2026-03-16', '2026-06-07').priced), 0);
  assert.equal(text(growth('2026-05-04', '2026-06-07').priced), '2026-05-04..2026-06-07');
  assert.equal(growth('2026-05-04', '2026-06-07').isFree, false);
});
