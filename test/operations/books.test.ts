/** The books of who sells points: a backup or a move to PostgreSQL keeps all of them, and what is refused leaves them alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAccounts } from '../../src/accounts/open.ts';
import { readConfig } from '../../src/settings/config.ts';
import { isThorough } from '../support/effort.ts';
import { jsonLines } from '../support/json-lines.ts';
import { sameDay } from '../support/same-day.ts';
import { call, open } from '../support/stores/accounts-engines.ts';
import { assertMistake, type DataFolder, dataFolderFor } from '../support/stores/data-folder.ts';
import { createDatabase, noDatabase } from '../support/stores/postgres.ts';
import { temporaryFolder } from '../support/workplace.ts';

const LISTS = [
  'account list',
  'key list',
  'points list',
  'plan show acme',
  'operator list',
  'webhook list',
  'webhook deliveries',
  'usage acme --by key',
];
const LIMITS = { perDay: 40, paths: ['/path'], rate: 7 };
/** As the service says that it has looked at what is not counted. */
const CHECKED = { limits: JSON.stringify({ paths: ['/path'], rate: 7 }) };

/** Ways to bring books to another place: each gives the settings of that place, and the operation that its log gets. */
const WAYS = {
  restore: {
    skip: false,
    async bring(data: DataFolder, folder: string) {
      await data.succeed('backup', `${folder}/copy`);
      return { DATA_DIR: `${folder}/restored`, MDQ_TIMEZONE: 'UTC' };
    },
    follow: (there: DataFolder, folder: string) => there.succeed('restore', `${folder}/copy`),
  },
  migrate: {
    skip: isThorough ? (noDatabase ?? false) : 'npm run test:all runs it',
    async bring(data: DataFolder) {
      const url = await createDatabase();
      await data.succeed('migrate', '--to-accounts', url, '--finish');
      return { DATA_DIR: data.path, ACCOUNTS_URL: url };
    },
    follow: async () => undefined,
  },
};

for (const [operation, { skip, bring, follow }] of Object.entries(WAYS))
  test(`${operation}: grants, plans, limits and what was spent of them, names, operators, webhooks and the log go on there`, {
    skip,
  }, async (t) => {
    const data = await dataFolderFor(t, { MDQ_TIMEZONE: 'Asia/Taipei' });
    for (const command of [
      'account create acme --points 100 --external-id crm-1',
      'account set acme --name Acme --contact a@b.example --per-month 90',
      'account set Acme --name acme',
      'points grant acme 50 --expires 2099-12-31 --reference pay-1',
      'points grant acme 20 --kind promotional --expires 2098-01-01',
      'points take acme 10 --grant 2 --note part --reference back-1',
      'plan set acme --points 10 --from 2099-05-31 --keep 5',
      'account create gone --points 5',
      'account close gone',
      'operator create anna --role support',
      'webhook add https://hooks.example/in --events points.granted',
    ])
      await data.succeed(...command.split(' '));
    const here = await openAccounts(readConfig(data.env));
    await here.createKey('acme', { hash: 'limited', last4: 'last', name: '', limits: LIMITS });
    await here.settle([call('limited', 30, CHECKED)]);
    await here.close();
    const seen = (folder: DataFolder) =>
      Promise.all(LISTS.map(async (list) => jsonLines(await folder.succeed(...list.split(' '), '--json'))));
    const [before, log] = [await seen(data), await data.succeed('log', '--json')];

    const folder = await temporaryFolder(t);
    const there = await dataFolderFor(t, await bring(data, folder));
    await follow(there, folder);
    assert.deepEqual(await seen(there), before);
    const logged = await there.succeed('log', '--json');
    assert.ok(logged.includes(log), 'the log goes on');
    const rows = jsonLines<{ operation: string }>(logged).filter((each) => each.operation === operation);
    assert.equal(rows.length, 1);

    const accounts = await openAccounts(readConfig(there.env));
    t.after(() => accounts.close());
    assert.equal(await accounts.terms.timeZone(), 'Asia/Taipei');
    assert.deepEqual(
      (await accounts.openGrants('Acme')).map(({ points, left }) => [points, left]),
      [
        [50, 30],
        [100, 100],
      ],
    );
    const outcomes = await accounts.settle([call('limited', 11, CHECKED), call('limited', 10, CHECKED)]);
    assert.deepEqual(
      outcomes.map((each) => [each.kind, 'limitLeft' in each && each.limitLeft?.left]),
      [
        ['over-limit', 10],
        ['settled', 0],
      ],
    );
    const again = { points: 50, by: 'a test', note: '', reference: 'pay-1' };
    assert.equal((await accounts.grant('acme', again)).isRepeated, true);
    await assert.rejects(
      accounts.createAccount('Acme', { points: 0, by: 'a test', note: '' }),
      /was the name/,
    );
    assert.deepEqual((await accounts.audit()).problems, []);
  });

test('text that PostgreSQL does not take is replaced by a move, and everything adds up there', {
  skip: WAYS.migrate.skip,
}, async (t) => {
  const data = await dataFolderFor(t);
  const here = await open({ DATA_DIR: data.path });
  await here.createAccount('acme', { points: 100, by: 'a test', note: 'a\0b' });
  await here.createKey('acme', { hash: 'hash', last4: 'last', name: 'c\0\ud800' });
  const there = await open(await WAYS.migrate.bring(data));
  assert.equal((await there.listGrants('acme')).at(-1)?.note, 'a\ufffdb');
  assert.equal((await there.listKeys('acme'))[0]?.name, 'c\ufffd\ufffd');
  assert.deepEqual(
    (await there.audit()).problems.filter((each) => !each.startsWith('the log')),
    [],
  );
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
  for (const refused of [
    'key set key_0000000000 --per-day 5',
    'key create nobody --ends 2099-01-01',
    'points grant nobody 5 --expires 2099-01-01',
    'plan set nobody --points 5 --from 2099-01-01',
    'account set nobody --per-month 5',
    'operator create a/b --role viewer --ends 2099-01-01',
  ])
    assertMistake(await data.mdq(...refused.split(' ')), /no account|no key|must have/);
  const accounts = await openAccounts(readConfig(data.env));
  t.after(() => accounts.close());
  assert.equal(await accounts.terms.timeZone(), undefined);
  await data.succeed('account', 'set', 'acme', '--per-month', '5');
  assert.equal(await accounts.terms.timeZone(), 'UTC');
});
