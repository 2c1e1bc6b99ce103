/** What limits of keys and accounts promise, whatever engine keeps the accounts: one suite, run on each. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { KeyLimits } from '../../src/accounts/key-limits.ts';
import type { Accounts } from '../../src/accounts/open.ts';
import { MissingError } from '../../src/errors/operators.ts';
import { type Day, parseDay } from '../../src/lib/calendar.ts';
import { changeAccounts } from '../support/stores/accounts-content.ts';
import { call, ENGINES, open } from '../support/stores/accounts-engines.ts';
import { StoreClock } from '../support/stores/store-clock.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const NOTE = { by: 'a test', note: '' };
const day = (text: string): Day => parseDay(text) ?? assert.fail(text);
/** A moment of the day in the time zone of the books, eight hours before UTC. */
const at = (text: string, hour = 0) => day(text) * DAY_MS + (hour - 8) * HOUR_MS;

for (const engine of ENGINES) {
  describe(`limits in ${engine.name}`, { skip: engine.missing ?? false }, () => {
    let env: Record<string, string>;
    let accounts: Accounts;
    let other: Accounts;
    let clock: StoreClock;
    before(async () => {
      env = await engine.create();
      accounts = await open(env);
      other = await open(env);
      clock = new StoreClock(env);
      await accounts.terms.keepTimeZone('Asia/Taipei');
    });
    after(() => clock.end());

    let made = 0;
    async function account(points = 10_000): Promise<string> {
      made += 1;
      const name = `account-${made}`;
      await accounts.createAccount(name, { points, ...NOTE });
      return name;
    }
    async function key(owner: string, limits?: Partial<KeyLimits>) {
      made += 1;
      const hash = `hash-${made}`;
      const { id } = await accounts.createKey(owner, {
        ...{ hash, last4: 'last', name: '' },
        ...(limits && { limits }),
      });
      return { id, hash, limits: limits === undefined ? undefined : '{}' };
    }
    type Used = Awaited<ReturnType<typeof key>>;
    /** A call of the day that the store's clock says, as a service with its own clock puts it. */
    const ask = ({ hash, limits }: Used, points: number, more = {}) =>
      call(hash, points, { limits, day: Math.floor((clock.now + 8 * HOUR_MS) / DAY_MS), ...more });
    const charge = async (of: Used, points: number, more = {}, store = accounts) => {
      const [outcome] = await store.settle([ask(of, points, more)]);
      assert.ok(outcome && outcome.kind !== 'refused', JSON.stringify(outcome));
      const { limitLeft } = outcome;
      const told = outcome.kind === 'settled' ? outcome.charged : outcome.kind;
      return limitLeft
        ? [told, limitLeft.left, new Date(limitLeft.resets + 8 * HOUR_MS).toISOString().slice(0, 10)]
        : told;
    };
    const assertSound = async () => assert.deepEqual((await accounts.audit()).problems, []);

    test('a key spends its points of a day and no more, and those of a month', async () => {
      await clock.set(at('2027-03-30', 12));
      const limited = await key(await account(), { perDay: 100, perMonth: 150 });
      assert.deepEqual(await charge(limited, 0), [0, 100, '2027-03-31']);
      assert.deepEqual(await charge(limited, 60), [60, 40, '2027-03-31']);
      assert.deepEqual(await charge(limited, 41, {}, other), ['over-limit', 40, '2027-03-31']);
      assert.deepEqual(await charge(limited, 40, {}, other), [40, 0, '2027-03-31']);
      assert.deepEqual(await charge(limited, 1), ['over-limit', 0, '2027-03-31']);
      await clock.set(at('2027-03-31') - 1);
      assert.deepEqual(await charge(limited, 1), ['over-limit', 0, '2027-03-31']);
      await clock.set(at('2027-03-31'));
      assert.deepEqual(
        await charge(limited, 51),
        ['over-limit', 50, '2027-04-01'],
        'the month has less left',
      );
      assert.deepEqual(await charge(limited, 50), [50, 0, '2027-04-01']);
      await clock.set(at('2027-04-01'));
      assert.deepEqual(await charge(limited, 100), [100, 0, '2027-04-02']);
      await assertSound();
    });

    test('two calls of one batch of which only one fits: one is charged', async () => {
      await clock.set(at('2027-05-01', 9));
      const owner = await account();
      const limited = await key(owner, { perDay: 10 });
      const free = await key(owner);
      const kinds = async (calls: ReturnType<typeof ask>[]) =>
        (await accounts.settle(calls)).map((each) => (each.kind === 'settled' ? each.charged : each.kind));
      assert.deepEqual(await kinds([ask(limited, 6), ask(free, 6), ask(limited, 6), ask(limited, 4)]), [
        6,
        6,
        'over-limit',
        4,
      ]);
      await clock.set(at('2027-05-02', 9));
      const next = Array.from({ length: 20 }, (_, i) =>
        (i % 2 ? accounts : other).settle([ask(limited, 3), ask(limited, 3)]),
      );
      const charged = (await Promise.all(next)).flat().filter((each) => each.kind === 'settled');
      assert.equal(charged.length, 3);
      await assertSound();
    });

    test('what limits a key limits those it was rotated from and to; one that was rotated does not come back', async () => {
      await clock.set(at('2027-07-20', 9));
      const owner = await account();
      const ends = { day: day('2027-07-20'), endsAt: at('2027-07-21') };
      const old = await key(owner, { ends });
      const rotated = await accounts.rotateKey(
        old.id,
        { hash: 'narrow', last4: 'last', name: '' },
        3 * DAY_MS,
      );
      const paths = ['/api/public/market/focus'];
      await accounts.changeKey(rotated.key.id, { limits: { paths, perDay: 10, ends: null } });
      const keys = (await accounts.listKeys(owner)).filter(({ id }) => [old.id, rotated.key.id].includes(id));
      assert.deepEqual(
        keys.map(({ limits }) => [limits.paths, limits.perDay, limits.ends]),
        [
          [paths, 10, null],
          [paths, 10, null],
        ],
      );
      assert.deepEqual(
        keys.map(({ state, endsAt }) => [state, endsAt !== null]),
        [
          ['ending', true],
          ['active', false],
        ],
      );
    });

    test('a key ends with its last day, which can be put off; a new one in its place ends then, too', async () => {
      await clock.set(at('2027-11-01', 9));
      const ends = { day: day('2027-11-02'), endsAt: at('2027-11-03') };
      const owner = await account();
      const { id, hash } = await key(owner, { ends });
      const limits = JSON.stringify({ ends });
      const stateOf = async (keyId: string) =>
        (await accounts.listKeys(owner)).find((each) => each.id === keyId)?.state;
      assert.equal(await stateOf(id), 'active');
      const { key: fresh } = await accounts.rotateKey(
        id,
        { hash: `${hash}'`, last4: 'last', name: '' },
        HOUR_MS,
      );
      assert.equal(await stateOf(id), 'ending');
      await clock.set(at('2027-11-03') - 1);
      const settle = async (keyHash: string) =>
        (await accounts.settle([call(keyHash, 1, { limits })]))[0]?.kind;
      assert.deepEqual([await settle(hash), await settle(`${hash}'`)], ['refused', 'settled']);
      await clock.set(at('2027-11-03'));
      assert.deepEqual([await settle(`${hash}'`), await stateOf(fresh.id)], ['refused', 'ended']);
      await accounts.changeKey(fresh.id, { limits: { ends: null } });
      assert.equal((await accounts.settle([call(`${hash}'`, 1)]))[0]?.kind, 'settled');
    });

    test('usage and calls are told of one key with those it was rotated to', async () => {
      await clock.set(at('2028-01-10', 9));
      const owner = await account();
      const [mine, theirs] = [await key(owner), await key(owner)];
      await charge(mine, 5);
      await charge(theirs, 6, { requestId: `theirs-${engine.name}` });
      const { key: rotated } = await accounts.rotateKey(
        mine.id,
        { hash: `${mine.hash}'`, last4: 'last', name: '' },
        HOUR_MS,
      );
      await charge({ ...mine, hash: `${mine.hash}'` }, 7);
      const days = { start: day('2028-01-10'), end: day('2028-01-10') };
      const usage = await accounts.dailyUsage(owner, days, rotated.id);
      assert.deepEqual([usage[0]?.calls, usage[0]?.points], [2, 12]);
      assert.equal((await accounts.dailyUsage(owner, days))[0]?.points, 18);
      const calls = await accounts.lastCalls(owner, 50, rotated.id);
      assert.deepEqual(
        calls.map(({ points }) => points),
        [7, 5],
      );
      const found = (keyId?: string) => accounts.findCall(owner, `theirs-${engine.name}`, clock.now, keyId);
      assert.deepEqual([(await found())?.points, await found(rotated.id)], [6, undefined]);
    });

    test('the audit finds a counter that is not what usage says, and one that nobody has', async () => {
      await clock.set(at('2028-02-10', 9));
      const owner = await account();
      const limited = await key(owner, { perDay: 50 });
      await accounts.changeAccount(owner, { perMonth: 500 });
      await charge(limited, 5);
      await assertSound();
      for (const column of ['day_points', 'month_points']) {
        await changeAccounts(env, `UPDATE spent SET ${column} = ${column} + 1`);
        const { problems } = await accounts.audit();
        assert.ok(
          problems.some((each) => each.includes(limited.id)),
          problems.join('\n'),
        );
        assert.ok(
          problems.some((each) => each.includes(`account ${owner}`)),
          problems.join('\n'),
        );
        await changeAccounts(env, `UPDATE spent SET ${column} = ${column} - 1`);
      }
      await assertSound();
      await changeAccounts(env, `UPDATE key SET limits = NULL WHERE public_id = '${limited.id}'`);
      assert.equal((await accounts.audit()).problems.length, 1);
    });
  });
}
