import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Settlement } from '../../../src/accounts/accounts.ts';
import { UserError } from '../../../src/errors/operators.ts';
import { Model, type Told, toldBy } from './model.ts';
import type { Store } from './store.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const ACCOUNTS = 2;
const KEYS = 4;
const PATHS = ['cheap', 'dear'];

/** One run on a store that other runs have used: what is its own has its name in it. */
export class Run {
  readonly store: Store;
  readonly name: string;
  /** Later than any time of the machine's own that the store notes. */
  now = (Math.floor(Date.now() / DAY_MS) + 1.5) * DAY_MS;
  calls = 0;
  /** The keys that commands speak of by number; a rotation takes the place of one. */
  readonly keys: { hash: string; id: string }[] = [];

  constructor(store: Store, name: string) {
    this.store = store;
    this.name = name;
  }

  account(number: number): string {
    return `${this.name}-${number % ACCOUNTS}`;
  }

  key(number: number): { hash: string; id: string } {
    const key = this.keys[number % this.keys.length];
    assert.ok(key);
    return key;
  }

  path(number: number): string {
    return `/${this.name}/${PATHS[number]}`;
  }

  /** At the price that the store says was set, where one was. */
  async settlement({ key, points, name, path, maxPoints }: CallPlan): Promise<Settlement> {
    const prices = await this.store.commands.prices();
    return {
      keyHash: this.key(key).hash,
      points: prices.get(this.path(path)) ?? points,
      path: this.path(path),
      parameters: JSON.stringify({ points: String(points) }),
      maxPoints: maxPoints ?? undefined,
      idempotency: name === null ? undefined : { key: `name-${name}`, fingerprint: `${path}` },
      requestId: `${this.name}-${this.calls++}`,
      at: this.now,
      day: Math.floor(this.now / DAY_MS),
    };
  }
}

/** Two accounts with two keys each, in the model and in the store. */
export async function begin(store: Store, name: string): Promise<{ model: Model; real: Run }> {
  const real = new Run(store, name);
  const model = new Model();
  for (let i = 0; i < ACCOUNTS; i++) {
    await store.commands.createAccount(real.account(i), { points: 100, by: 'model', note: '' });
    model.accounts.set(real.account(i), { balance: 100, isActive: true });
  }
  for (let i = 0; i < KEYS; i++) await addKey(model, real, real.account(i), `${name}-key-${i}`);
  return { model, real };
}

async function addKey(model: Model, real: Run, account: string, hash: string): Promise<void> {
  const { id } = await real.store.commands.createKey(account, { hash, last4: 'last', name: '' });
  real.keys.push({ hash, id });
  model.keys.set(hash, { account, isActive: true, endsAt: Number.POSITIVE_INFINITY, isDeleted: false });
}

/** The store is as the model says: balances, and every charge in the totals. */
export async function assertAgree(model: Model, { store, name }: Run): Promise<void> {
  const accounts = await store.commands.listAccounts();
  for (const [account, { balance }] of model.accounts) {
    const kept = accounts.find((each) => each.name === account)?.balance;
    assert.equal(kept, balance, `the balance of ${account}`);
    const granted = (await store.commands.listGrants(account)).reduce((sum, { points }) => sum + points, 0);
    const used = await store.commands.usage({ account, by: 'key' });
    assert.equal(
      granted - used.reduce((sum, { points }) => sum + points, 0),
      balance,
      `the totals of ${account}`,
    );
  }
  const kept = [...(await store.commands.prices())].filter(([path]) => path.startsWith(`/${name}/`));
  assert.deepEqual(new Map(kept), model.prices, 'the prices');
  assert.deepEqual((await store.commands.audit()).problems, [], name);
}

type CallPlan = {
  readonly key: number;
  readonly points: number;
  readonly name: number | null;
  readonly path: number;
  readonly maxPoints: number | null;
};
type Command = fc.AsyncCommand<Model, Run>;

/** A command that is told by its name and what it is given when a run is printed. */
function command(name: string, given: unknown, run: Command['run']): Command {
  return { check: () => true, run, toString: () => `${name}(${JSON.stringify(given)})` };
}

function settle(batch: readonly CallPlan[]): Command {
  return command('settle', batch, async (model, real) => {
    const calls = await Promise.all(batch.map((plan) => real.settlement(plan)));
    const outcomes = await real.store.process.settle(calls);
    assert.ok(outcomes, 'a batch was not settled');
    const expected: Told[] = calls.map((call) => model.decide(call));
    assert.deepEqual(outcomes.map(toldBy), expected);
  });
}

/** Batches are sent without waiting, and the process that settles them is killed once so many were answered. */
function crash({
  batches,
  answers,
}: {
  batches: readonly (readonly CallPlan[])[];
  answers: number;
}): Command {
  return command('crash', { batches, answers }, async (model, real) => {
    const sent = await Promise.all(
      batches.map((batch) => Promise.all(batch.map((plan) => real.settlement(plan)))),
    );
    let answered = 0;
    let killing: Promise<void> | undefined;
    const kill = () => {
      killing ??= real.store.process.kill();
    };
    const telling = sent.map(async (calls) => {
      const outcomes = await real.store.process.settle(calls);
      answered += 1;
      if (answered === answers) kill();
      return outcomes;
    });
    if (answers === 0) kill();
    const told = await Promise.all(telling);
    kill();
    await killing;
    // What was answered is in; of what was not, a first part is in and the rest is not.
    const seen = told.filter((outcomes) => outcomes !== undefined);
    for (const [i, outcomes] of seen.entries()) {
      assert.deepEqual(
        outcomes.map(toldBy),
        (sent[i] ?? []).map((call) => model.decide(call)),
      );
    }
    const accounts = await real.store.commands.listAccounts();
    const agrees = () =>
      [...model.accounts].every(
        ([name, { balance }]) => accounts.find((each) => each.name === name)?.balance === balance,
      );
    for (const calls of sent.slice(seen.length)) {
      if (agrees()) break;
      for (const call of calls) model.decide(call);
    }
    assert.ok(agrees(), 'what was not answered is in only in part, or what was answered is not');
  });
}

