/** The books of who sells points: what is refused leaves them alone, and a backup holds all of them. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { test } from 'node:test';
import { openAccounts } from '../../src/accounts/open.ts';
import { readConfig } from '../../src/settings/config.ts';
import { jsonLines } from '../support/json-lines.ts';
import { sameDay } from '../support/same-day.ts';
import { call } from '../support/stores/accounts-engines.ts';
import { assertMistake, type DataFolder, dataFolderFor } from '../support/stores/data-folder.ts';

const LISTS = [
  ...[
    ['account', 'list'],
    ['key', 'list'],
    ['points', 'list'],
    ['plan', 'show', 'acme'],
  ],
  ...[
    ['operator', 'list'],
    ['webhook', 'list'],
    ['webhook', 'deliveries'],
    ['usage', 'acme', '--by', 'key'],
  ],
];
const LIMITS = { perDay: 40, paths: ['/path'], rate: 7 };
/** As the service says that it has looked at what is not counted. */
const CHECKED = { limits: JSON.stringify({ paths: ['/path'], rate: 7 }) };

async function seen(folder: DataFolder): Promise<unknown[]> {
  const told = [];
  for (const words of LISTS) told.push(jsonLines(await folder.succeed(...words, '--json')));
  return told;
}

test('grants that expire, plans, limits and what was spent of them, operators, webhooks and the log come back as they were', async (t) => {
  const data = await dataFolderFor(t, { MDQ_TIMEZONE: 'Asia/Taipei' });
  await data.succeed('account', 'create', 'acme', '--points', '100', '--external-id', 'crm-1');
  await data.succeed('points', 'grant', 'acme', '50', '--expires', '2099-12-31', '--reference', 'pay-1');
  await data.succeed('plan', 'set', 'acme', '--points', '10', '--from', '2099-05-31', '--keep', '5');
  await data.succeed('account', 'set', 'acme', '--per-month', '90');
  await data.succeed('operator', 'create', 'anna', '--role', 'support');
  await data.succeed('webhook', 'add', 'https://hooks.example/in', '--events', 'points.granted');
  await data.succeed('points', 'grant', 'acme', '5', '--kind', 'promotional');
  const accounts = await openAccounts(readConfig(data.env));
  await accounts.createKey('acme', { hash: 'limited', last4: 'last', name: '', limits: LIMITS });
  await accounts.settle([call('limited', 30, CHECKED)]);
  await accounts.close();
  const backup = `${data.path}-backup`;
  t.after(() => rm(backup, { recursive: true, force: true }));
  await data.succeed('backup', backup);
  const before = await seen(data);
  const log = await data.succeed('log', '--json');

  const restored = await dataFolderFor(t, { MDQ_TIMEZONE: 'UTC' });
  await restored.succeed('restore', backup);
  assert.deepEqual(await seen(restored), before);
  const logged = await restored.succeed('log', '--json');
  assert.ok(logged.includes(log), 'the log goes on');
  assert.equal(
    jsonLines<{ operation: string }>(logged).filter(({ operation }) => operation === 'restore').length,
    1,
  );

  const there = await openAccounts(readConfig(restored.env));
  t.after(() => there.close());
  assert.equal(await there.terms.timeZone(), 'Asia/Taipei');
  const outcomes = await there.settle([call('limited', 11, CHECKED), call('limited', 10, CHECKED)]);
  assert.deepEqual(
    outcomes.map((each) => [each.kind, 'limitLeft' in each && each.limitLeft?.left]),
    [
      ['over-limit', 10],
      ['settled', 0],
    ],
  );
  const again = { points: 50, by: 'a test', note: '', reference: 'pay-1' };
  assert.equal((await there.grant('acme', again)).isRepeated, true);
  assert.deepEqual((await there.audit()).problems, []);
});

test('a plan that begins today says what it gave, or that an earlier one did', async (t) => {
  const data = await dataFolderFor(t);
  await data.succeed('account', 'create', 'acme');
  await sameDay();
  const today = new Date().toISOString().slice(0, 10);
  const set = (points: string, from: string) =>
    data.succeed('plan', 'set', 'acme', '--points', points, '--from', from, '--keep', 'all');
  assert.doesNotMatch(await set('10', '2099-01-31'), /given/);
  assert.ok((await set('10', today)).endsWith(`\nThe 10 points of ${today} were given just now.\n`));
  assert.match(
    await set('20', today),
    new RegExp(`\nThe 10 points of ${today} were given already; the first 20 `),
  );
});

test('a refused change of the books leaves their time zone open', async (t) => {
  const data = await dataFolderFor(t);
  await data.succeed('account', 'create', 'acme', '--points', '5');
  const refused = [
    ['key', 'set', 'key_0000000000', '--per-day', '5'],
    ['key', 'create', 'nobody', '--ends', '2099-01-01'],
    ['points', 'grant', 'nobody', '5', '--expires', '2099-01-01'],
    ['plan', 'set', 'nobody', '--points', '5', '--from', '2099-01-01'],
    ['account', 'set', 'nobody', '--per-month', '5'],
    ['operator', 'create', 'a/b', '--role', 'viewer', '--ends', '2099-01-01'],
  ];
  for (const words of refused) assertMistake(await data.mdq(...words), /no account|no key|must have/);
  const accounts = await openAccounts(readConfig(data.env));
  t.after(() => accounts.close());
  assert.equal(await accounts.terms.timeZone(), undefined);
  await data.succeed('account', 'set', 'acme', '--per-month', '5');
  assert.equal(await accounts.terms.timeZone(), 'UTC');
});
