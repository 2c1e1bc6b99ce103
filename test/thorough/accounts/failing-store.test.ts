/** When the accounts cannot be written, no call is answered that is not charged, and serving resumes by itself. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { copyFile, cp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, type TestContext, test } from 'node:test';
import { ERRORS } from '../../../src/errors/callers.ts';
import { lockAccounts } from '../../support/faults/account-lock.ts';
import { WAYS_TO_RUN_OUT_OF_ROOM } from '../../support/faults/full-disk.ts';
import { type Answer, ask, assertError, untilArrived } from '../../support/http/raw-http.ts';
import { writeCsv } from '../../support/order-files.ts';
import { type ServerProcess, spawnServer } from '../../support/server-process.ts';
import { type DataFolder, dataFolderFor, openDataFolder } from '../../support/stores/data-folder.ts';
import { readCharges } from '../../support/stores/ledger.ts';
import { yearOfOrders } from '../../support/year-of-orders.ts';

const FOCUS = '/api/public/market/focus';
const ENDS_OF_THE_LOG = ['-wal', '-shm'];
const UNKNOWN_KEY = 'mdk_000000000000000000000000000000002H4nmx';

/** Made once; each test breaks a copy of its own. */
const whole = await dataFolderFor({ after });
await whole.succeed('import', await writeCsv(join(whole.path, 'year.csv'), yearOfOrders()));
await whole.succeed('account', 'create', 'acme', '--points', '1000000');
const { key } = JSON.parse(await whole.succeed('key', 'create', 'acme', '--json')) as { key: string };

type Place = {
  readonly data: DataFolder;
  readonly server: ServerProcess;
  readonly accounts: string;
  call(path?: string, key?: string): Promise<Answer>;
};

async function openPlace(t: TestContext, given?: DataFolder): Promise<Place> {
  const data = given ?? (await dataFolderFor(t));
  await cp(whole.path, data.path, { recursive: true });
  const server = await spawnServer(data.env, [], 'ignore');
  t.after(() => server.child.kill('SIGKILL'));
  const call = (path = FOCUS, sent = key) => ask(server.url + path, { headers: { 'x-api-key': sent } });
  const place = { data, server, accounts: join(data.path, 'accounts.sqlite'), call };
  assert.equal((await call()).status, 200);
  return place;
}

function assertRefused(answer: Answer): void {
  assertError(answer, 500, 'Internal server error');
}

async function assertAnswered({ call }: Place): Promise<Answer> {
  const answer = await call();
  assert.equal(answer.status, 200, answer.text);
  return answer;
}

const idOf = ({ headers }: Answer) => String(headers['x-request-id']);

/** Exactly the calls that were answered are charged, besides those that were there before. */
async function assertCharged(
  { data }: Place,
  answers: readonly Answer[],
  before: readonly string[],
): Promise<void> {
  const answered = answers.filter(({ status }) => status === 200).map(idOf);
  const charged = readCharges(data.path).map(({ requestId }) => requestId);
  assert.deepEqual(charged.sort(), [...before, ...answered].sort());
  await data.succeed('audit');
}

const chargedIn = ({ data }: Place) => readCharges(data.path).map(({ requestId }) => requestId);

/** Puts everything into the one file, so that a copy of it is a whole one. */
async function copyAccounts({ accounts }: Place, to: string): Promise<void> {
  const database = new DatabaseSync(accounts, { timeout: 5000 });
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  await copyFile(accounts, to);
}

async function removeAccounts({ accounts }: Place): Promise<void> {
  for (const end of ['', ...ENDS_OF_THE_LOG]) await rm(`${accounts}${end}`);
}

