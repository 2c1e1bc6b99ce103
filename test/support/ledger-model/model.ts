import type { Outcome, Settlement } from '../../../src/accounts/accounts.ts';

const HOUR_MS = 3_600_000;

export type ModelGrant = { readonly points: number; left: number; readonly endsAt: number };
export type Reference = { readonly account: string; readonly asked: number; readonly change: number };
type Key = { readonly account: string; isActive: boolean; endsAt: number; isDeleted: boolean };
type Named = { readonly fingerprint: string; readonly at: number };

/** What is told of a call, without whose key it is. */
export type Told = {
  readonly kind: Outcome['kind'];
  readonly reason?: string;
  readonly charged?: number;
  readonly balance?: number;
};

/** An account as a heap of points, each of which is of a grant. */
export class ModelAccount {
  isActive = true;
  isClosed = false;
  /** In the order in which they were given. */
  grants: ModelGrant[] = [];
  expired = 0;

  get balance(): number {
    return this.grants.reduce((sum, { left }) => sum + left, 0);
  }

  /** Those that have points left, in the order of use: the sort keeps what is older first. */
  get open(): ModelGrant[] {
    return this.grants
      .filter(({ left }) => left > 0)
      .sort((a, b) => (a.endsAt < b.endsAt ? -1 : Number(a.endsAt > b.endsAt)));
  }

  give(points: number, endsAt = Number.POSITIVE_INFINITY): void {
    this.grants.push({ points, left: points, endsAt });
  }

  use(points: number): void {
    let missing = points;
    for (const grant of this.open) {
      const part = Math.min(missing, grant.left);
      grant.left -= part;
      missing -= part;
    }
  }

  /** What has ended by now is gone, and stays so whatever the clock says later. */
  expire(now: number): void {
    for (const grant of this.grants.filter(({ endsAt }) => endsAt <= now)) {
      this.expired += grant.left;
      grant.left = 0;
    }
  }
}

/** All that there is to know, as plainly as it can be said: what the store must agree with. */
export class Model {
  accounts = new Map<string, ModelAccount>();
  keys = new Map<string, Key>();
  names = new Map<string, Named>();
  references = new Map<string, Reference>();
  /** The base prices that were set, by path. */
  prices = new Map<string, number>();

  decide({ keyHash, points, maxPoints = Number.POSITIVE_INFINITY, idempotency, at }: Settlement): Told {
    const key = this.keys.get(keyHash);
    const account = key && this.accounts.get(key.account);
    if (!key || !account || key.isDeleted || account.isClosed || key.endsAt <= at)
      return { kind: 'refused', reason: 'invalidKey' };
    if (!key.isActive) return { kind: 'refused', reason: 'inactiveKey' };
    if (!account.isActive) return { kind: 'refused', reason: 'inactiveOwner' };
    account.expire(at);
    const name = `${key.account} ${idempotency?.key}`;
    const named = idempotency && points > 0 ? this.names.get(name) : undefined;
    const isFree = points === 0 || (named !== undefined && at < named.at + HOUR_MS);
    if (isFree && named && named.fingerprint !== idempotency?.fingerprint)
      return { kind: 'idempotency-mismatch', balance: account.balance };
    if (isFree) return { kind: 'settled', charged: 0, balance: account.balance };
    if (points > Math.min(account.balance, maxPoints))
      return { kind: 'insufficient', balance: account.balance };
    account.use(points);
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
