/** Internal ports recognize their own hosts and no others, which prevents DNS rebinding. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownHosts } from './own-hosts.ts';

const isOwn = ownHosts(['0.0.0.0', 'mdq', 'Metrics.Example', '[2001:DB8::1]', '2001:db8::2']);
const asked = (host: string | undefined, localAddress = '172.30.17.2') =>
  isOwn({ headers: { host }, socket: { localAddress } });

test('a port is asked by its own names and addresses, with or without a port', () => {
  for (const host of [
    ...['localhost', 'LOCALHOST', '127.0.0.1', '[::1]', '0.0.0.0', '172.30.17.2', 'mdq', 'metrics.example'],
    ...['[2001:db8::1]', '[2001:db8:0:0::2]'],
  ]) {
    assert.equal(asked(host), true, host);
    assert.equal(asked(`${host}:9464`), true, `${host}:9464`);
  }
  assert.equal(asked('172.30.17.2:9464', '::ffff:172.30.17.2'), true);
  assert.equal(asked('[fd00::5]:9464', 'fd00::5'), true);
});

test('any other name is not its own, whatever it looks like', () => {
  for (const host of [
    ...[
      'evil.example',
      'localhost.evil.example',
      'evil.example:127',
      'mdq.evil.example',
      'xmdq',
      '172.30.17.3',
    ],
    ...['[::2]', 'evil@localhost', 'localhost/', 'localhost:port', 'localhost, evil', ' localhost', '::1'],
    ...[':9464', '', undefined],
  ])
    assert.equal(asked(host), false, String(host));
});
