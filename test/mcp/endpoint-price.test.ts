/** What an agent without a key is told of the price of a call: never less than the call then costs. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ask } from '../support/http/raw-http.ts';
import { PATHS } from '../support/reference/reference.ts';
import { startOnYear } from '../support/year-of-orders.ts';
import { callTool, textOf } from './rpc.ts';

const service = await startOnYear();
after(() => service.stop());
const { url } = service;
const { key } = await service.createKey(1_000_000);

const RANGES = [
  {},
  { start: '2024-05-01', end: '2024-05-07' },
  { start: '2024-02-06', end: '2024-08-05' },
  { start: '2023-12-20', end: '2024-06-30' },
  { start: '1990-01-01', end: '2030-12-31' },
  { start: '2030-01-01', end: '2030-01-31' },
  { end: '2024-06-30' },
];

test('api.get_endpoint tells the most that a call over given days costs, for every path', async () => {
  for (const path of PATHS) {
    for (const range of RANGES) {
      const read = await textOf(url, 'api.get_endpoint', { path, ...range });
      const { headers } = await service.get(`${path}?${new URLSearchParams(range)}`, { key });
      const charged = Number(headers.get('x-points-charged'));
      const told = /^\*\*This call:\*\* (?:at most )?(?<points>[\d,]+) points?.*$/m.exec(read);
      if (Object.keys(range).length === 0) {
        assert.equal(told, null, `${path}: nothing was asked`);
        continue;
      }
      const points = Number(told?.groups?.points?.replaceAll(',', ''));
      const isInside = headers.get('x-days-outside') === null;
      assert.ok(
        isInside ? points === charged : points >= charged,
        `${path} ${JSON.stringify(range)}\n${read}`,
      );
      const ignored = headers.get('x-ignored-parameters');
      assert.equal(told?.[0].includes('ignored'), ignored !== null, String(told?.[0]));
    }
  }
});

test('with disclosure control a call is told to cost its whole weeks', async (t) => {
  const controlled = await startOnYear({ MDQ_MIN_PEOPLE: '2' });
  t.after(() => controlled.stop());
  const { key: other } = await controlled.createKey(1000);
  // 84 days from a Tuesday to a Monday lie in 13 weeks.
  const range = { start: '2024-05-07', end: '2024-07-29' };
  const read = await textOf(controlled.url, 'api.get_endpoint', { path: 'market/focus', ...range });
  const { headers } = await controlled.get(`/api/public/market/focus?${new URLSearchParams(range)}`, {
    key: other,
  });
  assert.match(read, /at most 90 points for 91 days \(2024-05-06 to 2024-08-04\)/);
  assert.equal(headers.get('x-points-charged'), '90');
});

test('a start alone has no price: its end is a day of the data', async () => {
  const { isError, content } = await callTool(url, 'api.get_endpoint', {
    path: 'market/focus',
    start: '2024-05-01',
  });
  assert.ok(isError);
  assert.match(content[0]?.text ?? '', /^end is missing/);
});

test('a page says of its endpoint what is ignored, what weeks are shown, and the columns in CSV', async () => {
  for (const path of PATHS) {
    const read = await textOf(url, 'api.get_endpoint', { path, detail: true });
    const { text } = await ask(`${url}${path}`, { headers: { 'x-api-key': key, accept: 'text/csv' } });
    assert.ok(read.includes(`\`${text.split('\r\n', 1)[0]}\``), path);
    assert.match(read, /x-ignored-parameters/);
    assert.equal(/whole weeks/.test(read), path.includes('trends'), path);
    assert.doesNotMatch(read, /730/);
  }
});
