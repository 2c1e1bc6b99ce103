/** What is known of accounts and of what is left of their grants moves with them, and goes on there. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { run } from '../../support/command.ts';
import { jsonLines } from '../../support/json-lines.ts';
import { call, open } from '../../support/stores/accounts-engines.ts';
import { openDataFolder } from '../../support/stores/data-folder.ts';
import { createDatabase, noDatabase } from '../../support/stores/postgres.ts';

describe('grants move to PostgreSQL', { skip: noDatabase ?? false }, () => {
  test('ids, names of before, details, kinds, references, ends and what is left are the same there', async (t) => {
    const data = await openDataFolder({ MDQ_TIMEZONE: 'Asia/Taipei' });
    t.after(() => data.remove());
    await data.succeed('account', 'create', 'acme', '--points', '100', '--external-id', 'crm-1');
    await data.succeed('account', 'set', 'acme', '--name', 'Acme Ltd', '--contact', 'a@b.example');
    await data.succeed('points', 'grant', 'acme', '50', '--expires', '2099-12-31', '--reference', 'pay-1');
    await data.succeed('points', 'grant', 'acme', '20', '--kind', 'promotional', '--expires', '2098-01-01');
    await data.succeed(
      'points',
      'take',
      'acme',
      '10',
      '--grant',
      '2',
      '--note',
      'part',
      '--reference',
      'back-1',
    );
    await data.succeed('plan', 'set', 'acme', '--points', '10', '--from', '2099-05-31', '--keep', '5');
    await data.succeed('account', 'create', 'gone', '--points', '5');
    await data.succeed('account', 'close', 'gone');
    const here = await open({ DATA_DIR: data.path });
    await here.createKey('acme', { hash: 'hash', last4: 'last', name: '' });
    await here.settle([call('hash', 30)]);
    await here.changeAccount('acme', { perMonth: 90 });
    const limits = { perDay: 40, paths: ['/path'], rate: 7 };
    await here.createKey('acme', { hash: 'limited', last4: 'last', name: '', limits });
    const checked = { limits: JSON.stringify({ paths: ['/path'], rate: 7 }) };
    const url = await createDatabase();
    const seen = async (env: NodeJS.ProcessEnv) => {
      const told = [];
      for (const words of [['account', 'list'], ['key', 'list'], ['points', 'list'], ['audit']]) {
        const { stdout, stderr } = await run(env, [...words, '--json']);
        assert.equal(stderr, '');
        // The log goes on there.
        told.push(jsonLines<object>(stdout).map((row) => ({ ...row, log: undefined })));
      }
      return told;
    };
    const before = await seen(data.env);
    const planned = await here.plan('acme');
    await data.succeed('migrate', '--to-accounts', url, '--finish');
    const there = { ...data.env, ACCOUNTS_URL: url };
    assert.deepEqual(await seen(there), before);
    const logged = jsonLines<{ operation: string }>((await run(there, ['log', '--json'])).stdout);
    assert.equal(logged.filter(({ operation }) => operation === 'migrate').length, 1);
    const moved = await open({ ACCOUNTS_URL: url });
    assert.equal(await moved.terms.timeZone(), 'Asia/Taipei');
    assert.deepEqual(await moved.plan('acme'), planned);
    assert.deepEqual(
      (await moved.openGrants('acme')).map(({ points, left }) => [points, left]),
      [
        [50, 30],
        [100, 100],
      ],
    );
    const again = await moved.grant('crm-1', { points: 50, by: 'a test', note: '' }).catch(String);
    assert.match(String(again), /no account "crm-1"/, 'an external id is no name');
    const repeated = await moved.grant('acme', { points: 50, by: 'a test', note: '', reference: 'pay-1' });
    assert.deepEqual([repeated.isRepeated, repeated.balance], [true, 130]);
    // What was spent before the move counts there: 30 points of the account.
    const spent = await moved.settle([
      call('limited', 41, checked),
      call('limited', 39, checked),
      call('hash', 22),
      call('hash', 21),
    ]);
    assert.deepEqual(
      spent.map((each) => [each.kind, 'limitLeft' in each && each.limitLeft?.left]),
      [
        ['over-limit', 40],
        ['settled', 1],
        ['over-limit', 21],
        ['settled', 0],
      ],
    );
    assert.deepEqual((await moved.audit()).problems, []);
    await assert.rejects(moved.createAccount('acme', { points: 0, by: 'a test', note: '' }), /was the name/);
  });

  test('text that PostgreSQL does not take is replaced, and everything adds up there', async (t) => {
    const data = await openDataFolder();
    t.after(() => data.remove());
    await data.succeed('account', 'create', 'acme', '--points', '100');
    const here = await open({ DATA_DIR: data.path });
    await here.grant('acme', { points: 1, by: 'a test', note: 'a\0b' });
    await here.changeAccount('acme', { note: '\0' });
    await here.createKey('acme', { hash: 'hash', last4: 'last', name: 'c\0\ud800' });
    const url = await createDatabase();
    await data.succeed('migrate', '--to-accounts', url, '--finish');
    const there = await open({ ACCOUNTS_URL: url });
    assert.equal((await there.listGrants('acme')).at(-1)?.note, 'a\ufffdb');
    assert.equal((await there.listKeys('acme'))[0]?.name, 'c\ufffd\ufffd');
    assert.equal((await there.findAccount('acme')).note, '\ufffd');
    assert.deepEqual((await there.audit()).problems, []);
  });
});
