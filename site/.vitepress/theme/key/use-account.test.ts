import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outcomeOf } from '../call/call.ts';
import { tabStore } from './session-key.ts';
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
