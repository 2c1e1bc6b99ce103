/** The displayed balance and account come from the latest request, even if responses arrive out of order. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newKey } from '../../../../src/accounts/key.ts';
import { outcomeOf } from '../call/call.ts';
import { memoryStore, tabStore } from './session-key.ts';
import { useAccount } from './use-account.ts';

test('the balance is that of the call that was charged last, in whatever order calls are answered', () => {
  const account = useAccount(tabStore());
  const told = () => account.balance.value;
  const noter = () => {
    const note = account.noter();
    return (points: number) =>
      note(
        outcomeOf({
          status: 200,
          headers: new Headers({ 'x-points-balance': String(points) }),
          text: '{"code":200}',
        }),
      );
  };
  noter()(100);
  const [first, second, third] = [noter(), noter(), noter()];
  second(70);
  first(90);
  assert.equal(told(), 70);
  third(50);
  assert.equal(told(), 50);
  // After a top-up.
  noter()(150);
  assert.equal(told(), 150);
});

test('what is known of an account is what was asked last, in whatever order it is answered', async (t) => {
  const answers: ((account: string) => void)[] = [];
  t.mock.method(
    globalThis,
    'fetch',
    () =>
      new Promise((resolve) => {
        answers.push((account) => {
          const data = { account, key: { id: 'key_1' }, prices: [], data: null };
          resolve(new Response(JSON.stringify({ code: 200, data })));
        });
      }),
  );
  const { enter, refresh, state } = useAccount(memoryStore());
  const entered = enter(newKey('').key);
  answers[0]?.('first');
  await entered;
  const [older, newer] = [refresh(), refresh()];
  answers[2]?.('newer');
  await newer;
  answers[1]?.('older');
  await older;
  assert.equal(state.value.status === 'open' && state.value.account.account, 'newer');
});

test('a key that something else takes out of the tab while it is looked up is said to be lost', async (t) => {
  const store = memoryStore();
  store.setItem('mdq-key', newKey('').key);
  t.mock.method(globalThis, 'fetch', async () => {
    store.removeItem('mdq-key');
    const data = { account: 'acme', key: { id: 'key_1' }, prices: [], data: null };
    return new Response(JSON.stringify({ code: 200, data }));
  });
  const { check, state } = useAccount(store);
  await check();
  assert.deepEqual(state.value, { status: 'lost' });
});

test('a key that one page forgets late is known on no other', async (t) => {
  t.mock.method(globalThis, 'fetch', () => {
    const data = { account: 'tea', key: { id: 'key_1' }, prices: [], data: null };
    return Promise.resolve(new Response(JSON.stringify({ code: 200, data })));
  });
  const store = memoryStore();
  const left = useAccount(store);
  await left.enter(newKey('').key);
  const next = useAccount(store);
  await next.check();
  assert.equal(next.state.value.status, 'open');
  left.forget();
  assert.deepEqual([next.state.value.status, next.key.value], ['none', undefined]);
  // While it is looked up, too.
  await left.enter(newKey('').key);
  const checked = next.check();
  left.forget();
  await checked;
  assert.deepEqual([next.state.value.status, next.key.value], ['none', undefined]);
});

test('a key that the tab has is still its own where another is refused', async (t) => {
  const store = memoryStore();
  const own = newKey('').key;
  store.setItem('mdq-key', own);
  t.mock.method(globalThis, 'fetch', async () => {
    return new Response(JSON.stringify({ code: 401, msg: 'Invalid API key' }), { status: 401 });
  });
  const { enter, key, state } = useAccount(store);
  await enter(newKey('').key);
  assert.deepEqual([state.value.status, key.value], ['failed', own]);
});
