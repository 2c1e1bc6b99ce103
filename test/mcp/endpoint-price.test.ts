/** What an agent without a key is told of a call: its price and days from the data of now, as the call then has them. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ask } from '../support/http/raw-http.ts';
import { PATHS } from '../support/reference/reference.ts';
import { startService } from '../support/service.ts';
import { startOnYear } from '../support/year-of-orders.ts';
import { callTool, textOf } from './rpc.ts';

const service = await startOnYear();
after(() => service.stop());
const { url } = service;
const { key } = await service.createKey(1_000_000);

const RANGES = [
  {},
  { start: '2024-05-01', end: '2024-05-07' },
  { start: '2023-12-20', end: '2024-06-30' },
  { start: '1990-01-01', end: '2030-12-31' },
  { start: '2030-01-01', end: '2030-01-31' },
  { end: '2024-06-30' },
];

test('api.get_endpoint tells what a call over given days costs, for every path', async () => {
  for (const path of PATHS) {
    for (const range of RANGES) {
      const read = await textOf(url, 'api.get_endpoint', { path, ...range });
      const { headers, body } = await service.get(`${path}?${new URLSearchParams(range)}`, { key });
      const charged = Number(headers.get('x-points-charged'));
      const told = /^\*\*This call:\*\* (?<points>[\d,]+) points?.*$/m.exec(read);
      if (Object.keys(range).length === 0) {
        assert.equal(told, null, `${path}: nothing was asked`);
        continue;
      }
      assert.equal(Number(told?.groups?.points), charged, `${path} ${JSON.stringify(range)}\n${read}`);
      const { start, end } = (body as { data: { start?: string; end?: string } }).data;
      if (start) assert.ok(told?.[0].includes(`${start} to ${end}`), String(told?.[0]));
      const ignored = headers.get('x-ignored-parameters');
      assert.equal(told?.[0].includes('ignored'), ignored !== null, String(told?.[0]));
      const outside = headers.get('x-days-outside');
      if (outside) assert.ok(told?.[0].includes(`${outside} days outside`), String(told?.[0]));
      if (start) assert.ok(told?.[0].includes('2024-01-01 to 2024-12-29'), String(told?.[0]));
    }
  }
});

test('a wrong date is told as the call would tell it', async () => {
  for (const args of [{ start: '2024-13-01' }, { start: '2024-05-02', end: '2024-05-01' }, { start: 7 }]) {
    const { isError, content } = await callTool(url, 'api.get_endpoint', { path: 'market/focus', ...args });
    assert.ok(isError, JSON.stringify(args));
    assert.match(content[0]?.text ?? '', /^start must be/);
  }
});

test('before the first publication the tool says that there are no data', async (t) => {
  const empty = await startService();
  t.after(() => empty.stop());
  const args = { path: 'market/focus', start: '2024-05-01' };
  assert.match(await textOf(empty.url, 'api.get_endpoint', args), /No data has been published yet/);
});

test('a page says of its endpoint what is ignored, what weeks are shown, and the columns in CSV', async () => {
  for (const path of PATHS) {
    const read = await textOf(url, 'api.get_endpoint', { path });
    const { text } = await ask(`${url}${path}`, { headers: { 'x-api-key': key, accept: 'text/csv' } });
    assert.ok(read.includes(`\`${text.split('\r\n', 1)[0]}\``), path);
    assert.match(read, /x-ignored-parameters/);
    assert.equal(/whole weeks/.test(read), path.includes('trends'), path);
    assert.doesNotMatch(read, /730/);
  }
});

test('names of payment methods are those of the settings', async () => {
  const { stdout } = await service.mdq('settings');
  const methods = /MDQ_AUDIENCE_METHODS\s+(.+?)(\s{2,}|$)/m.exec(stdout)?.[1]?.split(',') ?? [];
  assert.equal(methods.length, 3, stdout);
  for (const args of [{ path: 'market/focus' }, { path: 'sub-market/focus' }]) {
    const read = await textOf(url, 'api.get_endpoint', args);
    for (const method of methods) assert.ok(read.includes(method), method);
  }
  // The guide is the same for every service, so it names none.
  const fields = await textOf(url, 'docs.get_page', {
    id: 'fields',
    section: 'Key figures of a main category',
  });
  assert.match(fields, /methods that your provider chose/);
  for (const method of methods) assert.ok(!fields.includes(method), method);
});
