/** A webhook cannot target a private or local address unless the operator trusts its host. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPublicAddress } from './public-address.ts';
import { problemOfReceiver } from './receiver-url.ts';

test('addresses of private networks, of this machine and of the cloud around it are not public', () => {
  const own = [
    ...['127.0.0.1', '0.0.0.0', '10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1'],
    ...[
      '224.0.0.1',
      '255.255.255.255',
      '::1',
      '::',
      'fe80::1',
      'fc00::1',
      'fd00:ec2::254',
      '::ffff:127.0.0.1',
    ],
    ...['::ffff:10.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001:db8::1', 'not an address', ''],
  ];
  for (const address of own) assert.equal(isPublicAddress(address), false, address);
  for (const address of ['93.184.215.14', '8.8.8.8', '172.32.0.1', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])
    assert.equal(isPublicAddress(address), true, address);
});

test('a receiver is an https address that is not of the own network, unless its host is trusted', () => {
  const trusted = new Set(['billing', '10.0.0.7']);
  const good = [
    'https://example.com/hook?a=1',
    'http://billing:8080/x',
    'https://billing/',
    'http://10.0.0.7/',
  ];
  for (const url of good) assert.equal(problemOfReceiver(url, trusted), undefined, url);
  const bad: Record<string, RegExp> = {
    'http://example.com/': /must begin with https:\/\/, unless example\.com is in MDQ_WEBHOOK_HOSTS/,
    'https://127.0.0.1/': /not an address of the public internet/,
    'https://2130706433/': /not an address of the public internet/,
    'https://0x7f.1/': /not an address of the public internet/,
    'https://[::1]/': /not an address of the public internet/,
    'https://[::ffff:169.254.169.254]/': /not an address of the public internet/,
    'https://localhost/': /not an address of the public internet/,
    'https://a.localhost./': /not an address of the public internet/,
    'https://user:pass@example.com/': /no user, password/,
    'https://example.com/#x': /no user, password or #fragment/,
    'ftp://example.com/': /must be an address that begins with https/,
    'javascript:alert(1)': /must be an address/,
    'https://exa mple.com/': /must be an address/,
    '': /must be an address/,
  };
  for (const [url, problem] of Object.entries(bad))
    assert.match(problemOfReceiver(url, trusted) ?? 'none', problem, url);
});
