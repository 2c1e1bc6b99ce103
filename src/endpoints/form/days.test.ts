/** A caller is told how many of the days asked for lie outside the data. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDay } from '../../lib/calendar.ts';
import { daysOfCall, type Period } from './days.ts';

const range = (start: string, end: string) => ({
  start: Number(parseDay(start)),
  end: Number(parseDay(end)),
});

/** From a Wednesday to a Thursday. */
const DATA = { coverage: range('2026-03-04', '2026-06-11'), isWeeklyBuilt: true };

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
