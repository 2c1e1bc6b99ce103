/** What a key is, where it is kept, and that a change to it holds from the very next call. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import { ask, assertError } from '../support/http/raw-http.ts';
import { jsonLines } from '../support/json-lines.ts';
import type { NewKey } from '../support/service.ts';
import { changeAccounts, keptContent } from '../support/stores/accounts-content.ts';
import { assertMistake } from '../support/stores/data-folder.ts';
import { startOnYear } from '../support/year-of-orders.ts';

const CATEGORIES = '/api/public/meta/categories';
const HOUR_MS = 3_600_000;

const service = await startOnYear();
const { succeed } = service;
after(() => service.stop());
const { account } = await service.createKey(1000);

type Key = Pick<NewKey, 'id' | 'key'>;

/** Keys of one account, unless a test is about the account. */
async function newKey(owner = account): Promise<Key> {
  return JSON.parse(await succeed('key', 'create', owner, '--json'));
}

async function rotate(id: string, ...options: string[]): Promise<Key> {
  return JSON.parse(await succeed('key', 'rotate', id, ...options, '--json'));
}

function call(key: string) {
  return ask(service.url + CATEGORIES, { headers: { 'x-api-key': key } });
}

async function isAnswered(key: string): Promise<void> {
  const { status, text } = await call(key);
  assert.equal(status, 200, text);
}

test('a key is shown once and is kept nowhere', async () => {
  const { id, key } = await newKey();
  await isAnswered(key);
  const rotated = await rotate(id);
  await isAnswered(rotated.key);
  const kept = await keptContent(service.env);
  const hash = Buffer.from(createHash('sha256').update(key).digest('base64url'));
  assert.ok(
    [...kept.values()].some((content) => content.includes(hash)),
    'this is where keys are kept',
  );
  const secrets = [key, rotated.key].flatMap((text) => [text, text.slice(4, 36)]);
  for (const [name, content] of kept)
    for (const secret of secrets) assert.ok(!content.includes(secret), `${name} holds a key`);
  const shown = [
    await succeed('key', 'list'),
    await succeed('key', 'list', account, '--json'),
    await succeed('account', 'list', '--json'),
    await succeed('usage', account, '--by', 'key'),
    JSON.stringify((await service.get('/api/account', { key })).body),
  ].join('\n');
  for (const secret of secrets) assert.ok(!shown.includes(secret), shown);
  assert.ok(shown.includes(key.slice(-4)), 'keys are told apart by their last four characters');
});

test('a key or account that is deactivated, activated or deleted is that from the very next call, and no other is', async () => {
  const { account: owner, id, key } = await service.createKey(100);
  const sister = await newKey(owner);
  const stranger = await newKey();
  const assertRefused = (status: number, msg: string, ...keys: string[]) =>
    Promise.all(keys.map(async (each) => assertError(await call(each), status, msg)));
  for (const each of [key, sister.key, stranger.key]) await isAnswered(each);

  await succeed('key', 'deactivate', id);
  await assertRefused(403, 'API key is inactive', key);
  await isAnswered(sister.key);
  await succeed('account', 'deactivate', owner);
  await assertRefused(403, 'API key owner is inactive', sister.key);
  // Of the two reasons, that of the key is named.
  await assertRefused(403, 'API key is inactive', key);
  await isAnswered(stranger.key);
  await succeed('key', 'delete', sister.id);
  await assertRefused(401, 'Invalid API key', sister.key);
  await succeed('account', 'activate', owner);
  await succeed('key', 'activate', id);
  await isAnswered(key);
  await succeed('key', 'delete', id);
  assert.notEqual((await service.mdq('key', 'activate', id)).code, 0);
  await assertRefused(401, 'Invalid API key', key, sister.key);
});

test('both keys of a rotation spend the same points until the grace time is over, then the new one works alone', async () => {
  const { id, key } = await service.createKey(3);
  const rotated = await rotate(id, '--grace', '1h');
  await isAnswered(key);
  await isAnswered(rotated.key);
  assert.equal((await call(rotated.key)).headers['x-points-balance'], '0');
  for (const each of [key, rotated.key]) assert.equal((await call(each)).status, 402);
  await changeAccounts(
    service.env,
    `UPDATE key SET ends_at = ends_at - ${HOUR_MS} WHERE public_id = '${id}'`,
  );
  assertError(await call(key), 401, 'Invalid API key');
  assert.equal((await call(rotated.key)).status, 402);
});

type Listed = Record<'id' | 'state', string> & Record<'name' | 'last_used' | 'valid_until', string | null>;

async function listed(owner: string): Promise<Listed[]> {
  return jsonLines<Listed>(await succeed('key', 'list', owner, '--json'));
}

test('a key has a name, which a rotation passes on unless it gives another', async () => {
  const { account } = await service.createKey(0);
  const create = await succeed('key', 'create', account, '--name', 'reports of 週報', '--json');
  const { id } = JSON.parse(create) as { id: string };
  await rotate(id);
  await rotate(id, '--name', 'dashboard');
  const names = (await listed(account)).map(({ name }) => name);
  assert.deepEqual(names, [null, 'reports of 週報', 'reports of 週報', 'dashboard']);
});

test('a key list tells when each key was last charged, and a call that is refused or free changes nothing', async () => {
  const { account, key } = await service.createKey(1);
  await newKey(account);
  const lastUsed = async () => (await listed(account)).map(({ last_used }) => last_used);
  await service.get('/api/account', { key });
  assert.deepEqual(await lastUsed(), [null, null]);
  const before = Date.now();
  await isAnswered(key);
  const after = Date.now();
  const [used, unused] = await lastUsed();
  const at = Date.parse(String(used));
  assert.ok(before <= at && at <= after, `${used} is not the time of the call`);
  assert.equal((await call(key)).status, 402);
  assert.deepEqual([unused, await lastUsed()], [null, [used, null]]);
});

test('a key list tells the state of each key, and until when one that was rotated is valid', async () => {
  const { account, id } = await service.createKey(0);
  const [gone, asleep, over] = [await newKey(account), await newKey(account), await newKey(account)];
  await succeed('key', 'delete', gone.id);
  await succeed('key', 'deactivate', asleep.id);
  await rotate(over.id, '--grace', '0s');
  const before = Date.now();
  await rotate(id, '--grace', '2h');
  const after = Date.now();
  const until = async () => Date.parse(String((await listed(account))[0]?.valid_until));
  const states = (await listed(account)).map(({ state }) => state);
  assert.deepEqual(states, ['ending', 'deleted', 'inactive', 'ended', 'active', 'active']);
  const first = await until();
  assert.ok(before <= first - 2 * HOUR_MS && first - 2 * HOUR_MS <= after, String(first));
  assertError(await call(over.key), 401, 'Invalid API key');
  // A second rotation can shorten the grace time, and never lengthens it.
  await rotate(id, '--grace', '7d');
  assert.equal(await until(), first);
  await rotate(id, '--grace', '90s');
  assert.ok((await until()) < first);
});

test('a key that no longer works cannot be rotated, and a grace time that is none is refused', async () => {
  const { id } = await newKey();
  for (const grace of ['soon', '-1h', '1.5h', '24'])
    assertMistake(await service.mdq('key', 'rotate', id, '--grace', grace), /90s, 30m, 24h or 7d/);
  await succeed('key', 'deactivate', id);
  assertMistake(await service.mdq('key', 'rotate', id), /inactive/);
  await succeed('key', 'delete', id);
  assertMistake(await service.mdq('key', 'rotate', id), /deleted/);
});
