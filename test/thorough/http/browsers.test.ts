/** What browsers are told with every answer, and who else may ask: pages of other sites and proxies. */
import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { after, suite, test } from 'node:test';
import { endpoints } from '../../../src/endpoints/index.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { ask, askUnlessBehind, sendBytes } from '../../support/http/raw-http.ts';
import { until } from '../../support/until.ts';
import { startOnYear } from '../../support/year-of-orders.ts';

const CATEGORIES = '/api/public/meta/categories';
const SHOP = 'https://shop.example';
/** As long as one may be: it is the time for searches that runs out. */
const QUESTION =
  'how is the price of a call computed for a range of days, which categories and sub-categories are there, what does every field of an answer mean, and who is told when the balance of an account is low';
const SEARCH = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'docs.search', arguments: { query: QUESTION } },
});

const [service, plain] = await Promise.all([
  startOnYear({
    MDQ_HSTS: '1',
    MDQ_CORS_ORIGINS: `${SHOP}, http://localhost:3000`,
    MDQ_TRUSTED_PROXIES: '127.0.0.0/8',
  }),
  startOnYear(),
]);
after(() => Promise.all([service.stop(), plain.stop()]));
const { key } = await service.createKey(1000);

function assertGuarded(headers: IncomingHttpHeaders, what: string): void {
  assert.equal(headers['x-content-type-options'], 'nosniff', what);
  assert.equal(headers['referrer-policy'], 'same-origin', what);
  assert.equal(headers['x-frame-options'], 'DENY', what);
  assert.match(String(headers['permissions-policy']), /camera=\(\)/, what);
  const policy = String(headers['content-security-policy']);
  assert.match(policy, /default-src '(none|self)'/, what);
  assert.match(policy, /frame-ancestors 'none'/, what);
  assert.doesNotMatch(policy, /unsafe-(inline|eval)/, what);
  assert.equal(headers['strict-transport-security'], 'max-age=31536000; includeSubDomains', what);
}

