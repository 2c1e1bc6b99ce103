/** Usage charts show days without calls as zero, and the forecast uses the rate of the last 14 days at most. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDay } from '../../../../src/lib/calendar.ts';
import { toCsv } from '../shared/csv.ts';
import { BY_DAY, BY_PATH, daysLeft, everyDay, lastDays, type Usage } from './usage.ts';

const focus = { path: '/api/public/market/focus', calls: 2, points: 90 };
const list = { path: '/api/public/meta/categories', calls: 1, points: 1 };
const usage: Usage = {
  start: '2026-06-01',
  end: '2026-06-05',
  calls: 3,
  points: 91,
  days: [
    { day: '2026-06-02', calls: 1, points: 1, paths: [list] },
    { day: '2026-06-05', calls: 2, points: 90, paths: [focus] },
  ],
  paths: [focus, list],
};

test('a chart has every day, those without a call too', () => {
  assert.deepEqual(
    everyDay(usage).map(({ day, points }) => [day.slice(8), points]),
    [
      ['01', 0],
      ['02', 1],
      ['03', 0],
      ['04', 0],
      ['05', 90],
    ],
  );
});

test('a file has what the service answered', () => {
  assert.equal(
    toCsv(BY_DAY.table(usage)),
    'day,path,calls,points\r\n2026-06-02,/api/public/meta/categories,1,1\r\n2026-06-05,/api/public/market/focus,2,90\r\n',
  );
  assert.match(toCsv(BY_PATH.table(usage)), /^path,calls,points\r\n\/api\/public\/market\/focus,2,90\r\n/);
});

test('the last days end on the day that the service calls today', () => {
  assert.equal(lastDays(30, undefined), '');
  assert.equal(lastDays(7, undefined), '');
  assert.equal(lastDays(7, parseDay('2026-06-05')), '?start=2026-05-30&end=2026-06-05');
});

test('the balance lasts as long as the rate of the last 14 days says, or of those since the first call', () => {
  const month = { ...usage, start: '2026-05-07' };
  // What was used before those days does not count: 91 points in 14 days are 6.5 a day.
  const before = { day: '2026-05-22', calls: 1, points: 1000, paths: [focus] };
  assert.deepEqual(daysLeft(65, { ...month, days: [before, ...month.days] }), { left: 10, of: 14 });
  // An account that began four days ago uses 22.75 a day; one of today has no rate yet.
  assert.deepEqual(daysLeft(91, month), { left: 4, of: 4 });
  assert.equal(daysLeft(45, { ...month, days: month.days.slice(1) }), undefined);
  assert.equal(daysLeft(65, { ...month, days: [] }), undefined);
});
