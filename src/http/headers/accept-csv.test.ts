/** A caller gets CSV only if `Accept` names text/csv with at least the weight of JSON. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptsCsv } from './accept-csv.ts';

test('CSV is what a client likes at least as much as JSON', () => {
  for (const header of [
    'text/csv',
    'Text/CSV;q=0.5',
    'text/csv, application/json',
    'text/html;level="1,2", text/csv',
    '*/*;q=0.1, text/csv;q=0.2',
  ])
    assert.ok(acceptsCsv(header), header);
  for (const header of [
    undefined,
    '*/*',
    'text/csv;q=0',
    'text/csvx',
    'application/json;note="text/csv"',
    'text/csv;q=0.5, application/json',
    'application/*, text/csv;q=0.9',
    `text/csv${', text/csv'.repeat(200)}`,
  ])
    assert.equal(acceptsCsv(header), false, header?.slice(0, 40) ?? 'none');
});
