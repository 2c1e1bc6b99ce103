/** Forwarded headers count only from trusted proxies, and the addresses of one IPv6 network share a budget. */
import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { readConfig } from '../settings/config.ts';
import { Clients } from './clients.ts';

function clientOf(trusted: string, peer: string, forwarded?: string): string {
  const { trustedProxies } = readConfig({ MDQ_TRUSTED_PROXIES: trusted });
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return new Clients(trustedProxies).addressOf({
    socket: { remoteAddress: peer },
    headers,
  } as IncomingMessage);
}

test('a trusted proxy alone is believed about who asked it, and about no more', () => {
  const PROXIES = '10.0.0.0/8';
  for (const [trusted, peer, forwarded, client] of [
    ['', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    [PROXIES, '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['', '::ffff:203.0.113.7', undefined, '203.0.113.7'],
    [PROXIES, '10.1.2.3', '198.51.100.1', '198.51.100.1'],
    [PROXIES, '::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
    [PROXIES, '10.1.2.3', '6.6.6.6, 198.51.100.1', '198.51.100.1'],
    ['fd00::/8', 'fd00::1', '2001:db8::5', '2001:db8::5'],
    // Proxies behind one another are passed over; one that does not say is itself the client.
    [`${PROXIES}, 192.0.2.1`, '10.1.2.3', '6.6.6.6, 198.51.100.1, 192.0.2.1', '198.51.100.1'],
    [PROXIES, '10.1.2.3', undefined, '10.1.2.3'],
    [PROXIES, '10.1.2.3', '', '10.1.2.3'],
    // A port, brackets or what is no address do not make another client.
    [PROXIES, '10.1.2.3', '198.51.100.1:5678', '198.51.100.1'],
    [PROXIES, '10.1.2.3', '[2001:db8::5]:443', '2001:db8::5'],
    [PROXIES, '10.1.2.3', 'unknown', '10.1.2.3'],
  ] as const)
    assert.equal(clientOf(trusted, peer, forwarded), client, `${peer} for ${forwarded}`);
});

test('a trusted proxy alone is believed about how it was asked', () => {
  const { trustedProxies } = readConfig({ MDQ_TRUSTED_PROXIES: '10.0.0.0/8' });
  const clients = new Clients(trustedProxies);
  const protocolOf = (peer: string, headers: object) =>
    clients.protocolOf({ socket: { remoteAddress: peer }, headers } as IncomingMessage);
  assert.equal(protocolOf('10.1.2.3', { 'x-forwarded-proto': 'https' }), 'https');
  assert.equal(protocolOf('10.1.2.3', { 'x-forwarded-proto': 'http, https' }), 'https');
  assert.equal(protocolOf('10.1.2.3', {}), undefined);
  assert.equal(protocolOf('203.0.113.7', { 'x-forwarded-proto': 'https' }), undefined);
});

test('all addresses of an IPv6 network share one budget', () => {
  const { trustedProxies } = readConfig({});
  const budgetOf = (peer: string) =>
    new Clients(trustedProxies).budgetOf({ socket: { remoteAddress: peer }, headers: {} } as IncomingMessage);
  assert.equal(budgetOf('2001:db8:0:7::1'), budgetOf('2001:db8::7:a:b:c:d'));
  assert.notEqual(budgetOf('2001:db8:0:7::1'), budgetOf('2001:db8:0:8::1'));
  assert.equal(budgetOf('203.0.113.7'), '203.0.113.7');
});
