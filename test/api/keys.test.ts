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
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const service = await startOnYear();
const { succeed } = service;
after(() => service.stop());
const { account } = await service.createKey(1000);

/** Keys of one account, unless a test is about the account. */
async function newKey(owner = account): Promise<Pick<NewKey, 'id' | 'key'>> {
  return JSON.parse(await succeed('key', 'create', owner, '--json'));
}

/** What was to end keys later ends them so much sooner. */
async function passTime(ms: number, ...ids: string[]): Promise<void> {
  for (const id of ids)
    await changeAccounts(service.env, `UPDATE key SET ends_at = ends_at - ${ms} WHERE public_id = '${id}'`);
}

function call(key: string) {
  return ask(service.url + CATEGORIES, { headers: { 'x-api-key': key } });
}

async function isAnswered(key: string): Promise<void> {
  const { status, text } = await call(key);
  assert.equal(status, 200, text);
}

/** CRC-32 as in gzip, bit by bit. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < 6; i += 1) {
    digits = `${BASE62[rest % 62]}${digits}`;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

test('a mistyped key is refused, and so is one with a good checksum that was never made', async () => {
  const { key } = await newKey();
  const swapped = key.slice(0, 10) + (key[10] === 'A' ? 'B' : 'A') + key.slice(11);
  assertError(await call(swapped), 401, 'Invalid API key');
  const never = `mdk_${'7'.repeat(32)}`;
  assertError(await call(never + checksum(never)), 401, 'Invalid API key');
  await isAnswered(key);
});

test('a key is shown once and is kept nowhere', async () => {
  const { id, key } = await newKey();
  await isAnswered(key);
  const rotated = JSON.parse(await succeed('key', 'rotate', id, '--json')) as { key: string };
  await isAnswered(rotated.key);
  const kept = await keptContent(service.env);
  const hash = Buffer.from(createHash('sha256').update(key).digest('base64url'));
  assert.ok(
    [...kept.values()].some((content) => content.includes(hash)),
    'this is where keys are kept',
  );
  const secrets = [key, rotated.key].flatMap((text) => [text, text.slice(4, 36)]);
  for (const [name, content] of kept) {
    for (const secret of secrets) assert.ok(!content.includes(secret), `${name} holds a key`);
  }
  const shown = [
    await succeed('key', 'list'),
    await succeed('key', 'list', '--json'),
    await succeed('key', 'list', account),
    await succeed('account', 'list', '--json'),
    await succeed('usage', account, '--by', 'key'),
    JSON.stringify((await service.get('/api/account', { key })).body),
  ];
  for (const text of shown) {
    for (const secret of secrets) assert.ok(!text.includes(secret), text);
  }
});

test('key list tells keys apart by id, account and their last four characters', async () => {
  const { account, id, key } = await service.createKey(0);
  const second = await newKey(account);
  const rows = jsonLines<{ id: string; account: string }>(await succeed('key', 'list', account, '--json'));
  assert.deepEqual(
    rows.map((row) => [row.id, row.account]),
    [id, second.id].map((each) => [each, account]),
  );
  assert.ok((await succeed('key', 'list', account)).includes(key.slice(-4)));
});

test('a deactivated key is refused from the very next call, and its sisters are not', async () => {
  const { id, key } = await newKey();
  const sister = await newKey();
  await isAnswered(key);
  await succeed('key', 'deactivate', id);
  assertError(await call(key), 403, 'API key is inactive');
  await isAnswered(sister.key);
  await succeed('key', 'activate', id);
  await isAnswered(key);
});

test('a deactivated account refuses all its keys from the very next call', async () => {
  const { account, key } = await service.createKey(100);
  const sister = await newKey(account);
  const stranger = await newKey();
  await isAnswered(key);
  await succeed('account', 'deactivate', account);
  assertError(await call(key), 403, 'API key owner is inactive');
  assertError(await call(sister.key), 403, 'API key owner is inactive');
  await isAnswered(stranger.key);
  await succeed('account', 'activate', account);
  await isAnswered(key);
});

test('a deleted key is refused from the very next call, for good', async () => {
  const { id, key } = await newKey();
  await isAnswered(key);
  await succeed('key', 'delete', id);
  assertError(await call(key), 401, 'Invalid API key');
  assert.notEqual((await service.mdq('key', 'activate', id)).code, 0);
  assertError(await call(key), 401, 'Invalid API key');
});

test('both keys of a rotation work until the grace time is over, then the new one alone', async () => {
  const { id, key } = await service.createKey(100);
  const rotated = JSON.parse(await succeed('key', 'rotate', id, '--grace', '1h', '--json')) as Pick<
    NewKey,
    'id' | 'key'
  >;
  const [old, young] = await Promise.all([call(key), call(rotated.key)]);
  assert.deepEqual([old.status, young.status], [200, 200]);
  assert.equal(Number((await call(rotated.key)).headers['x-points-balance']), 97);
  await passTime(HOUR_MS, rotated.id, id);
  assertError(await call(key), 401, 'Invalid API key');
  await isAnswered(rotated.key);
});

test('a key that takes the place of another spends the same points', async () => {
  const { account, id, key } = await service.createKey(2);
  const rotated = JSON.parse(await succeed('key', 'rotate', id, '--json')) as Pick<NewKey, 'id' | 'key'>;
  await isAnswered(key);
  await isAnswered(rotated.key);
  assert.equal((await call(rotated.key)).status, 402);
  assert.equal((await call(key)).status, 402);
  assert.match(
    await succeed('account', 'list', '--json'),
    new RegExp(`"account":"${account}","balance":0\\b`),
  );
});

type Listed = {
  readonly id: string;
  readonly name: string | null;
  readonly state: string;
  readonly created: string;
  readonly last_used: string | null;
  readonly valid_until: string | null;
};

async function listed(owner: string): Promise<Listed[]> {
  return jsonLines<Listed>(await succeed('key', 'list', owner, '--json'));
}

test('a key has a name, which a rotation passes on unless it gives another', async () => {
  const { account } = await service.createKey(0);
  const create = await succeed('key', 'create', account, '--name', 'reports of 週報', '--json');
  const { id } = JSON.parse(create) as { id: string };
  await succeed('key', 'rotate', id);
  await succeed('key', 'rotate', id, '--name', 'dashboard');
  const names = (await listed(account)).map(({ name }) => name);
  assert.deepEqual(names, [null, 'reports of 週報', 'reports of 週報', 'dashboard']);
});

test('a key list tells when each key was last charged, and a call that is refused or free changes nothing', async () => {
  const { account, key } = await service.createKey(1);
  await newKey(account);
  const lastUsed = async () => (await listed(account)).map(({ last_used }) => last_used);
  assert.equal((await ask(`${service.url}/api/account`, { headers: { 'x-api-key': key } })).status, 200);
  assert.deepEqual(await lastUsed(), [null, null]);
  const before = Date.now();
  await isAnswered(key);
  const after = Date.now();
  const [used, unused] = await lastUsed();
  const at = Date.parse(String(used));
  assert.ok(before <= at && at <= after, `${used} is not the time of the call`);
  assert.equal(unused, null);
  assert.equal((await call(key)).status, 402);
  assert.deepEqual(await lastUsed(), [used, null]);
});

test('a key list tells the state of each key, and until when one that was rotated is valid', async () => {
  const { account, id } = await service.createKey(0);
  const gone = await newKey(account);
  const asleep = await newKey(account);
  const over = await newKey(account);
  await succeed('key', 'delete', gone.id);
  await succeed('key', 'deactivate', asleep.id);
  await succeed('key', 'rotate', over.id, '--grace', '0s');
  const before = Date.now();
  await succeed('key', 'rotate', id, '--grace', '2h');
  const after = Date.now();
  const keys = await listed(account);
  assert.deepEqual(
    keys.map(({ state }) => state),
    ['ending', 'deleted', 'inactive', 'ended', 'active', 'active'],
  );
  const until = Date.parse(String(keys[0]?.valid_until)) - 2 * 3_600_000;
  assert.ok(before <= until && until <= after, `valid until ${keys[0]?.valid_until}`);
  assertError(await call(over.key), 401, 'Invalid API key');
});

test('a key that no longer works cannot be rotated, and a grace time that is none is refused', async () => {
  const { id } = await newKey();
  for (const grace of ['soon', '-1h', '1.5h', '24']) {
    assertMistake(await service.mdq('key', 'rotate', id, '--grace', grace), /90s, 30m, 24h or 7d/);
  }
  await succeed('key', 'deactivate', id);
  assertMistake(await service.mdq('key', 'rotate', id), /inactive/);
  await succeed('key', 'activate', id);
  await succeed('key', 'delete', id);
  assertMistake(await service.mdq('key', 'rotate', id), /deleted/);
});
