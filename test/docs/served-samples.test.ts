/** What programs and agents read of an endpoint has a call in it that works as it is pasted, wherever it is read. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { createDocs } from '../../src/docs/docs.ts';
import { textOf } from '../mcp/rpc.ts';
import { codeFences } from '../support/code-fences.ts';
import { cleanEnvironment } from '../support/command.ts';
import { ask } from '../support/http/raw-http.ts';
import { startService } from '../support/service.ts';
import { startOnYear } from '../support/year-of-orders.ts';

const { endpoints, accountRoutes } = createDocs();
const DOCUMENTED = [...endpoints, ...accountRoutes];

const sandboxed = await startService({
  env: { MDQ_SANDBOX_RATE: '10000', MDQ_TRUSTED_PROXIES: '127.0.0.1', MDQ_OPERATOR_PAGES: 'on' },
});
after(() => sandboxed.stop());

test('the call on the page of every endpoint is answered, by the sandbox where there is one', async (t) => {
  for (const { path, page } of DOCUMENTED) {
    await t.test(path, async () => {
      const { text } = await ask(`${sandboxed.url}${page.url}.md`);
      const [call = ''] = callsIn(text);
      assert.equal(codeOf(await paste(call)), 200, call);
      const told = await textOf(sandboxed.url, 'api.get_endpoint', { path, detail: true });
      assert.deepEqual(callsIn(told), [call]);
    });
  }
});

test('without a sandbox it takes the key of the reader, and names that every service has', async (t) => {
  const service = await startOnYear({ MDQ_SANDBOX: 'off' });
  t.after(() => service.stop());
  const { key } = await service.createKey(10_000);
  for (const { path } of DOCUMENTED) {
    const told = await textOf(service.url, 'api.get_endpoint', { path, detail: true });
    const [call = ''] = callsIn(told);
    assert.doesNotMatch(call, /mdk_test_|Home/);
    // The id of a call is the reader's own, too.
    const expected = path.endsWith('{id}') ? 404 : 200;
    assert.equal(codeOf(await paste(call, { MDQ_KEY: key })), expected, call);
  }
  const points = await textOf(service.url, 'docs.get_page', { id: 'zh/points' });
  assert.match(points, /^export MDQ_KEY=mdk_…$/m);
});

test('documents name the address that they were asked at, and are kept for nobody else', async () => {
  const host = 'api.example.com';
  const headers = { host, 'x-forwarded-proto': 'https' };
  for (const path of ['/developers/quickstart.md', '/developers/api/market/focus.md', '/llms-full.txt']) {
    const there = await ask(sandboxed.url + path, { headers });
    assert.match(there.text, /https:\/\/api\.example\.com/, path);
    assert.doesNotMatch(there.text, /localhost:8080/, path);
    assert.equal(there.headers['cache-control'], 'private, no-cache');
    const here = await ask(sandboxed.url + path);
    assert.ok(here.text.includes(sandboxed.url), path);
    assert.notEqual(here.headers.etag, there.headers.etag);
  }
  for (const bad of ['a b', '"; rm -rf /', `${'a'.repeat(300)}.com`]) {
    const { text } = await ask(`${sandboxed.url}/developers/quickstart.md`, { headers: { host: bad } });
    assert.match(text, /http:\/\/localhost:8080/, bad);
  }
  const ofOperators = await ask(`${sandboxed.url}/developers/monitor.md`, { headers });
  assert.match(ofOperators.text, /http:\/\/127\.0\.0\.1:8080\/readyz/);
});

function callsIn(markdown: string): string[] {
  return codeFences(markdown)
    .filter(({ language }) => language === 'sh')
    .map(({ code }) => code);
}

async function paste(command: string, env: Record<string, string> = {}): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-ec', command], { env: cleanEnvironment(env) });
  return stdout;
}

function codeOf(printed: string): unknown {
  return (JSON.parse(printed) as { code: unknown }).code;
}