function grant([account, points]: [number, number]): Command {
  return command('grant', [account, points], async (model, real) => {
    const name = real.account(account);
    const state = model.accounts.get(name);
    assert.ok(state);
    state.balance += points;
    assert.equal(
      (await real.store.commands.grant(name, { points, by: 'model', note: 'note' })).balance,
      state.balance,
    );
  });
}

/** More than there is cannot be taken, and then none is. */
function take([account, points]: [number, number]): Command {
  return command('take', [account, points], async (model, real) => {
    const name = real.account(account);
    const state = model.accounts.get(name);
    assert.ok(state);
    const taking = real.store.commands.take(name, { points, by: 'model', note: 'note' });
    if (points > state.balance) return assert.rejects(taking, UserError);
    state.balance -= points;
    assert.equal((await taking).balance, state.balance);
  });
}

/** Without a base: back to what it was. */
function setPrice([path, base]: [number, number | null]): Command {
  return command('setPrice', [path, base], async (model, real) => {
    const name = real.path(path);
    if (base === null) {
      model.prices.delete(name);
      await real.store.commands.resetPrice(name);
    } else {
      model.prices.set(name, base);
      await real.store.commands.setPrice(name, base);
    }
  });
}

function setAccount([account, isActive]: [number, boolean]): Command {
  return command('setAccountActive', [account, isActive], async (model, real) => {
    Object.assign(model.accounts.get(real.account(account)) ?? {}, { isActive });
    await real.store.commands.setAccountActive(real.account(account), isActive);
  });
}

function setKey([key, isActive]: [number, boolean]): Command {
  return command('setKeyActive', [key, isActive], async (model, real) => {
    const { hash, id } = real.key(key);
    const state = model.keys.get(hash);
    if (!state || state.isDeleted) return;
    state.isActive = isActive;
    await real.store.commands.setKeyActive(id, isActive);
  });
}

function deleteKey(key: number): Command {
  return command('deleteKey', key, async (model, real) => {
    const { hash, id } = real.key(key);
    const state = model.keys.get(hash);
    if (!state || state.isDeleted) return;
    state.isDeleted = true;
    await real.store.commands.deleteKey(id);
    await addKey(model, real, state.account, `${hash}+`);
  });
}

/** The old key ends after a while of the run's own time, and the new one takes its number. */
function rotateKey([key, graceMinutes]: [number, number]): Command {
  return command('rotateKey', [key, graceMinutes], async (model, real) => {
    const old = real.key(key);
    const state = model.keys.get(old.hash);
    if (!state?.isActive || state.isDeleted || state.endsAt < Number.POSITIVE_INFINITY) return;
    const hash = `${old.hash}'`;
    // The store counts from its own time, which the run's is ahead of.
    const graceMs = real.now + graceMinutes * MINUTE_MS - Date.now();
    const { key: made, oldEndsAt } = await real.store.commands.rotateKey(
      old.id,
      { hash, last4: 'last', name: '' },
      graceMs,
    );
    state.endsAt = oldEndsAt.getTime();
    model.keys.set(hash, { ...state, endsAt: Number.POSITIVE_INFINITY });
    real.keys.push({ hash, id: made.id });
  });
}

function passTime(minutes: number): Command {
  return command('passTime', minutes, async (_model, real) => {
    real.now += minutes * MINUTE_MS;
  });
}

function prune(): Command {
  return command('prune', [], async (_model, real) => {
    await real.store.commands.prune(Math.floor(real.now / DAY_MS));
  });
}

function restart(): Command {
  return command('restart', [], (_model, real) => real.store.process.end());
}

const call = fc.record({
  key: fc.nat(KEYS + 1),
  points: fc.constantFrom(0, 1, 7, 30),
  name: fc.option(fc.nat(3)),
  path: fc.nat(1),
  maxPoints: fc.option(fc.constantFrom(5, 50), { freq: 5 }),
});
const batch = fc.array(call, { minLength: 1, maxLength: 6 });

/**
 * A store whose clock is its own cannot be asked at the exact millisecond: for it, times are a second off those that
 * decide.
 */
export const commandsFor = (isExact: boolean) => [
  batch.map(settle),
  batch.map(settle),
  batch.map(settle),
  fc.record({ batches: fc.array(batch, { minLength: 1, maxLength: 6 }), answers: fc.nat(6) }).map(crash),
  fc.tuple(fc.nat(1), fc.integer({ min: 1, max: 200 })).map(grant),
  fc.tuple(fc.nat(1), fc.integer({ min: 1, max: 200 })).map(take),
  fc.tuple(fc.nat(1), fc.option(fc.constantFrom(0, 2, 40))).map(setPrice),
  fc.tuple(fc.nat(1), fc.boolean()).map(setAccount),
  fc.tuple(fc.nat(KEYS), fc.boolean()).map(setKey),
  fc.nat(KEYS).map(deleteKey),
  fc.tuple(fc.nat(KEYS), isExact ? fc.constantFrom(0, 1, 60) : fc.constantFrom(0.5, 1, 60)).map(rotateKey),
  fc.constantFrom(1, 59, 60, 61, 1440).map((minutes) => passTime(minutes + (isExact ? 0 : 1 / 60))),
  fc.constant(prune()),
  fc.constant(restart()),
];
