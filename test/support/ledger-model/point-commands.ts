import assert from 'node:assert/strict';
import type { Grant } from '../../../src/accounts/grants.ts';
import { ConflictError, UserError } from '../../../src/errors/operators.ts';
import type { Model, ModelAccount } from './model.ts';
import { type Command, command, DAY_MS, MINUTE_MS, type Run } from './run.ts';

/** The state of an account after what is due, as commands find it. */
function stateOf(model: Model, real: Run, number: number): ModelAccount {
  const state = model.accounts.get(real.account(number));
  assert.ok(state);
  state.expire(real.now);
  return state;
}

/** What a reference says of a change: that it was made before, or that it is refused; undefined where it is new. */
function saidBy(model: Model, real: Run, reference: string | undefined, account: number, asked: number) {
  const before = reference === undefined ? undefined : model.references.get(reference);
  if (!before) return undefined;
  return before.account === real.account(account) && before.asked === asked ? 'same' : 'other';
}

type GrantPlan = {
  readonly account: number;
  readonly points: number;
  readonly minutes: number | null;
  readonly reference: number | null;
};

export function grant(plan: GrantPlan): Command {
  return command('grant', plan, async (model, real) => {
    const { account, points, minutes } = plan;
    const state = stateOf(model, real, account);
    const endsAt = minutes === null ? undefined : real.now + minutes * MINUTE_MS;
    const reference = plan.reference === null ? undefined : `${real.name}-${plan.reference}`;
    const granting = real.store.commands.grant(real.account(account), {
      ...{ points, by: 'model', note: 'note', reference },
      expires: endsAt === undefined ? undefined : { day: Math.floor(endsAt / DAY_MS), endsAt },
    });
    const said = saidBy(model, real, reference, account, points);
    if (state.isClosed || said === 'other') return assert.rejects(granting, ConflictError);
    if (said === undefined) {
      if (minutes !== null && minutes <= 0) return assert.rejects(granting, UserError);
      state.give(points, endsAt);
      if (reference)
        model.references.set(reference, { account: real.account(account), asked: points, change: points });
    }
    const { balance, isRepeated } = await granting;
    assert.deepEqual([balance, isRepeated], [state.balance, said === 'same']);
  });
}

type TakePlan = {
  readonly account: number;
  readonly points: number;
  readonly grant: number | null;
  readonly atMost: boolean;
  readonly reference: number | null;
};

/** More than there is cannot be taken, and then none is, unless it says otherwise. */
export function take(plan: TakePlan): Command {
  return command('take', plan, async (model, real) => {
    const { account, points, atMost } = plan;
    const state = stateOf(model, real, account);
    const reference = plan.reference === null ? undefined : `${real.name}-${plan.reference}`;
    // The grants of the store are in the order of the model's.
    const listed = await real.store.commands.listGrants(real.account(account));
    const place = plan.grant === null ? undefined : plan.grant % state.grants.length;
    const of = place === undefined ? undefined : state.grants[place];
    const number = place === undefined ? undefined : byNumber(listed)[place]?.number;
    const taking = real.store.commands.take(real.account(account), {
      ...{ points, by: 'model', note: 'note', reference, atMost, grant: number },
    });
    const said = saidBy(model, real, reference, account, -points);
    if (said === 'other') return assert.rejects(taking, ConflictError);
    const available = of ? of.left : state.balance;
    if (said === undefined) {
      if (points > available && !atMost) return assert.rejects(taking, UserError);
      const change = Math.min(points, available);
      state.takeBack(change, of);
      if (reference)
        model.references.set(reference, { account: real.account(account), asked: -points, change });
    }
    const { balance, isRepeated } = await taking;
    assert.deepEqual([balance, isRepeated], [state.balance, said === 'same']);
  });
}

/** It is found by its id all the time, and by the name it has now. */
export function rename(account: number): Command {
  return command('rename', account, async (model, real) => {
    const id = real.account(account);
    const { balance } = stateOf(model, real, account);
    const { name } = await real.store.commands.findAccount(id);
    const renamed = await real.store.commands.changeAccount(name, { name: `${name}'` });
    assert.deepEqual([renamed.id, renamed.balance], [id, balance]);
    assert.equal((await real.store.commands.findAccount(name)).id, id);
  });
}

/** One in so many, for nothing much happens after it. */
export function close([account, chance]: [number, number]): Command {
  return command('close', [account, chance], async (model, real) => {
    const state = stateOf(model, real, account);
    if (chance > 0) return;
    const closing = real.store.commands.closeAccount(real.account(account));
    if (state.isClosed) return assert.rejects(closing, ConflictError);
    state.isClosed = true;
    state.plan = undefined;
    assert.equal((await closing).balance, state.balance);
  });
}

/** Grants in the order in which they were written: what is due late is listed by its moment. */
function byNumber(listed: readonly Grant[]): Grant[] {
  return listed.filter(({ points }) => points > 0).toSorted((a, b) => a.number - b.number);
}

type PlanPlan = {
  readonly account: number;
  readonly days: number;
  readonly points: number;
  readonly keep: number | null;
};

export function setPlan(plan: PlanPlan): Command {
  return command('setPlan', plan, async (model, real) => {
    const { account, days, points, keep } = plan;
    const state = stateOf(model, real, account);
    const from = Math.floor(real.now / DAY_MS) + days;
    const setting = real.store.commands.setPlan(real.account(account), { points, from, keep });
    if (state.isClosed) return assert.rejects(setting, ConflictError);
    if (days < 0) return assert.rejects(setting, UserError);
    const next = from * DAY_MS;
    state.setPlan({ points, from: next, keep: keep ?? Number.POSITIVE_INFINITY, next }, real.now);
    assert.equal((await setting).next * DAY_MS, state.plan?.next);
  });
}

export function endPlan(account: number): Command {
  return command('endPlan', account, async (model, real) => {
    const state = stateOf(model, real, account);
    const ending = real.store.commands.endPlan(real.account(account));
    if (!state.plan) return assert.rejects(ending, ConflictError);
    state.plan = undefined;
    await ending;
  });
}

/** One of the calls that were charged, be it long ago. */
export function refund(place: number): Command {
  return command('refund', place, async (model, real) => {
    const charge = model.charges[place % Math.max(1, model.charges.length)];
    if (!charge) return;
    const state = model.accounts.get(charge.account);
    assert.ok(state);
    const endsAt = real.now + 30 * DAY_MS;
    const { requestId, points, at } = charge;
    const expires = { day: Math.floor(endsAt / DAY_MS), endsAt };
    const refunding = real.store.commands.refund({ requestId, at, by: 'model', note: '', expires });
    const isRepeated = model.refunded.has(requestId);
    if (charge.day < model.prunedBefore && !isRepeated) return assert.rejects(refunding, UserError);
    state.expire(real.now);
    if (state.isClosed) return assert.rejects(refunding, ConflictError);
    if (!isRepeated) state.giveBack(points, real.now, endsAt);
    model.refunded.add(requestId);
    const told = await refunding;
    assert.deepEqual([told.balance, told.isRepeated], [state.balance, isRepeated]);
  });
}
