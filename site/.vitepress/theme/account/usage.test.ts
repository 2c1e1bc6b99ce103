import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDay } from '../../../../src/snapshot/calendar.ts';
import { toCsv } from '../shared/csv.ts';
import { dayTable, everyDay, lastDays, pathTable, type Usage } from './usage.ts';

const usage: Usage = {
  start: '2026-06-01',
  end: '2026-06-05',
  calls: 3,
  points: 91,
  days: [
    { day: '2026-06-02', calls: 1, points: 1 },
    { day: '2026-06-05', calls: 2, points: 90 },
  ],
  paths: [
    { path: '/api/public/market/focus', calls: 2, points: 90 },
    { path: '/api/public/meta/categories', calls: 1, points: 1 },
  ],
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
  assert.equal(toCsv(dayTable(usage)), 'day,calls,points\r\n2026-06-02,1,1\r\n2026-06-05,2,90\r\n');
  assert.match(toCsv(pathTable(usage)), /^path,calls,points\r\n\/api\/public\/market\/focus,2,90\r\n/);
});

test('the last days end on the day that the service calls today', () => {
  assert.equal(lastDays(30, undefined), '');
  assert.equal(lastDays(7, undefined), '');
  assert.equal(lastDays(7, parseDay('2026-06-07')), '?start=2026-06-01&end=2026-06-07');
});
