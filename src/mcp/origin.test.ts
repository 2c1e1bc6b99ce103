/** MCP accepts browser requests only from the same host, or from local pages on a loopback address. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTrustedOrigin } from './origin.ts';

const PUBLIC = '203.0.113.7';
const HOST = 'data.example.com';

function trusts(origin: string | undefined, host: string | undefined, localAddress: string): boolean {
  return isTrustedOrigin({ origin, host, localAddress });
}

test('a program, which sends no Origin, and a page of this host are trusted; a page of any other is not', () => {
  for (const [origin, host, isTrusted] of [
    [undefined, HOST, true],
    [undefined, undefined, true],
    ['https://data.example.com', HOST, true],
    ['https://data.example.com', `${HOST}:443`, true],
    ['http://data.example.com:8080', `${HOST}:8080`, true],
    ['https://evil.example.com', HOST, false],
    ['https://data.example.com.evil.com', HOST, false],
    ['http://data.example.com:81', HOST, false],
    ['https://data.example.com', undefined, false],
    ['http://localhost:3000', HOST, false],
  ] as const)
    assert.equal(trusts(origin, host, PUBLIC), isTrusted, `${origin} at ${host}`);
});

test('on a loopback address only local names are trusted, so that no name can be bent to it', () => {
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    for (const local of [
      'http://localhost:6274',
      'http://127.0.0.1:8080',
      'http://[::1]',
      'https://localhost',
    ])
      assert.ok(trusts(local, '127.0.0.1:8080', address), local);
    for (const evil of ['evil.example.com', 'evil.example.com:8080', 'localhost.evil.com'])
      assert.ok(!trusts(`http://${evil}`, evil, address), evil);
  }
  // Behind a proxy on the same machine that holds the certificate, its pages are trusted.
  assert.ok(trusts('https://data.example.com', HOST, '127.0.0.1'));
  assert.ok(!trusts('https://evil.example.com', HOST, '127.0.0.1'));
});

test('what is no origin of a page is not trusted', () => {
  for (const origin of ['null', '', HOST, 'file:///etc/passwd', 'chrome-extension://abc', 'https://']) {
    assert.ok(!trusts(origin, HOST, PUBLIC), origin);
    assert.ok(!trusts(origin, '127.0.0.1:8080', '127.0.0.1'), origin);
  }
});
