import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tabStore } from './session-key.ts';
import { useAccount } from './use-account.ts';

test('the balance is that of the call that was charged last, in whatever order calls are answered', () => {
  const account = useAccount(tabStore());
  const told = () => account.balance.value;
  account.balanceNoter()(100);
  const [first, second, third] = [account.balanceNoter(), account.balanceNoter(), account.balanceNoter()];
  second(70);
  first(90);
  assert.equal(told(), 70);
  third(50);
  assert.equal(told(), 50);
  // After a top-up.
  account.balanceNoter()(150);
  assert.equal(told(), 150);
});
