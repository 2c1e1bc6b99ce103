/** Unbilled work is bounded per caller, and callers without a valid key take nothing from callers with one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { accountAsker, addressAsker, UnpaidWork, UsedUp } from './unpaid-work.ts';

const A = accountAsker('a');
const B = accountAsker('b');

/** A clock that stands still until it is moved, by waiting or by working. */
function withClock() {
  let now = 1_000_000;
  let worked = 0;
  const unpaid = new UnpaidWork({ now: () => now, worked: () => worked });
  return {
    unpaid,
    wait: (ms: number) => {
      now += ms;
    },
    work: (ms: number) => {
      now += ms;
      worked += ms;
    },
  };
}

test('half a second of work is given at once, and a tenth of every second after it', () => {
  const { unpaid, wait } = withClock();
  unpaid.book(A, 499);
  assert.equal(unpaid.usedUp(A), undefined);
  unpaid.book(A, 101);
  assert.deepEqual(unpaid.usedUp(A), new UsedUp(1));
  wait(999);
  assert.deepEqual(unpaid.usedUp(A), new UsedUp(1));
  wait(2);
  assert.equal(unpaid.usedUp(A), undefined);
  unpaid.book(A, 60_000);
  assert.deepEqual(unpaid.usedUp(A), new UsedUp(5), 'nobody waits longer');
});

test('all who have no valid key share three tenths of a process, and take nothing from those who have one', () => {
  const { unpaid, wait } = withClock();
  for (let i = 0; i < 4; i += 1) unpaid.book(addressAsker(`192.0.2.${i}`), 400);
  const other = addressAsker('192.0.2.9');
  assert.deepEqual(unpaid.usedUp(other), new UsedUp(1));
  assert.equal(unpaid.usedUp(A), undefined);
  wait(400);
  assert.equal(unpaid.usedUp(other), undefined);
});

test('what one address takes beyond its own, no other is refused for', () => {
  const { unpaid } = withClock();
  const flooder = addressAsker('192.0.2.1');
  for (let i = 0; i < 60; i += 1) unpaid.book(flooder, 50);
  assert.deepEqual(unpaid.usedUp(flooder), new UsedUp(5));
  assert.equal(unpaid.usedUp(addressAsker('192.0.2.2')), undefined);
});

test('each piece of work has a turn of its own, all who wait come by turns, and others in between', async () => {
  const { unpaid, work } = withClock();
  const done: string[] = [];
  const run = (asker: typeof A, name: string) =>
    unpaid.run(asker, async () => {
      work(1);
      await null;
      done.push(name);
    });
  const all = Promise.all([run(A, 'a1'), run(A, 'a2'), run(A, 'a3'), run(B, 'b1')]);
  let isOver = false;
  const others = (async () => {
    while (!isOver) {
      await nextTurn();
      done.push('-');
    }
  })();
  await all;
  isOver = true;
  await others;
  assert.deepEqual(
    done.filter((each) => each !== '-'),
    ['a1', 'b1', 'a2', 'a3'],
  );
  assert.match(done.join(''), /a1.*-.*b1.*-.*a2.*-.*a3/);
});

test('what a piece of work leads to at once is booked with it, and nothing is done for whom no time is left', async () => {
  const { unpaid, work } = withClock();
  const results = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      unpaid.run(A, async () => {
        work(50);
        await null;
        work(50);
        return i;
      }),
    ),
  );
  // A tenth of the time that it takes is given again meanwhile.
  assert.deepEqual(results.slice(0, 6), [0, 1, 2, 3, 4, 5]);
  for (const refused of results.slice(6)) assert.ok(refused instanceof UsedUp);
});

test('waiting for a processor is no work, and a clock that lags hides none', () => {
  const { unpaid, wait, work } = withClock();
  let took = unpaid.stopwatch();
  work(10);
  wait(500);
  assert.equal(took(), 14, 'the processor’s time, and a tick that its clock may be behind');
  took = unpaid.stopwatch();
  wait(1);
  assert.equal(took(), 1, 'the clock has not moved yet');
});

test('what fails is told to who asked for it, and booked', async () => {
  const { unpaid, work } = withClock();
  const failing = unpaid.run(A, () => {
    work(600);
    throw new Error('broken');
  });
  await assert.rejects(failing, /broken/);
  assert.ok(unpaid.usedUp(A));
  assert.equal(await unpaid.run(B, () => 'done'), 'done');
});

test('of very many, those who have used the least are forgotten first', () => {
  const { unpaid } = withClock();
  for (let i = 0; i < 200; i += 1) unpaid.book(accountAsker(`greedy-${i}`), 600);
  for (let i = 0; i < 100_000; i += 1) unpaid.book(accountAsker(`modest-${i}`), 1);
  for (let i = 0; i < 200; i += 1) assert.ok(unpaid.usedUp(accountAsker(`greedy-${i}`)));
});
