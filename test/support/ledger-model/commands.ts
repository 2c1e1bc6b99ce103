import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ConflictError } from '../../../src/errors/operators.ts';
import { type Model, type Told, toldBy } from './model.ts';
import { close, endPlan, grant, refund, rename, setPlan, take } from './point-commands.ts';
import { addKey, type CallPlan, type Command, command, DAY_MS, KEYS, MINUTE_MS, type Run } from './run.ts';

/** The store is as the model says: balances, what is left of each grant, and every charge in the totals. */
export async function assertAgree(model: Model, { store, name, now }: Run): Promise<void> {
  const accounts = await store.commands.listAccounts();
  for (const [account, state] of model.accounts) {
    state.expire(now);
    const { balance, open, expired } = state;
    const kept = accounts.find((each) => each.id === account)?.balance;
    assert.equal(kept, balance, `the balance of ${account}`);
    const left = (await store.commands.openGrants(account)).map(({ points, left, endsAt }) => ({
      ...{ points, left },
      endsAt: endsAt ?? Number.POSITIVE_INFINITY,
    }));
    assert.deepEqual(
      left,
      open.map(({ points, left, endsAt }) => ({ points, left, endsAt })),
      `what is left of the grants of ${account}`,
    );
    const changes = await store.commands.listGrants(account);
    const sum = (of: typeof changes) => of.reduce((all, { points }) => all + points, 0);
    assert.equal(
      0 - sum(changes.filter(({ kind }) => kind === 'expired')),
      expired,
      `what of ${account} expired`,
    );
    const used = await store.commands.usage({ account, by: 'key' });
    assert.equal(
      sum(changes) - used.reduce((all, { points }) => all + points, 0),
      balance,
      `the totals of ${account}`,
    );
  }
  const kept = [...(await store.commands.terms.prices())].filter(([path]) => path.startsWith(`/${name}/`));
  assert.deepEqual(new Map(kept), model.prices, 'the prices');
  assert.deepEqual((await store.commands.audit()).problems, [], name);
}

