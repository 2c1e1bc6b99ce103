/** Statements of months follow one another to the point, whatever engine keeps the accounts. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { statementOf } from '../../src/accounts/statement.ts';
import { parseDay } from '../../src/lib/calendar.ts';
import { call, ENGINES, open } from '../support/stores/accounts-engines.ts';
import { StoreClock } from '../support/stores/store-clock.ts';

const DAY_MS = 86_400_000;
const ZONE = 'Asia/Taipei';
const NOTE = { by: 'a test', note: '' };
const day = (text: string) => parseDay(text) ?? assert.fail(text);
/** A moment in the time zone of the books, eight hours before UTC. */
const at = (text: string, hour = 0) => day(text) * DAY_MS + (hour - 8) * 3_600_000;

for (const engine of ENGINES) {
  describe(`statements in ${engine.name}`, { skip: engine.missing ?? false }, () => {
    test('what came, went and was used adds up from month to month, and pruning changes nothing of it', async (t) => {
      const env = await engine.create();
      const accounts = await open(env);
      const clock = new StoreClock(env);
      t.after(() => clock.end());
      await accounts.terms.keepTimeZone(ZONE);
      await clock.set(at('2027-01-31', 23));
      await accounts.createAccount('acme', { points: 100, ...NOTE });
      const { id } = await accounts.createKey('acme', { hash: 'acme', last4: 'last', name: 'reports' });
      const charge = (points: number, path: string, requestId = `${path}-${points}`) =>
        accounts.settle([
          call('acme', points, { path, requestId, day: Math.floor((clock.now + 8 * 3_600_000) / DAY_MS) }),
        ]);
      await charge(10, '/a');
      // Business days begin eight hours before those of UTC.
      await clock.set(at('2027-02-01'));
      await charge(20, '/b', 'to refund');
      const refunded = clock.now;
      await charge(5, '/a');
      const expires = { day: day('2027-02-10'), endsAt: at('2027-02-11') };
      const gift = { points: 40, ...NOTE, expires, kind: 'promotional', reference: 'gift' } as const;
      const { change } = await accounts.grant('acme', gift);
      await accounts.take('acme', { points: 1, ...NOTE });
      await accounts.refund({ requestId: 'to refund', at: refunded, ...NOTE, expires });
      await clock.set(at('2027-03-01') + 599_999);
      const months = ['2027-01-01', '2027-02-01', '2027-03-01'];
      const read = () => Promise.all(months.map((month) => statementOf(accounts, 'acme', day(month), ZONE)));
      const told = await read();
      assert.deepEqual(
        told.map(({ opening, closing, isFinal }) => [opening, closing, isFinal]),
        [
          [0, 90, true],
          [90, 85, false],
          [85, 85, false],
        ],
      );
      assert.deepEqual(
        told[1]?.changes.map(({ kind, points, ofGrant }) => [kind, points, ofGrant]),
        [
          ['promotional', 40, null],
          ['taken', -1, change.number],
          ['refund', 20, null],
          ['expired', -39, change.number],
        ],
      );
      assert.deepEqual(told[1]?.paths, [
        { of: '/b', calls: 1, points: 20 },
        { of: '/a', calls: 1, points: 5 },
      ]);
      assert.deepEqual(told[1]?.keys, [{ of: id, name: 'reports', last4: 'last', calls: 2, points: 25 }]);
      assert.equal((await accounts.findAccount('acme')).balance, told[2]?.closing);
      await accounts.prune(day('2027-03-01'));
      assert.deepEqual(await read(), told);
      await clock.pass(1);
      assert.equal((await read())[1]?.isFinal, true);
    });
  });
}
