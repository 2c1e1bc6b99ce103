/** What limits of keys and accounts promise, whatever engine keeps the accounts: one suite, run on each. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { KeyLimits } from '../../src/accounts/key-limits.ts';
import { MissingError } from '../../src/errors/operators.ts';
import { type Day, parseDay } from '../../src/lib/calendar.ts';
import { changeAccounts } from '../support/stores/accounts-content.ts';
import { call, ENGINES } from '../support/stores/accounts-engines.ts';
import { DAY_MS, HOUR_MS, NOTE, openBooks } from './books.ts';

const day = (text: string): Day => parseDay(text) ?? assert.fail(text);
/** A moment of the day in the time zone of the books, eight hours before UTC. */
const at = (text: string, hour = 0) => day(text) * DAY_MS + (hour - 8) * HOUR_MS;

for (const engine of ENGINES) {
  describe(`limits in ${engine.name}`, { skip: engine.missing ?? false }, async () => {
    const { env, accounts, other, clock, assertSound } = await openBooks(engine);
    before(() => accounts.terms.keepTimeZone('Asia/Taipei'));

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
    /** What was charged, or why nothing was; and what is left until which day, where there is a limit. */
    const charge = async (of: Used, points: number, more = {}, store = accounts) => {
      const [outcome] = await store.settle([ask(of, points, more)]);
      assert.ok(outcome && outcome.kind !== 'refused', JSON.stringify(outcome));
      const { limitLeft } = outcome;
      const told = outcome.kind === 'settled' ? String(outcome.charged) : outcome.kind;
      if (!limitLeft) return told;
      const resets = new Date(limitLeft.resets + 8 * HOUR_MS).toISOString().slice(0, 10);
      return `${told}, ${limitLeft.left} until ${resets}`;
    };
    const rotate = async (old: Used) => {
      const hash = `${old.hash}'`;
      const { key } = await accounts.rotateKey(old.id, { hash, last4: 'last', name: '' }, HOUR_MS);
      return { ...old, id: key.id, hash, key };
    };

    test('a key spends its points of a day and no more, and those of a month', async () => {
      await clock.set(at('2027-03-30', 12));
      const limited = await key(await account(), { perDay: 100, perMonth: 150 });
      assert.equal(await charge(limited, 0), '0, 100 until 2027-03-31');
      assert.equal(await charge(limited, 60), '60, 40 until 2027-03-31');
      assert.equal(await charge(limited, 41, {}, other), 'over-limit, 40 until 2027-03-31');
      assert.equal(await charge(limited, 40, {}, other), '40, 0 until 2027-03-31');
      assert.equal(await charge(limited, 1), 'over-limit, 0 until 2027-03-31');
      await clock.set(at('2027-03-31') - 1);
      assert.equal(await charge(limited, 1), 'over-limit, 0 until 2027-03-31');
      await clock.set(at('2027-03-31'));
      assert.deepEqual(
        await charge(limited, 51),
        'over-limit, 50 until 2027-04-01',
        'the month has less left',
      );
      assert.equal(await charge(limited, 50), '50, 0 until 2027-04-01');
      await clock.set(at('2027-04-01'));
      assert.equal(await charge(limited, 100), '100, 0 until 2027-04-02');
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

    test('of two keys of an account in one batch, the first is served first, also where a day of its limit begins with it', async () => {
      await clock.set(at('2027-05-10', 9));
      const owner = await account(100);
      const [limited, free] = [await key(owner, { perDay: 1000 }), await key(owner)];
      const outcomes = await accounts.settle([ask(limited, 60), ask(free, 60), ask(free, 40)]);
      const kinds = outcomes.map(({ kind }) => kind);
      assert.deepEqual(kinds, ['settled', 'insufficient', 'settled']);
    });

    test('an account has limits over all its keys, those of a key besides', async () => {
      await clock.set(at('2027-06-10', 9));
      const owner = await account();
      const [first, second] = [await key(owner), await key(owner, { perDay: 30 })];
      await charge(first, 15);
      const changed = await accounts.changeAccount(owner, { perDay: 50, perMonth: 60 });
      assert.deepEqual([changed.perDay, changed.perMonth], [50, 60]);
      assert.equal(await charge(first, 0), '0, 35 until 2027-06-11', 'what was used before counts');
      assert.equal(await charge(second, 31), 'over-limit, 30 until 2027-06-11');
      assert.equal(await charge(second, 30), '30, 0 until 2027-06-11');
      assert.equal(await charge(first, 6), 'over-limit, 5 until 2027-06-11');
      assert.equal(await charge(first, 5), '5, 0 until 2027-06-11');
      await clock.set(at('2027-06-11', 9));
      assert.equal(await charge(first, 11), 'over-limit, 10 until 2027-07-01');
      await accounts.changeAccount(owner, { perDay: null, perMonth: null });
      assert.equal(await charge(first, 11), '11');
      const { perDay, perMonth } = await accounts.findAccount(owner);
      assert.deepEqual([perDay, perMonth], [null, null]);
      await assertSound();
    });

    test('a rotated key shares the counter with the new one, and both have the limits', async () => {
      await clock.set(at('2027-07-01', 9));
      const old = await key(await account(), { perDay: 50, rate: 7 });
      old.limits = '{"rate":7}';
      await charge(old, 20);
      const fresh = await rotate(old);
      assert.partialDeepStrictEqual(fresh.key.limits, { perDay: 50, rate: 7 });
      assert.equal(await charge(fresh, 25), '25, 5 until 2027-07-02');
      assert.equal(await charge(old, 6), 'over-limit, 5 until 2027-07-02');
      await accounts.changeKey(fresh.id, { limits: { perDay: 60 } });
      assert.equal(await charge(old, 15), '15, 0 until 2027-07-02', 'a limit of points is that of both');
      await accounts.changeKey(old.id, { limits: { perDay: null } });
      assert.equal(await charge(fresh, 100), '100');
      await accounts.changeKey(fresh.id, { limits: { perDay: 170 } });
      assert.equal(await charge(fresh, 0), '0, 10 until 2027-07-02', 'what both have used counts');
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

    test('a limit below what was used is spent until the next period; a refund does not restore it, a replay passes it', async () => {
      await clock.set(at('2027-08-05', 9));
      const owner = await account();
      const plain = await key(owner);
      const idempotency = { key: 'again', fingerprint: 'same' };
      const [paid] = await accounts.settle([
        ask(plain, 40, { idempotency, requestId: `paid-${engine.name}` }),
      ]);
      assert.equal(paid?.kind, 'settled');
      await accounts.changeKey(plain.id, { limits: { perDay: 10 } });
      const limited = { ...plain, limits: '{}' };
      assert.equal(await charge(limited, 1), 'over-limit, 0 until 2027-08-06');
      assert.equal(await charge(limited, 40, { idempotency }), '0, 0 until 2027-08-06');
      await accounts.refund({
        ...{ requestId: `paid-${engine.name}`, at: clock.now, ...NOTE },
        expires: { day: day('2027-09-05'), endsAt: at('2027-09-06') },
      });
      assert.equal(await charge(limited, 1), 'over-limit, 0 until 2027-08-06');
      await clock.set(at('2027-08-06', 9));
      assert.equal(await charge(limited, 10), '10, 0 until 2027-08-07');
      await assertSound();
    });

    test('the balance comes before x-max-points, and both before the limits', async () => {
      await clock.set(at('2027-08-10', 9));
      const limited = await key(await account(20), { perDay: 5 });
      const kindOf = async (points: number, maxPoints: number) =>
        (await accounts.settle([ask(limited, points, { maxPoints })]))[0]?.kind;
      assert.equal(await kindOf(21, 1), 'insufficient');
      assert.equal(await kindOf(10, 9), 'insufficient');
      assert.equal(await kindOf(10, 10), 'over-limit');
    });

    test('a clock that goes back finds what was spent on the day it says', async () => {
      await clock.set(at('2027-09-01', 9));
      const limited = await key(await account(), { perDay: 50, perMonth: 90 });
      await charge(limited, 50);
      await clock.set(at('2027-08-31', 9));
      assert.equal(await charge(limited, 30), '30, 20 until 2027-09-01');
      await clock.set(at('2027-09-01', 10));
      assert.equal(await charge(limited, 1), 'over-limit, 0 until 2027-09-02');
      await clock.set(at('2027-09-02', 10));
      assert.equal(await charge(limited, 50), 'over-limit, 40 until 2027-10-01');
      await assertSound();
    });

    test('a call that was checked against other limits than the key has by now is not charged', async () => {
      await clock.set(at('2027-10-01', 9));
      const owner = await account();
      const plain = await key(owner);
      await accounts.changeKey(plain.id, { limits: { paths: ['/a'], categories: ['Tea, green'] } });
      const outcome = (await accounts.settle([ask(plain, 5)]))[0];
      assert.ok(outcome?.kind === 'other-limits');
      assert.deepEqual(JSON.parse(outcome.holder.limits ?? ''), {
        paths: ['/a'],
        categories: ['Tea, green'],
      });
      const checked = { ...plain, limits: outcome.holder.limits };
      assert.equal(await charge(checked, 5), '5');
      await accounts.changeKey(plain.id, { limits: { paths: null, categories: null } });
      assert.equal(await charge(checked, 5), 'other-limits');
      assert.equal(await charge(plain, 5), '5');
      const [listed] = (await accounts.listKeys(owner)).filter(({ id }) => id === plain.id);
      assert.ok(listed && Object.values(listed.limits).every((limit) => limit === null));
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
      const fresh = await rotate({ id, hash, limits: undefined });
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

    test('a key is renamed; one that is not there is not', async () => {
      const { id } = await key(await account());
      assert.equal((await accounts.changeKey(id, { name: 'reports' })).name, 'reports');
      await assert.rejects(accounts.changeKey('key_none', { name: 'x' }), MissingError);
    });

    test('usage and calls are told of one key with those it was rotated to', async () => {
      await clock.set(at('2028-01-10', 9));
      const owner = await account();
      const [mine, theirs] = [await key(owner), await key(owner)];
      await charge(mine, 5);
      await charge(theirs, 6, { requestId: `theirs-${engine.name}` });
      const rotated = await rotate(mine);
      await charge(rotated, 7);
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
        for (const named of [limited.id, `account ${owner}`])
          assert.ok(
            problems.some((each) => each.includes(named)),
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
