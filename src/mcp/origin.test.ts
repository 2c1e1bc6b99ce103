/** MCP accepts browser requests only from the same host, or from local pages on a loopback address. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTrustedOrigin } from './origin.ts';

const PUBLIC = '203.0.113.7';

function trusts(origin: string | undefined, host: string | undefined, localAddress: string): boolean {
  return isTrustedOrigin({ origin, host, localAddress });
}

test('a program, which sends no Origin, is trusted', () => {
  assert.ok(trusts(undefined, 'data.example.com', PUBLIC));
  assert.ok(trusts(undefined, undefined, '127.0.0.1'));
});

test('a page of this host is trusted, a page of any other is not', () => {
  assert.ok(trusts('https://data.example.com', 'data.example.com', PUBLIC));
  assert.ok(trusts('https://data.example.com', 'data.example.com:443', PUBLIC));
  assert.ok(trusts('http://data.example.com:8080', 'data.example.com:8080', PUBLIC));
  assert.ok(!trusts('https://evil.example.com', 'data.example.com', PUBLIC));
  assert.ok(!trusts('https://data.example.com.evil.com', 'data.example.com', PUBLIC));
  assert.ok(!trusts('http://data.example.com:81', 'data.example.com', PUBLIC));
  assert.ok(!trusts('https://data.example.com', undefined, PUBLIC));
  assert.ok(!trusts('http://localhost:3000', 'data.example.com', PUBLIC));
});

test('on a loopback address only local names are trusted, so that no name can be bent to it', () => {
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    for (const local of [
      'http://localhost:6274',
      'http://127.0.0.1:8080',
      'http://[::1]',
      'https://localhost',
    ]) {
      assert.ok(trusts(local, '127.0.0.1:8080', address), local);
    }
    assert.ok(!trusts('http://evil.example.com', 'evil.example.com', address));
    assert.ok(!trusts('http://evil.example.com:8080', 'evil.example.com:8080', address));
    assert.ok(!trusts('http://localhost.evil.com', 'localhost.evil.com', address));
  }
});

test('behind a proxy on the same machine that holds the certificate, its pages are trusted', () => {
  assert.ok(trusts('https://data.example.com', 'data.example.com', '127.0.0.1'));
  assert.ok(!trusts('https://evil.example.com', 'data.example.com', '127.0.0.1'));
});

test('what is no origin of a page is not trusted', () => {
  for (const origin of [
    'null',
    '',
    'data.example.com',
    'file:///etc/passwd',
    'chrome-extension://abc',
    'https://',
  ]) {
    assert.ok(!trusts(origin, 'data.example.com', PUBLIC), origin);
    assert.ok(!trusts(origin, '127.0.0.1:8080', '127.0.0.1'), origin);
  }
});
