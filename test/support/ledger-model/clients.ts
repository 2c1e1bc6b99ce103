import assert from 'node:assert/strict';
import type { Outcome } from '../../../src/accounts/ledger.ts';
import { UserError } from '../../../src/errors/operators.ts';
import type { Event } from './history.ts';
import type { Store } from './store.ts';

const START_BALANCE = 200;

/** What clients do at the same time: each its calls one after the other, again until they are answered. */
type Plan = {
  readonly clients: readonly (readonly { readonly price: number; readonly isNamed: boolean }[])[];
  /** Points that are given, or, below 0, taken back. */
  readonly changes: readonly number[];
  /** After so many further answers the process that settles is killed, and so on. */
  readonly kills: readonly number[];
};

/** Does what is planned and returns what was seen. */
export async function seeHistory(
  store: Store,
  account: string,
  { clients, changes, kills }: Plan,
): Promise<{ start: number; events: Event[] }> {
  await store.commands.createAccount(account, { points: START_BALANCE, by: 'model', note: '' });
  await store.commands.createKey(account, { hash: `key of ${account}`, last4: 'last', name: '' });
  const events: Event[] = [];
  const left = [...kills];
  let clock = 0;
  let killing: Promise<void> = Promise.resolve();
  const onAnswer = () => {
    if (left[0] === undefined) return;
    left[0] -= 1;
    if (left[0] > 0) return;
    left.shift();
    killing = store.replicas[left.length % 2]?.kill() ?? killing;
  };

  const call = async (id: string, price: number, name: string | undefined): Promise<boolean> => {
    await killing;
    const sent = clock++;
    const asked = {
      keyHash: `key of ${account}`,
      points: price,
      path: '/path',
      idempotency: name === undefined ? undefined : { key: name, fingerprint: '' },
      requestId: id,
      at: Date.now(),
      day: Math.floor(Date.now() / 86_400_000),
    };
    // Both have the clock of this process: a name counts for an hour by it.
    const outcomes = await store.replicas[sent % 2]?.settle([asked], asked.at);
    const receipt = outcomes?.[0] && receiptOf(outcomes[0]);
    events.push({
      kind: 'call',
      price,
      name,
      receipt,
      sent,
      answered: receipt ? clock++ : Number.POSITIVE_INFINITY,
    });
    if (receipt) onAnswer();
    return receipt !== undefined;
  };
  const clientsAtWork = clients.map(async (calls, client) => {
    for (const [i, { price, isNamed }] of calls.entries()) {
      const id = `${account} ${client} ${i}`;
      // Who has no name for a call does not know what became of it, and goes on.
      for (let tries = 0; !(await call(`${id} ${tries}`, price, isNamed ? id : undefined)) && isNamed; )
        tries += 1;
    }
  });
  const change = async (points: number): Promise<number | undefined> => {
    const change = { points: Math.abs(points), by: 'model', note: '' };
    try {
      return (await store.commands[points > 0 ? 'grant' : 'take'](account, change)).balance;
    } catch (error) {
      if (points < 0 && error instanceof UserError) return undefined;
      throw error;
    }
  };
  const granting = (async () => {
    for (const points of changes) {
      const sent = clock++;
      const balance = await change(points);
      // Where there were too few to take back, nothing has happened.
      if (balance !== undefined) events.push({ kind: 'grant', points, balance, sent, answered: clock++ });
    }
  })();
  await Promise.all([...clientsAtWork, granting]);
  await killing;
  return { start: START_BALANCE, events };
}

function receiptOf(outcome: Outcome): Extract<Event, { kind: 'call' }>['receipt'] {
  assert.ok(outcome.kind === 'settled' || outcome.kind === 'insufficient', outcome.kind);
  const { balance, kind } = outcome;
  return { charged: kind === 'settled' ? outcome.charged : 0, balance, isRefused: kind === 'insufficient' };
}
