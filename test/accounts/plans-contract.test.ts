/** What plans promise, whatever engine keeps the accounts: one suite, run on each. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { renewalAfter } from '../../src/accounts/due.ts';
import { ConflictError, UserError } from '../../src/errors/operators.ts';
import { type Day, formatDay, parseDay } from '../../src/lib/calendar.ts';
import { call, ENGINES } from '../support/stores/accounts-engines.ts';
import { DAY_MS, HOUR_MS, openBooks } from './books.ts';

const day = (text: string): Day => parseDay(text) ?? assert.fail(text);

test('a plan gives points on the same day of every month, on the last one of a shorter month', () => {
  const days = ['2028-01-31'];
  for (let i = 0; i < 4; i++) days.push(formatDay(renewalAfter(day('2028-01-31'), day(days.at(-1) ?? ''))));
  assert.deepEqual(days, ['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30', '2028-05-31']);
  assert.equal(formatDay(renewalAfter(day('2026-11-16'), day('2026-12-16'))), '2027-01-16');
});

for (const engine of ENGINES) {
  describe(`plans in ${engine.name}`, { skip: engine.missing ?? false }, async () => {
    const { accounts, other, clock, account, balanceOf, left, assertSound } = await openBooks(engine);
    before(() => accounts.terms.keepTimeZone('Asia/Taipei'));

    /** To an hour of a day in the time zone of the books, eight hours before UTC. */
    const goTo = (text: string, hour = 0) => clock.set(day(text) * DAY_MS + (hour - 8) * HOUR_MS);
    const plan = (name: string, points: number, from: string, keep: number | null = 0) =>
      accounts.setPlan(name, { points, from: day(from), keep });
    const charge = async (name: string, points: number) => {
      const [outcome] = await accounts.settle([call(name, points)]);
      return outcome?.kind === 'settled' ? outcome.balance : outcome?.kind;
    };
    /** The balances of an account at the beginning of some days. */
    async function assertBalances(name: string, balances: Readonly<Record<string, number>>): Promise<void> {
      for (const [text, balance] of Object.entries(balances)) {
        await goTo(text);
        assert.equal(await balanceOf(name), balance, text);
      }
      await assertSound();
    }

    test('points come at midnight of the day, once, whatever was down meanwhile', async () => {
      await goTo('2027-01-30', 12);
      const name = await account(5);
      const set = await plan(name, 100, '2027-01-31');
      assert.deepEqual([set.points, set.keep, formatDay(set.next)], [100, 0, '2027-01-31']);
      await goTo('2027-01-31');
      await clock.pass(-1);
      assert.equal(await charge(name, 6), 'insufficient');
      await clock.pass(1);
      assert.equal(await charge(name, 6), 99);
      // Nobody was here for months.
      await goTo('2027-04-30', 9);
      const shown = await Promise.all([balanceOf(name), other.findAccount(name), charge(name, 0)]);
      assert.deepEqual([shown[0], shown[1].balance, shown[2]], [105, 105, 105]);
      const grants = await accounts.listGrants(name);
      assert.deepEqual(
        grants.slice(1).map(({ kind, points, balance, at }) => {
          const moment = new Date(at.getTime() + 8 * HOUR_MS).toISOString();
          return `${kind} ${points}, ${balance} at ${moment.slice(0, 16)}`;
        }),
        [
          'plan 100, 105 at 2027-01-31T00:00',
          'expired -94, 5 at 2027-02-28T00:00',
          'plan 100, 105 at 2027-02-28T00:00',
          'expired -100, 5 at 2027-03-31T00:00',
          'plan 100, 105 at 2027-03-31T00:00',
          'expired -100, 5 at 2027-04-30T00:00',
          'plan 100, 105 at 2027-04-30T00:00',
        ],
      );
      assert.equal(grants.at(-1)?.reference, `plan:${(await accounts.findAccount(name)).id}:2027-04-30`);
      await assertSound();
    });

    test('as much of what is left stays as the plan says, and points of a plan are used before those that stay', async () => {
      await goTo('2027-05-01', 12);
      const [some, all] = [await account(50), await account()];
      await plan(some, 100, '2027-05-02', 30);
      await plan(all, 100, '2027-05-02', null);
      await goTo('2027-05-02');
      assert.equal(await charge(some, 60), 90);
      await assertBalances(all, { '2027-06-02': 200 });
      assert.equal(await balanceOf(some), 180);
      await assertBalances(all, { '2027-07-02': 300 });
      assert.equal(await balanceOf(some), 180);
      assert.deepEqual(await left(some), ['plan 30 of 100', 'plan 100 of 100', '50 of 50']);
      const given = (await accounts.listGrants(some)).filter(({ kind }) => kind === 'plan');
      const ofEach = given.map((each) => each.left);
      assert.deepEqual(ofEach, [0, 30, 100], 'what came last stays first');
    });

    test('a plan from today gives at once, and no other plan gives on that day again or takes it away', async () => {
      await goTo('2027-08-10', 12);
      const name = await account();
      assert.equal(formatDay((await plan(name, 10, '2027-08-10')).next), '2027-09-10');
      await accounts.endPlan(name);
      await plan(name, 20, '2027-08-10', null);
      assert.equal(await balanceOf(name), 10, 'what was given today was given');
      await plan(name, 30, '2027-08-10', 0);
      assert.equal(await balanceOf(name), 10);
      await assertBalances(name, { '2027-09-10': 30 });
    });

    test('a later plan leaves what an earlier one gave until its own end, and what is kept shows until when', async () => {
      await goTo('2027-09-20', 12);
      const name = await account();
      await plan(name, 100, '2027-09-20', 0);
      await plan(name, 10, '2027-09-25', 4);
      await assertBalances(name, { '2027-09-25': 110, '2027-10-20': 10, '2027-10-25': 14 });
      const shown = (await accounts.openGrants(name)).map(({ left, expires }) => [
        left,
        formatDay(expires ?? 0),
      ]);
      assert.deepEqual(shown, [
        [4, '2027-11-24'],
        [10, '2027-11-24'],
      ]);
    });

    test('what a plan gave for good stays, whatever plan comes after it', async () => {
      await goTo('2027-01-05', 12);
      const names = [await account(), await account()];
      for (const name of names) await plan(name, 1000, '2027-01-05', null);
      await goTo('2027-03-06');
      await accounts.endPlan(names[1] ?? '');
      for (const name of names) await plan(name, 1200, '2027-04-05', 0);
      for (const renewal of ['2027-04-05', '2027-05-05', '2027-06-05']) {
        await goTo(renewal);
        for (const name of names) {
          const open = await accounts.openGrants(name);
          const shown = open.map(
            ({ left, expires }) => `${left} ${expires === null ? 'for good' : 'for a month'}`,
          );
          assert.deepEqual(shown, ['1200 for a month', ...Array(3).fill('1000 for good')], renewal);
        }
      }
      await assertSound();
    });

    test('what shows a last day is valid through it, also where the next plan gives points before', async () => {
      await goTo('2027-01-31', 12);
      const name = await account();
      await plan(name, 100, '2027-01-31', 0);
      await goTo('2027-02-28', 12);
      await plan(name, 10, '2027-02-28', 0);
      await assertBalances(name, { '2027-03-28': 110, '2027-03-31': 10 });
    });

    test('after its end nothing more comes, and what came last is valid until the day of the next', async () => {
      await goTo('2027-10-01', 12);
      const name = await account(7);
      await plan(name, 100, '2027-10-01', 50);
      await accounts.endPlan(name);
      assert.equal(await accounts.plan(name), undefined);
      await assert.rejects(accounts.endPlan(name), ConflictError);
      await assertBalances(name, { '2027-10-31': 107, '2027-11-01': 7, '2028-01-01': 7 });
    });

    test('an inactive account goes on; a closed one gets nothing more, and its points end; a plan from yesterday is refused', async () => {
      await goTo('2028-02-01', 12);
      const [idle, closed] = [await account(), await account()];
      await plan(idle, 10, '2028-02-01');
      await plan(closed, 10, '2028-02-01');
      await accounts.setAccountActive(idle, false);
      await accounts.closeAccount(closed);
      await assert.rejects(plan(closed, 5, '2028-03-01'), ConflictError);
      await assertBalances(closed, { '2028-03-01': 0 });
      assert.equal(await balanceOf(idle), 10);
      assert.equal((await accounts.listGrants(idle)).length, 3);
      const late = await account();
      await assert.rejects(plan(late, 5, '2028-02-29'), UserError);
      assert.equal(await accounts.plan(late), undefined);
    });
  });
}