function settle([batch, replica]: [readonly CallPlan[], 0 | 1]): Command {
  return command('settle', [batch, replica], async (model, real) => {
    const calls = await Promise.all(batch.map((plan) => real.settlement(model, plan)));
    const outcomes = await real.store.replicas[replica].settle(calls, real.now);
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
      batches.map((batch) => Promise.all(batch.map((plan) => real.settlement(model, plan)))),
    );
    let answered = 0;
    let killing: Promise<void> | undefined;
    const kill = () => {
      killing ??= real.store.replicas[0].kill();
    };
    const telling = sent.map(async (calls) => {
      const outcomes = await real.store.replicas[0].settle(calls, real.now);
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
    for (const account of model.accounts.values()) account.expire(real.now);
    const agrees = () =>
      [...model.accounts].every(
        ([id, { balance }]) => accounts.find((each) => each.id === id)?.balance === balance,
      );
    for (const calls of sent.slice(seen.length)) {
      if (agrees()) break;
      for (const call of calls) model.decide(call);
    }
    assert.ok(agrees(), 'what was not answered is in only in part, or what was answered is not');
  });
}

/** Without a base: back to what it was. */
function setPrice([path, base]: [number, number | null]): Command {
  return command('setPrice', [path, base], async (model, real) => {
    const name = real.path(path);
    if (base === null) {
      model.prices.delete(name);
      await real.store.commands.terms.resetPrice(name);
    } else {
      model.prices.set(name, base);
      await real.store.commands.terms.setPrice(name, base);
    }
  });
}

function setAccount([account, isActive]: [number, boolean]): Command {
  return command('setAccountActive', [account, isActive], async (model, real) => {
    const state = model.accounts.get(real.account(account));
    assert.ok(state);
    const setting = real.store.commands.setAccountActive(real.account(account), isActive);
    if (state.isClosed) return assert.rejects(setting, ConflictError);
    state.isActive = isActive;
    await setting;
  });
}

function isGone(model: Model, { account, isDeleted }: { account: string; isDeleted: boolean }): boolean {
  return isDeleted || model.accounts.get(account)?.isClosed === true;
}

function setKey([key, isActive]: [number, boolean]): Command {
  return command('setKeyActive', [key, isActive], async (model, real) => {
    const { hash, id } = real.key(key);
    const state = model.keys.get(hash);
    if (!state || isGone(model, state)) return;
    state.isActive = isActive;
    await real.store.commands.setKeyActive(id, isActive);
  });
}

function deleteKey(key: number): Command {
  return command('deleteKey', key, async (model, real) => {
    const { hash, id } = real.key(key);
    const state = model.keys.get(hash);
    if (!state || isGone(model, state)) return;
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
    if (!state?.isActive || isGone(model, state) || state.endsAt < Number.POSITIVE_INFINITY) return;
    const hash = `${old.hash}'`;
    const graceMs = graceMinutes * MINUTE_MS;
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
    await real.store.clock.pass(minutes * MINUTE_MS);
  });
}

/** A little after the next midnight: a clock that goes back is on the day before. */
function toMidnight(): Command {
  return command('toMidnight', [], async (_model, real) => {
    await real.store.clock.set((Math.floor(real.now / DAY_MS) + 1) * DAY_MS + 2000);
  });
}

type Limits = { readonly perDay?: number | null; readonly perMonth?: number | null };

function limitKey([key, limits]: [number, Limits]): Command {
  return command('limitKey', [key, limits], async (model, real) => {
    const { hash, id } = real.key(key);
    const state = model.keys.get(hash);
    if (!state || isGone(model, state)) return;
    Object.assign(state.family, limits);
    const { perDay, perMonth } = (await real.store.commands.changeKey(id, { limits })).limits;
    assert.deepEqual({ perDay, perMonth }, { ...state.family });
  });
}

function limitAccount([account, limits]: [number, Limits]): Command {
  return command('limitAccount', [account, limits], async (model, real) => {
    const state = model.accounts.get(real.account(account));
    assert.ok(state);
    Object.assign(state.limits, limits);
    const { perDay, perMonth } = await real.store.commands.changeAccount(real.account(account), limits);
    assert.deepEqual({ perDay, perMonth }, { ...state.limits });
  });
}

function prune(): Command {
  return command('prune', [], async (model, real) => {
    model.prunedBefore = Math.max(model.prunedBefore, Math.floor(real.now / DAY_MS));
    await real.store.commands.prune(model.prunedBefore);
  });
}

function restart(replica: 0 | 1): Command {
  return command('restart', replica, (_model, real) => real.store.replicas[replica].end());
}

const call = fc.record({
  key: fc.nat(KEYS + 1),
  points: fc.constantFrom(0, 1, 7, 30),
  name: fc.option(fc.nat(3)),
  path: fc.nat(1),
  maxPoints: fc.option(fc.constantFrom(5, 50), { freq: 5 }),
  isStale: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
});
const batch = fc.array(call, { minLength: 1, maxLength: 6 });

const replica = fc.constantFrom(0 as const, 1 as const);
const reference = fc.option(fc.nat(3), { freq: 3 });
const points = fc.integer({ min: 1, max: 200 });
const settling = fc.tuple(batch, replica).map(settle);
const granting = fc
  .record({
    ...{ account: fc.nat(1), points, reference },
    minutes: fc.option(fc.constantFrom(-1, 0, 1, 60, 90, 1440, 3000), { freq: 3 }),
  })
  .map(grant);

const most = fc.option(fc.constantFrom(0, 5, 30, 60, 300), { freq: 3 });
const limits = fc.record({ perDay: most, perMonth: most }, { requiredKeys: [] });

export const COMMANDS = [
  settling,
  settling,
  settling,
  settling,
  fc.record({ batches: fc.array(batch, { minLength: 1, maxLength: 6 }), answers: fc.nat(6) }).map(crash),
  granting,
  granting,
  fc
    .record({ account: fc.nat(1), points, reference, grant: fc.option(fc.nat(5)), atMost: fc.boolean() })
    .map(take),
  fc.tuple(fc.nat(1), fc.option(fc.constantFrom(0, 2, 40))).map(setPrice),
  fc.tuple(fc.nat(1), fc.boolean()).map(setAccount),
  fc.tuple(fc.nat(1), fc.nat(4)).map(close),
  fc.nat(1).map(rename),
  fc.tuple(fc.nat(KEYS), fc.boolean()).map(setKey),
  fc.nat(KEYS).map(deleteKey),
  fc.tuple(fc.nat(KEYS), fc.constantFrom(0, 1, 60)).map(rotateKey),
  // Clocks go back, too: by as much as a call is looked for earlier than it came.
  fc.constantFrom(1, 59, 60, 61, 1440, 45_000, -1 / 12).map(passTime),
  fc
    .record({
      account: fc.nat(1),
      days: fc.constantFrom(-1, 0, 0, 1, 40),
      points,
      keep: fc.option(fc.constantFrom(0, 0, 50)),
    })
    .map(setPlan),
  fc.nat(1).map(endPlan),
  fc.nat(30).map(refund),
  fc.tuple(fc.nat(KEYS), limits).map(limitKey),
  fc.tuple(fc.nat(1), limits).map(limitAccount),
  fc.constant(toMidnight()),
  fc.constant(prune()),
  replica.map(restart),
];
