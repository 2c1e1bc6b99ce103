import type { Outcome, Settlement } from '../../../src/accounts/accounts.ts';

const HOUR_MS = 3_600_000;

type Account = { balance: number; isActive: boolean };
type Key = { readonly account: string; isActive: boolean; endsAt: number; isDeleted: boolean };
type Named = { readonly fingerprint: string; readonly at: number };

/** What is told of a call, without whose key it is. */
export type Told = {
  readonly kind: Outcome['kind'];
  readonly reason?: string;
  readonly charged?: number;
  readonly balance?: number;
};

/** All that there is to know, as plainly as it can be said: what the store must agree with. */
export class Model {
  accounts = new Map<string, Account>();
  keys = new Map<string, Key>();
  names = new Map<string, Named>();
  /** The base prices that were set, by path. */
  prices = new Map<string, number>();

  copy(): Model {
    return Object.assign(new Model(), structuredClone({ ...this }));
  }

  decide({ keyHash, points, maxPoints = Number.POSITIVE_INFINITY, idempotency, at }: Settlement): Told {
    const key = this.keys.get(keyHash);
    const account = key && this.accounts.get(key.account);
    if (!key || !account || key.isDeleted || key.endsAt <= at)
      return { kind: 'refused', reason: 'invalidKey' };
    if (!key.isActive) return { kind: 'refused', reason: 'inactiveKey' };
    if (!account.isActive) return { kind: 'refused', reason: 'inactiveOwner' };
    const name = `${key.account} ${idempotency?.key}`;
    const named = idempotency && points > 0 ? this.names.get(name) : undefined;
    const isFree = points === 0 || (named !== undefined && at < named.at + HOUR_MS);
    if (isFree && named && named.fingerprint !== idempotency?.fingerprint)
      return { kind: 'idempotency-mismatch', balance: account.balance };
    if (isFree) return { kind: 'settled', charged: 0, balance: account.balance };
    if (points > Math.min(account.balance, maxPoints))
      return { kind: 'insufficient', balance: account.balance };
    account.balance -= points;
    if (idempotency) this.names.set(name, { fingerprint: idempotency.fingerprint, at });
    return { kind: 'settled', charged: points, balance: account.balance };
  }
}

/** The part of an outcome that the model speaks of. */
export function toldBy(outcome: Outcome): Told {
  const { kind } = outcome;
  if (kind === 'refused') return { kind, reason: outcome.reason };
  const { balance } = outcome;
  return kind === 'settled' ? { kind, charged: outcome.charged, balance } : { kind, balance };
}
