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
  { start: '2024-05-01', end: '2024-05-07' },
  { start: '2024-02-06', end: '2024-08-05' },
  { start: '2023-12-20', end: '2024-06-30' },
  { start: '1990-01-01', end: '2030-12-31' },
  { start: '2030-01-01', end: '2030-01-31' },
  { end: '2024-06-30' },
];
const THIS_CALL = /^\*\*This call:\*\* (?:at most )?(?<points>[\d,]+) points?.*$/m;

test('api.get_endpoint tells the most that a call over given days costs, for every path', async () => {
  for (const path of PATHS) {
    assert.doesNotMatch(await textOf(url, 'api.get_endpoint', { path }), THIS_CALL, 'nothing was asked');
    for (const range of RANGES) {
      const read = await textOf(url, 'api.get_endpoint', { path, ...range });
      const { headers } = await service.get(`${path}?${new URLSearchParams(range)}`, { key });
      const charged = Number(headers.get('x-points-charged'));
      const told = THIS_CALL.exec(read);
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
  assert.match(read, /at most 90 points for 91 days \(2024-05-06 to 2024-08-04\)/);
  const asked = `/api/public/market/focus?${new URLSearchParams(range)}`;
  const { headers } = await controlled.get(asked, { key: other });
  assert.equal(headers.get('x-points-charged'), '90');
});

test('a start alone has no price, for its end is a day of the data, and a wrong date is told as the call would tell it', async () => {
  for (const [args, message] of [
    [{ start: '2024-05-01' }, /^end is missing/],
    [{ start: '2024-13-01' }, /^start must be/],
    [{ start: '2024-05-02', end: '2024-05-01' }, /^start must be/],
  ] as const) {
    const { isError, content } = await callTool(url, 'api.get_endpoint', { path: 'market/focus', ...args });
    assert.ok(isError, JSON.stringify(args));
    assert.match(content[0]?.text ?? '', message);
  }
});

test('a page says of its endpoint what is ignored, what weeks are shown, and the columns in CSV', async () => {
  for (const path of PATHS) {
    const { text } = await ask(`${url}${path}`, { headers: { 'x-api-key': key, accept: 'text/csv' } });
    for (const detail of [true, false]) {
      const read = await textOf(url, 'api.get_endpoint', { path, detail });
      assert.match(read, /x-ignored-parameters/);
      assert.equal(/whole weeks/.test(read), path.includes('trends'), path);
      if (detail) assert.ok(read.includes(`\`${text.split('\r\n', 1)[0]}\``), path);
      else assert.ok(!read.includes('```'), path);
    }
  }
});

test('the payment methods that count are named where the data is, not in the documentation', async () => {
  const { body } = await service.get('/developers/site.json');
  const { audience_methods: methods } = (body as { data: { audience_methods: string[] } }).data;
  assert.equal(methods.length, 3);
  for (const path of ['market/focus', 'sub-market/focus']) {
    const read = await textOf(url, 'api.get_endpoint', { path });
    assert.match(read, /`audience_methods` of `\/developers\/site.json`/);
    for (const method of methods) assert.ok(!read.includes(method), method);
  }
});