suite('security headers', () => {
  const KNOWN = { 'x-api-key': key };
  const site = ['', '/', '/points', '/points/', '/points.md', '/account', '/no-such-page', '/icon.svg'];
  const answers: readonly (readonly [method: string, path: string, headers?: object])[] = [
    ['GET', CATEGORIES, KNOWN],
    ['HEAD', CATEGORIES, KNOWN],
    ['GET', CATEGORIES],
    ['DELETE', CATEGORIES],
    ['OPTIONS', CATEGORIES],
    ['GET', '/', { accept: 'text/html' }],
    ['POST', '/api/mcp'],
    ...[
      ...['/api/account', '/nowhere', '/healthz', '/readyz', '/llms.txt', '/api/docs/openapi.json', '/%ff'],
      ...site.map((path) => `/developers${path}`),
    ].map((path) => ['GET', path] as const),
  ];

  test('are on every answer, of every kind', async () => {
    for (const [method, path, headers = {}] of answers) {
      const answer = await ask(service.url + path, { method, headers: { ...headers } });
      assertGuarded(answer.headers, `${answer.status} to ${method} ${path}`);
    }
  });

  test('are on what is said to what is no request', async () => {
    for (const bytes of [
      'GARBAGE\r\n\r\n',
      `GET / HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
      'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
    ]) {
      const answer = await sendBytes(service.url, bytes);
      assertGuarded(answer.headers, `${answer.status} to ${bytes.slice(0, 20)}`);
    }
  });

  test('a page that is already known keeps its policy', async () => {
    const read = (known: string) =>
      ask(`${service.url}/developers/`, { headers: { 'if-none-match': known } });
    let page = await read('nothing');
    // A site that is built again meanwhile has another page, which is not known yet.
    await until('the page is known', async () => {
      page = await read(String(page.headers.etag));
      return page.status === 304;
    });
    assertGuarded(page.headers, '304');
  });

  test('HTTPS is insisted on only where the operator says so', async () => {
    assert.equal((await ask(`${plain.url}/healthz`)).headers['strict-transport-security'], undefined);
  });
});

suite('a page of another site', () => {
  const cors = (headers: IncomingHttpHeaders) =>
    Object.keys(headers).filter((name) => name.startsWith('access-control-'));

  // That it can read every header, test/api/guidance.test.ts holds.
  test('that the operator named may call, and read why it was refused', async () => {
    for (const path of [...endpoints.map((each) => each.path), '/api/account', '/api/account/usage']) {
      const { headers } = await ask(service.url + path, { headers: { origin: SHOP, 'x-api-key': key } });
      assert.equal(headers['access-control-allow-origin'], SHOP, path);
      assert.equal(headers.vary, path.startsWith('/api/public/') ? 'accept, origin' : 'origin');
      assert.equal(headers['access-control-allow-credentials'], undefined);
    }
    const { status, headers } = await ask(service.url + CATEGORIES, { headers: { origin: SHOP } });
    assert.deepEqual([status, headers['access-control-allow-origin']], [401, SHOP]);
    assert.match(String(headers['access-control-expose-headers']), /\bx-error-code\b/);
  });

  test('is asked for no key when its browser asks before', async () => {
    const { status, headers, text } = await ask(service.url + CATEGORIES, {
      method: 'OPTIONS',
      headers: {
        origin: SHOP,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-api-key,x-max-points,idempotency-key,prefer,if-none-match',
      },
    });
    assert.deepEqual([status, text], [204, '']);
    assert.equal(headers['access-control-allow-origin'], SHOP);
    assert.equal(headers['access-control-allow-methods'], 'GET, HEAD');
    const allowed = String(headers['access-control-allow-headers']).split(', ');
    assert.deepEqual(allowed, ['x-api-key', 'x-max-points', 'idempotency-key', 'prefer', 'if-none-match']);
    assert.equal(headers.vary, 'accept, origin');
  });

  test('that nobody named is told nothing, and caches know that it depends', async () => {
    for (const origin of ['https://evil.example', `${SHOP}.evil.example`, 'null', `${SHOP}:8443`]) {
      for (const method of ['GET', 'OPTIONS']) {
        const { headers } = await ask(service.url + CATEGORIES, {
          method,
          headers: { origin, 'x-api-key': key, 'access-control-request-method': 'GET' },
        });
        assert.deepEqual([cors(headers), headers.vary], [[], 'accept, origin'], `${method} from ${origin}`);
      }
    }
  });

  test('may call nothing else, and nothing at all unless the operator says so', async () => {
    const headers = { origin: SHOP, 'access-control-request-method': 'GET' };
    for (const path of ['/api/mcp', '/developers/', '/healthz', '/llms.txt', '/nowhere']) {
      for (const method of ['GET', 'OPTIONS']) {
        assert.deepEqual(cors((await ask(service.url + path, { method, headers })).headers), [], path);
      }
    }
    const { headers: none } = await ask(plain.url + CATEGORIES, { headers });
    assert.deepEqual([cors(none), none.vary], [[], 'accept']);
  });
});

suite('behind a proxy', () => {
  const search = async (url: string, client: string) => {
    const { status } = await askUnlessBehind(`${url}/api/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': client },
      body: SEARCH,
    });
    assert.ok(status === 200 || status === 429, String(status));
    return status === 429 ? 'held back' : 'answered';
  };

  /** One client searches until it is held back; returns what another one got that asked in the same moment. */
  async function besideGreedy(url: string): Promise<string> {
    let other = '';
    await until('one client is held back', async () => {
      const all = [...Array<string>(60).fill('203.0.113.1'), '203.0.113.2'];
      const got = await Promise.all(all.map((client) => search(url, client)));
      other = got.pop() ?? '';
      return got.includes('held back');
    });
    return other;
  }

  test('that is trusted, each client has a budget of its own', async () => {
    for (let rounds = 0; rounds < 5; rounds += 1) assert.equal(await besideGreedy(service.url), 'answered');
  });

  test('that is not trusted, all are one client, whatever they write', async () => {
    // Each second there is time again, also for the other.
    await until('the other is held back', async () => (await besideGreedy(plain.url)) === 'held back');
  });

  test('that is trusted, nonsense in X-Forwarded-For fails nothing', async () => {
    for (const value of ['unknown', '1.2.3.4:80', '[::1]:5', ',,,', 'x'.repeat(5000), '::ffff:1.2.3.4', '']) {
      const answer = await ask(`${service.url}/api/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': value,
          'x-forwarded-proto': 'gopher',
        },
        body: SEARCH,
      });
      assert.equal(answer.status, 200, value);
    }
  });
});

test('settings about browsers and proxies are checked, each in one line', () => {
  const wrong: Readonly<Record<string, readonly string[]>> = {
    MDQ_CORS_ORIGINS: ['*', 'shop.example', 'https://shop.example/path', 'null', 'file:///x'],
    MDQ_TRUSTED_PROXIES: [
      'proxy.example',
      '10.0.0.0/',
      '10.0.0.0/33',
      '10.0.0.0/8/8',
      '::/129',
      '10.0.0/8',
      '*',
    ],
    MDQ_HSTS: ['yes', '2'],
    MDQ_MAX_CONNECTIONS: ['0', 'many'],
    MDQ_DRAIN_SECONDS: ['-1', '1.5', '601', 'soon'],
    MDQ_LOG: ['debug', 'INFO'],
    MDQ_METRICS_PORT: ['http', '70000'],
  };
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values) {
      assert.throws(
        () => readConfig({ [name]: value }),
        (error: Error) => error.message.startsWith(`${name} must be `) && !error.message.includes('\n'),
        `${name}=${value}`,
      );
    }
  }
});