describe('a store that fails', { concurrency: 2 }, () => {
  test('locked by another process: calls are refused while it is, and none of them is charged', async (t) => {
    const place = await openPlace(t);
    const before = chargedIn(place);
    const answers: Answer[] = [];
    const lock = lockAccounts(place.data.path);
    t.after(() => lock.release());
    const callTogether = async () =>
      answers.push(...(await Promise.all(Array.from({ length: 8 }, () => place.call()))));
    const calling = callTogether();
    // It does not wait for the store as those before it do.
    assertError(await place.call(FOCUS, 'mdk_mistyped'), 401, 'Invalid API key');
    assert.equal(answers.length, 0, 'a key in the wrong form waits for the store');
    await calling;
    await callTogether();
    for (const answer of answers) assertError(answer, 503, ERRORS.accountBusy.msg);
    lock.release();
    answers.push(await assertAnswered(place));
    await assertCharged(place, answers, before);
  });

  for (const way of WAYS_TO_RUN_OUT_OF_ROOM) {
    test(`out of room by ${way.name}: calls are refused until there is room again`, async (t) => {
      const data = await openDataFolder();
      const obstacle = await way.prepare(data.path);
      t.after(async () => {
        if (!obstacle) await way.cleanUp(data.path);
        await data.remove();
      });
      if (obstacle) return t.skip(obstacle);
      const place = await openPlace(t, data);
      const before = chargedIn(place);
      const pid = Number(place.server.child.pid);
      const answers: Answer[] = [];

      await way.fill(data.path, pid);
      for (let i = 0; i < 10; i += 1) answers.push(await place.call());
      answers.push(...(await Promise.all(Array.from({ length: 10 }, () => place.call()))));
      answers.forEach(assertRefused);
      await way.free(data.path, pid);
      for (let i = 0; i < 10; i += 1) answers.push(await assertAnswered(place));
      await assertCharged(place, answers, before);
      assert.equal(await place.server.end('SIGTERM'), 0);
    });
  }

  test('moved away and back: calls are refused meanwhile, and no new file is made', async (t) => {
    const place = await openPlace(t);
    const before = chargedIn(place);
    const answers: Answer[] = [];
    for (let time = 0; time < 3; time += 1) {
      await rename(place.accounts, `${place.accounts}.away`);
      const refused = await Promise.all(Array.from({ length: 10 }, () => place.call()));
      refused.push(
        await place.call(),
        await place.call('/api/account'),
        await place.call(FOCUS, UNKNOWN_KEY),
      );
      refused.forEach(assertRefused);
      assertError(await place.call(FOCUS, 'mdk_mistyped'), 401, 'Invalid API key');
      assert.ok(!existsSync(place.accounts), 'a file was made in place of the one that was removed');
      await rename(`${place.accounts}.away`, place.accounts);
      answers.push(...refused, await assertAnswered(place), await assertAnswered(place));
    }
    await assertCharged(place, answers, before);
  });

  test('removed before the first call: no new file is made', async (t) => {
    const data = await dataFolderFor(t);
    const server = await spawnServer(data.env, [], 'ignore');
    t.after(() => server.child.kill('SIGKILL'));
    const accounts = join(data.path, 'accounts.sqlite');
    await rm(accounts);
    const headers = { 'x-api-key': UNKNOWN_KEY };
    assertRefused(await ask(server.url + FOCUS, { headers }));
    assert.ok(!existsSync(accounts));
    assert.equal(await server.end('SIGTERM'), 0);
  });

  test('removed for good: an empty file is left alone, and a restored one is taken up', async (t) => {
    const place = await openPlace(t);
    const copy = join(place.data.path, 'copy');
    await copyAccounts(place, copy);
    const before = chargedIn(place);
    await assertAnswered(place);

    await removeAccounts(place);
    assertRefused(await place.call());
    await writeFile(place.accounts, '');
    assertRefused(await place.call());
    assert.equal((await stat(place.accounts)).size, 0);
    await copyFile(copy, place.accounts);
    const answers = [await assertAnswered(place), await assertAnswered(place)];
    await assertCharged(place, answers, before);
    const usage = JSON.parse((await place.call('/api/account/usage')).text) as { data: { calls: number } };
    assert.equal(usage.data.calls, before.length + answers.length);
    assert.equal(await place.server.end('SIGTERM'), 0);
    await assertCharged(place, answers, before);
  });

  test('removed while a call is being charged: it is refused, for its charge is lost', async (t) => {
    const place = await openPlace(t);
    const copy = join(place.data.path, 'copy');
    await copyAccounts(place, copy);
    const before = chargedIn(place);
    const lock = lockAccounts(place.data.path);
    const inFlight = place.call();
    await untilArrived(place.server.url);
    await removeAccounts(place);
    lock.release();
    assertRefused(await inFlight);
    await copyFile(copy, place.accounts);
    await assertCharged(place, [await assertAnswered(place)], before);
  });

  test('replaced by another file: the next call is charged there', async (t) => {
    const place = await openPlace(t);
    const copy = join(place.data.path, 'copy');
    await copyAccounts(place, copy);
    const before = chargedIn(place);
    for (const end of ENDS_OF_THE_LOG) await rm(`${place.accounts}${end}`);
    await rename(copy, place.accounts);
    const answers = [await assertAnswered(place), await assertAnswered(place)];
    assert.equal(await place.server.end('SIGKILL'), null);
    await assertCharged(place, answers, before);
  });

  test('its log removed: what was answered is on disk all the same', async (t) => {
    const place = await openPlace(t);
    const before = chargedIn(place);
    const answers: Answer[] = [];
    for (let time = 0; time < 3; time += 1) {
      await rm(`${place.accounts}-wal`);
      answers.push(await place.call(), await assertAnswered(place));
    }
    assert.equal(await place.server.end('SIGKILL'), null);
    await assertCharged(place, answers, before);
  });
});
