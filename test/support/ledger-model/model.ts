import type { Outcome, Settlement } from '../../../src/accounts/ledger.ts';

const HOUR_MS = 3_600_000;

type ModelGrant = {
  readonly points: number;
  left: number;
  endsAt: number;
  /** What was said when it was given. */
  readonly firstEnd: number;
  /** What was taken back from it or has expired of it. */
  gone: number;
  readonly kind: 'given' | 'plan' | 'refund';
};
type ModelPlan = {
  readonly points: number;
  readonly from: number;
  readonly keep: number;
  next: number;
};
/** A call that was charged. */
type ModelCharge = Pick<Settlement, 'requestId' | 'points' | 'at' | 'day'> & {
  readonly account: string;
  readonly family: ModelLimits;
};
/** What may be spent in a day and a month: of an account, or of all keys that were rotated to one another. */
type ModelLimits = { perDay: number | null; perMonth: number | null };
type Reference = { readonly account: string; readonly asked: number; readonly change: number };
type Key = {
  readonly account: string;
  isActive: boolean;
  endsAt: number;
  isDeleted: boolean;
  readonly family: ModelLimits;
};
type Named = { readonly fingerprint: string; readonly at: number };

/** What is told of a call, without whose key it is. */
export type Told = {
  readonly kind: Outcome['kind'];
  readonly reason?: string;
  readonly charged?: number;
  readonly balance?: number;
  readonly left?: number;
};

/** An account as a heap of points, each of which is of a grant. */
export class ModelAccount {
  isActive = true;
  isClosed = false;
  readonly limits: ModelLimits = { perDay: null, perMonth: null };
  /** In the order in which they were given. */
  grants: ModelGrant[] = [];
  expired = 0;
  /** What was taken back from several grants at once. */
  takenOfSeveral = 0;

  get balance(): number {
    return this.grants.reduce((sum, { left }) => sum + left, 0);
  }

  /** Those that have points left, in the order of use: the sort keeps what is older first. */
  get open(): ModelGrant[] {
    return this.grants
      .filter(({ left }) => left > 0)
      .sort((a, b) => (a.endsAt < b.endsAt ? -1 : Number(a.endsAt > b.endsAt)));
  }

  plan: ModelPlan | undefined;
  /** When plans have given points. */
  readonly given = new Set<number>();

  give(
    points: number,
    endsAt = Number.POSITIVE_INFINITY,
    kind: ModelGrant['kind'] = 'given',
    left = points,
  ): void {
    this.grants.push({ points, left, endsAt, firstEnd: endsAt, gone: 0, kind });
  }

  /** Puts points back where calls have used some, last used first; what finds no room lasts until an end. */
  giveBack(points: number, now: number, endsAt: number): void {
    const end = (grant: ModelGrant) => (grant.left > 0 ? grant.endsAt : grant.firstEnd);
    let taken = this.takenOfSeveral;
    const rooms = this.grants
      .filter(({ kind, firstEnd, left }) => kind !== 'refund' && (firstEnd > now || left > 0))
      .sort((a, b) => (end(a) === end(b) ? 0 : end(a) - end(b)))
      .map((grant) => {
        const used = grant.points - grant.gone - grant.left;
        const room = Math.max(0, used - taken);
        taken = Math.max(0, taken - used);
        return { grant, room };
      });
    let rest = points;
    for (const { grant, room } of rooms.reverse()) {
      const back = Math.min(rest, room);
      if (back > 0) grant.endsAt = end(grant);
      grant.left += back;
      rest -= back;
    }
    this.give(points, endsAt, 'refund', rest);
  }

  takeBack(points: number, from: ModelGrant | undefined): void {
    const [next] = this.open;
    const of = from ?? (next && next.left >= points ? next : undefined);
    if (!of) {
      this.takenOfSeveral += points;
      this.use(points);
      return;
    }
    of.left -= points;
    of.gone += points;
  }

  setPlan(plan: ModelPlan, now: number): void {
    this.plan = plan;
    this.expire(now);
  }

  use(points: number): void {
    let missing = points;
    for (const grant of this.open) {
      const part = Math.min(missing, grant.left);
      grant.left -= part;
      missing -= part;
    }
  }

