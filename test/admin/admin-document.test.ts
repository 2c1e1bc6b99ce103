/** What programs are told of the admin API, and who reaches it at all. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { operations } from '../../src/operations/list.ts';
import { waysOf } from '../../src/operations/operation.ts';
import { assertLinted } from '../support/http/lint-openapi.ts';
import { ask } from '../support/http/raw-http.ts';
import { type ServerProcess, spawnServer } from '../support/server-process.ts';
import { openDataFolder } from '../support/stores/data-folder.ts';

const data = await openDataFolder({ MDQ_ADMIN_PORT: '0', MDQ_ADMIN_HOSTS: 'admin.example' });
let server: ServerProcess;
let token: string;

before(async () => {
  ({ token } = JSON.parse(await data.succeed('operator', 'create', 'ann', '--role', 'admin', '--json')));
  // Several processes: the port is that of the one that watches over them.
  server = await spawnServer(data.env, ['--processes', '2']);
});
after(async () => {
  await server.end('SIGTERM');
  await data.remove();
});

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
}

test('the document holds every operation at each of its addresses, and redocly finds nothing to say about it', async (t) => {
  const document = (await (await fetch(`${server.adminUrl}/openapi.json`)).json()) as Document;
  const told = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const all = await Promise.all(Object.values(operations).map(async (load) => waysOf(await load())));
  assert.deepEqual(told.toSorted(), all.flat().toSorted());
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  assert.deepEqual([...new Set(ids)], ids);
  await assertLinted(t, document);
});

test('the document says what the API takes, and not what a command takes', async () => {
  const text = await (await fetch(`${server.adminUrl}/openapi.json`)).text();
  assert.doesNotMatch(text, /separated by commas|; none for/);
  assert.deepEqual(JSON.parse(text).info.license, { name: 'Apache 2.0', identifier: 'Apache-2.0' });
  const keys = JSON.parse(text).paths['/accounts/{account}/keys'].post;
  assert.match(keys.description, /role admin with any of paths, categories, rate, per_day, per_month, ends/);
  const { paths } = keys.requestBody.content['application/json'].schema.properties;
  assert.deepEqual(paths.type, ['array', 'null']);
  assert.equal(paths.description, 'paths that it may ask for; null for all');
});

test('it is asked by its own address or a name that it was given, and by no other', async () => {
  const { port } = new URL(server.adminUrl);
  const asked = async (host: string) => {
    const headers = { host, authorization: `Bearer ${token}` };
    return (await ask(`http://127.0.0.1:${port}/admin/v1/accounts`, { headers })).status;
  };
  assert.equal(await asked(`127.0.0.1:${port}`), 200);
  assert.equal(await asked('localhost'), 200);
  assert.equal(await asked('admin.example'), 200);
  assert.equal(await asked('evil.example'), 421);
});

test('it is not on the port of the calls', async () => {
  const headers = { authorization: `Bearer ${token}` };
  assert.equal((await fetch(`${server.url}/admin/v1/accounts`, { headers })).status, 404);
});
