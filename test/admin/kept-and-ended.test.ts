/** What the admin API keeps of a change tells nobody more than they may know, and a token that has ended changes nothing. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { spawnServer } from '../support/server-process.ts';
import { dataFolderFor } from '../support/stores/data-folder.ts';
import { until } from '../support/until.ts';

async function open(t: Parameters<typeof dataFolderFor>[0]) {
  const data = await dataFolderFor(t, { MDQ_ADMIN_PORT: '0' });
  const { token } = JSON.parse(await data.succeed('operator', 'create', 'anna', '--role', 'admin', '--json'));
  const server = await spawnServer(data.env);
  t.after(async () => void server.child.kill('SIGKILL'));
  const url = server.adminUrl;
  const ask = async (way: string, body: object, headers: Record<string, string> = {}) => {
    const [method = '', path = ''] = way.split(' ');
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    assert.equal(response.status, 200);
    return ((await response.json()) as { data: Record<string, unknown> }).data;
  };
  return { data, token, url, ask };
}

test('a token that ends while a body is on its way does nothing any more', async (t) => {
  const { data, token, url } = await open(t);
  const { port, pathname } = new URL(`${url}/operators`);
  const body = JSON.stringify({ name: 'backdoor', role: 'admin' });
  const socket = connect(Number(port), '127.0.0.1');
  t.after(async () => void socket.destroy());
  socket.write(
    `POST ${pathname} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${token}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body.slice(0, 9)}`,
  );
  await until('the request has arrived', async () => socket.bytesWritten > 0 && !socket.pending);
  // It is known for whom it came, and waits for the rest.
  await new Promise((resolve) => setTimeout(resolve, 200));
  await data.succeed('operator', 'revoke', 'anna');
  socket.write(body.slice(9));
  assert.match(await text(socket), /^HTTP\/1\.1 401 /);
  assert.doesNotMatch(await data.succeed('operator', 'list'), /backdoor/);
});

test('a repeated change is answered as before, and the log keeps a hash of who is meant', async (t) => {
  const { data, ask } = await open(t);
  await data.succeed('account', 'create', 'acme');
  const once = { 'idempotency-key': 'one' };
  const first = await ask('PATCH /accounts/acme', { contact: 'bill@shop.example' }, once);
  assert.equal(first.contact, 'bill@shop.example');
  const again = await ask('PATCH /accounts/acme', { contact: 'bill@shop.example' }, once);
  assert.deepEqual(again, { ...first, repeated: true });
  const log = await data.succeed('log', '--json');
  assert.match(log, /sha256:/);
  assert.doesNotMatch(log, /bill@shop/);
});