  /** What has ended by now is gone, and stays so whatever the clock says later; what a plan gives has come. */
  expire(now: number): void {
    for (;;) {
      const ends = this.grants.filter(({ left }) => left > 0).map(({ endsAt }) => endsAt);
      const at = Math.min(...ends, this.plan?.next ?? Number.POSITIVE_INFINITY);
      if (at > now) return;
      const { plan } = this;
      const isRenewal = plan?.next === at;
      if (plan && isRenewal) plan.next = nextMonth(plan.from, at);
      const end = plan && plan.keep < Number.POSITIVE_INFINITY ? plan.next : Number.POSITIVE_INFINITY;
      let stays = plan?.keep ?? 0;
      for (const grant of this.grants.toReversed()) {
        // What an earlier plan gave for longer is not this one's to end.
        if (grant.left === 0 || grant.endsAt !== at) continue;
        const isOfPlan = isRenewal && grant.kind === 'plan';
        const left = isOfPlan ? Math.min(grant.left, stays) : 0;
        if (isOfPlan) {
          stays -= left;
          grant.endsAt = end;
        }
        this.expired += grant.left - left;
        grant.gone += grant.left - left;
        grant.left = left;
      }
      if (!plan || !isRenewal || this.given.has(at)) continue;
      this.given.add(at);
      this.give(plan.points, end, 'plan');
    }
  }
}

/** The same day of the month after, or its last. */
function nextMonth(from: number, at: number): number {
  const [year, month] = [new Date(at).getUTCFullYear(), new Date(at).getUTCMonth() + 1];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(new Date(from).getUTCDate(), last));
}

/** All that there is to know, as plainly as it can be said: what the store must agree with. */
export class Model {
  accounts = new Map<string, ModelAccount>();
  keys = new Map<string, Key>();
  names = new Map<string, Named>();
  references = new Map<string, Reference>();
  /** The base prices that were set, by path. */
  prices = new Map<string, number>();
  charges: ModelCharge[] = [];
  refunded = new Set<string>();
  prunedBefore = 0;

  decide(call: Settlement): Told {
    const { keyHash, points, maxPoints = Number.POSITIVE_INFINITY, idempotency, at } = call;
    const key = this.keys.get(keyHash);
    const account = key && this.accounts.get(key.account);
    if (!key || !account || key.isDeleted || account.isClosed || key.endsAt <= at)
      return { kind: 'refused', reason: 'invalidKey' };
    if (!key.isActive) return { kind: 'refused', reason: 'inactiveKey' };
    if (!account.isActive) return { kind: 'refused', reason: 'inactiveOwner' };
    account.expire(at);
    const told = (kind: Outcome['kind'], more = {}): Told => {
      const left = this.#left(key, account, call);
      return { kind, ...more, balance: account.balance, ...(left < Number.POSITIVE_INFINITY && { left }) };
    };
    if (points > 0 && call.limits !== limitsOf(key.family)) return told('other-limits');
    const name = `${key.account} ${idempotency?.key}`;
    const named = idempotency && points > 0 ? this.names.get(name) : undefined;
    const isFree = points === 0 || (named !== undefined && at < named.at + HOUR_MS);
    if (isFree && named && named.fingerprint !== idempotency?.fingerprint)
      return told('idempotency-mismatch');
    if (isFree) return told('settled', { charged: 0 });
    if (points > Math.min(account.balance, maxPoints)) return told('insufficient');
    if (points > this.#left(key, account, call)) return told('over-limit');
    account.use(points);
    const { requestId, day } = call;
    this.charges.push({ requestId, account: key.account, family: key.family, points, at, day });
    if (idempotency) this.names.set(name, { fingerprint: idempotency.fingerprint, at });
    return told('settled', { charged: points });
  }

  /** What the key and its account may still spend on the day of a call. */
  #left(key: Key, account: ModelAccount, { day }: Settlement): number {
    const spent = (isOne: (charge: ModelCharge) => boolean) =>
      this.charges.filter(isOne).reduce((sum, { points }) => sum + points, 0);
    const counted: [ModelLimits, (charge: ModelCharge) => boolean][] = [
      [key.family, ({ family }) => family === key.family],
      [account.limits, (charge) => charge.account === key.account],
    ];
    const lefts = counted.flatMap(([{ perDay, perMonth }, isOne]) => [
      (perDay ?? Number.POSITIVE_INFINITY) - spent((charge) => isOne(charge) && charge.day === day),
      (perMonth ?? Number.POSITIVE_INFINITY) -
        spent((charge) => isOne(charge) && monthOf(charge.day) === monthOf(day)),
    ]);
    return Math.max(0, Math.min(...lefts));
  }
}

function monthOf(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 7);
}

/** What a call of a key with these limits was checked against: nothing but that it has some. */
export function limitsOf({ perDay, perMonth }: ModelLimits): string | undefined {
  return perDay === null && perMonth === null ? undefined : '{}';
}

/** The part of an outcome that the model speaks of. */
export function toldBy(outcome: Outcome): Told {
  const { kind } = outcome;
  if (kind === 'refused') return { kind, reason: outcome.reason };
  const { balance, limitLeft } = outcome;
  const left = limitLeft && { left: limitLeft.left };
  return kind === 'settled'
    ? { kind, charged: outcome.charged, balance, ...left }
    : { kind, balance, ...left };
}
