/** A new day is compared with the same weekday since the data begin. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Tables } from '../../snapshot/tables.ts';
import { unusualVolume } from './unusual-volume.ts';

const MONDAY = 20_006;
const WEEKS = [39, 34, 46, 45];

/** What is published: four Mondays. */
const published = {
  daily: {
    scope: new Int32Array(4),
    day: Int32Array.from(WEEKS, (_, i) => MONDAY + 7 * i),
    orders: Float64Array.from(WEEKS),
  },
  payments: { series: new Int32Array(0) },
  methods: [],
  facts: { coverage: { start: MONDAY, end: MONDAY + 21 }, settings: {} },
} as unknown as Tables;

function warningsFor(orders: number): string[] {
  const after = new Map([...WEEKS.map((each, i) => [MONDAY + 7 * i, each] as const), [MONDAY + 28, orders]]);
  return unusualVolume(published, after)
    .map(({ message }) => /\((.+)\)/.exec(message)?.[1] ?? '')
    .filter((text) => !text.startsWith('0,'));
}

test('weeks before the data begin count for nothing', () => {
  assert.deepEqual(warningsFor(10), ['10, usually 42']);
  assert.deepEqual(warningsFor(63), []);
});
