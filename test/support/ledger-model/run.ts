import assert from 'node:assert/strict';
import type fc from 'fast-check';
import type { Settlement } from '../../../src/accounts/ledger.ts';
import { limitsOf, Model, ModelAccount } from './model.ts';
import type { Store } from './store.ts';

export const DAY_MS = 86_400_000;
export const MINUTE_MS = 60_000;
const ACCOUNTS = 2;
export const KEYS = 4;
const PATHS = ['cheap', 'dear'];

/** One run on a store that other runs have used: what is its own has its name in it. */
export class Run {
  readonly store: Store;
  readonly name: string;
  calls = 0;
  /** The ids of the accounts; their names change. */
  readonly accounts: string[] = [];
  /** The keys that commands speak of by number; a rotation takes the place of one. */
  readonly keys: { hash: string; id: string }[] = [];

  constructor(store: Store, name: string) {
    this.store = store;
    this.name = name;
  }

  get now(): number {
    return this.store.clock.now;
  }

  account(number: number): string {
    const id = this.accounts[number % ACCOUNTS];
    assert.ok(id);
    return id;
  }

  key(number: number): { hash: string; id: string } {
    const key = this.keys[number % this.keys.length];
    assert.ok(key);
    return key;
  }

  path(number: number): string {
    return `/${this.name}/${PATHS[number]}`;
  }

  /** At the price that the store says was set, where one was; checked against the limits that the key has, or against others. */
  async settlement(model: Model, plan: CallPlan): Promise<Settlement> {
    const { key, points, name, path, maxPoints, isStale } = plan;
    const limited = model.keys.get(this.key(key).hash);
    const prices = await this.store.commands.terms.prices();
    return {
      keyHash: this.key(key).hash,
      points: prices.get(this.path(path)) ?? points,
      path: this.path(path),
      parameters: JSON.stringify({ points: String(points) }),
      maxPoints: maxPoints ?? undefined,
      limits: isStale ? '{"rate":1}' : limited && limitsOf(limited.family),
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
    const first = { points: 100, by: 'model', note: '' };
    const { id } = await store.commands.createAccount(`${name}-${i}`, first);
    real.accounts.push(id);
    const account = new ModelAccount();
    account.give(100);
    model.accounts.set(id, account);
  }
  for (let i = 0; i < KEYS; i++) await addKey(model, real, real.account(i), `${name}-key-${i}`);
  return { model, real };
}

export async function addKey(model: Model, real: Run, account: string, hash: string): Promise<void> {
  const { id } = await real.store.commands.createKey(account, { hash, last4: 'last', name: '' });
  real.keys.push({ hash, id });
  const family = { perDay: null, perMonth: null };
  const endsAt = Number.POSITIVE_INFINITY;
  model.keys.set(hash, { account, isActive: true, endsAt, isDeleted: false, family });
}

export type CallPlan = {
  readonly key: number;
  readonly points: number;
  readonly name: number | null;
  readonly path: number;
  readonly maxPoints: number | null;
  readonly isStale: boolean;
};
export type Command = fc.AsyncCommand<Model, Run>;

/** A command that is told by its name and what it is given when a run is printed. */
export function command(name: string, given: unknown, run: Command['run']): Command {
  return { check: () => true, run, toString: () => `${name}(${JSON.stringify(given)})` };
}
