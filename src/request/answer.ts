import { hashKey, keyHashOf } from '../accounts/key.ts';
import type { CallLimits } from '../accounts/key-limits.ts';
import type { Caller, Outcome, Settlement } from '../accounts/ledger.ts';
import type { Points } from '../endpoints/form/price.ts';
import { Refusal } from '../errors/callers.ts';
import type { ByteText } from '../lib/text/byte-text.ts';
import type { KnownKey } from './known-keys.ts';
import { type Asks, mayAsk, NOT_ALLOWED } from './may-ask.ts';
import { type Data, failure, overBudget, type Reply, successBody } from './reply.ts';
import type { Call, Service } from './service.ts';
import { type Asker, accountAsker, UsedUp, unknownKeysAsker } from './unpaid-work.ts';

/** What can be asked for with a key: an endpoint at its price, or a route about the account, which is free. */
export interface Product {
  readonly path: string;
  readonly isFree: boolean;
  /** Whether `Prefer: handling=strict` means something to it. */
  readonly takesPrefer: boolean;
  /** What a call costs at least, where it costs anything. */
  leastPoints(service: Service): Points;
  /** A HEAD has the price and the headers, without the answer. What a key may not ask is named in no hint. */
  prepare(service: Service, call: Call, limits: CallLimits | undefined): Prepared | Refusal;
}

/** An answer that is ready to be sent once it is paid; a free one may be made from whose key it was. */
export interface Prepared {
  readonly points: Points;
  /** The caller has the answer already; 200 without. */
  readonly status?: 304;
  readonly maxPoints?: Points | undefined;
  readonly idempotency?: Settlement['idempotency'];
  readonly body: ByteText | FreeBody | Refusal;
  /** What a key may be limited to; undefined for what every key may ask. */
  readonly asks?: Asks | undefined;
  /** The content type; JSON without. */
  readonly type?: string | undefined;
  /** What a 200 or 304 says beside the receipt, names and values in turn. */
  readonly headers?: readonly string[];
  /** What was asked, as it is shown to the holder of the account later. */
  readonly parameters?: string;
}

type FreeBody = (caller: Caller) => Promise<Data | Refusal>;
type Settled = Exclude<Outcome, { kind: 'refused' | 'other-limits' }>;

const MISSING_KEY = failure(new Refusal('missingKey'));
const KEY_AS_BEARER = failure(
  new Refusal('missingKey', {
    msg: 'Missing API key: send it in the header x-api-key, not in Authorization',
  }),
);
const INVALID_KEY = failure(new Refusal('invalidKey'));
export const REFUSED_KEY = {
  invalidKey: INVALID_KEY,
  inactiveKey: failure(new Refusal('inactiveKey')),
  inactiveOwner: failure(new Refusal('inactiveOwner')),
};
const STRICTLY = ['preference-applied', 'handling=strict'];
const TOO_MANY_REQUESTS = new Refusal('tooManyRequests', { headers: ['retry-after', '1'] });
const KEY_REUSED = new Refusal('idempotencyKeyReused');

/**
 * Answers a call with a key. The answer is complete before it is charged and cannot fail after it, so there is never
 * anything to refund. What ends without a charge is booked as unpaid work, and whoever has used up the budget for that
 * gets only what it pays for.
 */
export function answer(service: Service, product: Product, call: Call): Reply | Promise<Reply> {
  if (call.key === undefined) return call.hasBearerKey ? KEY_AS_BEARER : MISSING_KEY;
  const keyHash = keyHashOf(call.key);
  if (keyHash === undefined) return service.sandbox?.(product, call) ?? INVALID_KEY;
  const known = service.knownKeys.find(keyHash);
  const usedUp = service.unpaid.usedUp(known?.asker ?? unknownKeysAsker(call.client()));
  // A key that nobody knows has an address to answer for it; all others pay for what is not free.
  const isUnpaid = product.isFree || call.isHead || !known;
  if (usedUp && isUnpaid) return overBudget(usedUp);
  const mayHaveOwn = !known || typeof known.limits?.rate === 'number';
  const count = service.rateLimit.count(keyHash, mayHaveOwn);
  const { begunAt } = call;
  // The clock of the thread is looked at only where it is known to be needed: a paid call must not be slower for it.
  const took = isUnpaid ? service.unpaid.stopwatch(begunAt) : () => performance.now() - begunAt;
  const asked = { service, product, call, keyHash, known, count, usedUp, took };
  if (usedUp) return answerIfPayable(asked, usedUp);
  return known || product.isFree ? settleAndReply(asked) : lookUpFirst(asked);
}

/**
 * Answers a call that nobody pays for, whatever its receipt says: the work is booked on the address, which has budget and
 * requests left.
 */
export function answerUnpaid(
  service: Service,
  product: Product,
  call: Call,
  { asker, count, took }: { readonly asker: Asker; readonly count: number; readonly took: () => number },
): Promise<Reply> {
  const keyHash = hashKey(call.key ?? '');
  const known = { asker, balance: 0 };
  const asked = { service, product, call, keyHash, known, count, usedUp: undefined, took };
  return settleAndReply({ ...asked, isUnpaid: true });
}

/** A call whose key has the form of one. */
interface Asked {
  readonly service: Service;
  readonly product: Product;
  readonly call: Call;
  readonly keyHash: string;
  readonly known: KnownKey | undefined;
  /** Which request of the key it is in this second. */
  readonly count: number;
  /** Milliseconds of work on the answer itself, up to now. */
  readonly took: () => number;
  /** The account has used up what is done for nothing: it gets what it pays for. */
  readonly usedUp: UsedUp | undefined;
  /** Nobody pays for it, whatever it costs. */
  readonly isUnpaid?: boolean;
}

/** Nothing is computed for a key before it has been seen to be valid. */
async function lookUpFirst(asked: Asked): Promise<Reply> {
  const outcome = await settle(asked);
  if (outcome.kind === 'refused') return refuseKey(asked, outcome.reason);
  const known = asked.service.knownKeys.add(asked.keyHash, outcome);
  return settleAndReply({ ...asked, known, took: asked.service.unpaid.stopwatch() });
}

/** Price and balance are decided before the answer is made. */
async function answerIfPayable(asked: Asked, usedUp: UsedUp): Promise<Reply> {
  const { service, product, call } = asked;
  const outcome = await settle(asked);
  const took = service.unpaid.stopwatch();
  if (outcome.kind === 'refused') return refuseKey(asked, outcome.reason);
  // A call costs at least that, or nothing: for whoever has less there is no need to look further.
  if (outcome.balance >= product.leastPoints(service)) {
    const known = service.knownKeys.add(asked.keyHash, outcome);
    const head = asPrepared(product.prepare(service, { ...call, isHead: true }, known.limits));
    const isPayable = head.points > 0 && isAllowed(known, head) && !priceRefusal(outcome, head);
    if (isPayable) return settleAndReply({ ...asked, known, took });
  }
  service.unpaid.book(askerOf(asked, outcome), took() + service.meter.shareMs);
  return overBudget(usedUp, receipt(0, outcome));
}

function askerOf({ known }: Asked, { holder }: Caller): Asker {
  return known?.asker ?? accountAsker(holder.account);
}

/** A key that is not valid is nobody's: the address answers for it. */
function refuseKey({ service, call, keyHash }: Asked, reason: keyof typeof REFUSED_KEY): Reply {
  service.knownKeys.delete(keyHash);
  service.unpaid.book(unknownKeysAsker(call.client()), service.meter.shareMs);
  return REFUSED_KEY[reason];
}

async function settleAndReply(asked: Asked): Promise<Reply> {
  const { service, product, call, keyHash, count, known, usedUp, took } = asked;
  const rate = known?.limits?.rate;
  const left = service.rateLimit.left(count, rate);
  // Key and owner come first in the order of checks, so what is wrong with the rest waits for them.
  const made = asPrepared(left < 0 ? TOO_MANY_REQUESTS : product.prepare(service, call, known?.limits));
  const prepared = isAllowed(known, made) ? made : asPrepared(NOT_ALLOWED);
  const workMs = mayBeUnpaid(asked, prepared) ? took() : 0;
  const outcome = await settle(asked, call.isHead ? undefined : prepared);
  if (outcome.kind === 'refused') return refuseKey(asked, outcome.reason);
  if (outcome.kind === 'other-limits' || hasOtherLimits(asked, outcome)) {
    return settleAndReply({
      ...asked,
      known: service.knownKeys.add(keyHash, outcome),
      took: service.unpaid.stopwatch(),
    });
  }
  const { holder } = outcome;
  if (known) noteLeft(known, outcome);
  else service.knownKeys.add(keyHash, outcome);
  const charge = { points: outcome.kind === 'settled' ? outcome.charged : 0, keyId: holder.keyId };
  const headers = receipt(charge.points, outcome);
  headers.push(...service.rateLimit.headers(left, rate));
  const asker = charge.points > 0 && !asked.isUnpaid ? undefined : askerOf(asked, outcome);
  if (asker) {
    service.unpaid.book(asker, workMs + service.meter.shareMs);
    if (usedUp) return overBudget(usedUp, headers);
  }
  if (!call.isHead && isReplay(outcome, prepared)) headers.push('idempotent-replayed', 'true');
  const result = (call.isHead && priceRefusal(outcome, prepared)) || resultOf(asked, outcome, prepared);
  const answered = result instanceof Promise ? await result : result;
  if (answered instanceof UsedUp) return overBudget(answered, headers);
  const isStrict = product.takesPrefer && call.handling === 'strict';
  if (answered instanceof Refusal) {
    // Other refusals would have come whatever the caller prefers.
    if (isStrict && answered.status === 400) headers.push(...STRICTLY);
    return { ...failure(answered, headers), charge };
  }
  if (isStrict) headers.push(...STRICTLY);
  if (prepared.headers) headers.push(...prepared.headers);
  return {
    status: prepared.status ?? 200,
    body: answered,
    headers,
    charge,
    type: prepared.type,
    unpaidBy: asker,
  };
}

function isAllowed(known: KnownKey | undefined, { asks }: Prepared): boolean {
  return !known?.limits || !asks || mayAsk(known.limits, asks);
}

/** Whether a call that was not charged was checked against other limits than the key has. */
function hasOtherLimits({ known }: Asked, outcome: Settled): boolean {
  const isCharged = outcome.kind === 'settled' && outcome.charged > 0;
  return !isCharged && outcome.holder.limits !== known?.limits?.text;
}

/** What is refused is an answer too, and costs nothing. */
function asPrepared(made: Prepared | Refusal): Prepared {
  return made instanceof Refusal ? { points: 0, body: made } : made;
}

/** What each answer to a call with a valid key tells. */
export function receipt(charged: Points, { balance }: Caller): string[] {
  return ['x-points-charged', String(charged), 'x-points-balance', String(balance)];
}

/** Whether the time of a call is looked at: for those that will be paid as far as anybody can tell, it is not. */
function mayBeUnpaid({ product, call, known }: Asked, prepared: Prepared): boolean {
  if (product.isFree || call.isHead || !known || known.limits) return true;
  const { points, maxPoints = points, idempotency } = prepared;
  const most = Math.min(known.balance, maxPoints, known.limitLeft?.left ?? maxPoints);
  return points === 0 || points > most || idempotency !== undefined;
}

function noteLeft(known: KnownKey, { balance, limitLeft }: Caller): void {
  known.balance = balance;
  known.limitLeft = limitLeft;
}

/** A call that has a price and cost nothing was paid before. */
function isReplay(outcome: Settled, { points }: Prepared): boolean {
  return outcome.kind === 'settled' && outcome.charged === 0 && points > 0;
}

/** What the caller gets for what was decided. */
function resultOf(
  asked: Asked,
  outcome: Settled,
  { body }: Prepared,
): ByteText | Refusal | Promise<ByteText | Refusal | UsedUp> {
  switch (outcome.kind) {
    case 'settled':
      return typeof body === 'function' ? freeBody(asked, body, outcome) : body;
    case 'insufficient':
    case 'over-limit':
      return notPayable(outcome, outcome.required, outcome.kind === 'over-limit');
    case 'idempotency-mismatch':
      return KEY_REUSED;
  }
}

function notPayable({ balance, limitLeft }: Caller, required: Points, isOverLimit = false): Refusal {
  if (balance < required) return new Refusal('insufficientPoints', { data: { balance, required } });
  if (!isOverLimit || !limitLeft)
    return new Refusal('aboveMaxPoints', { data: { reason: 'max_points', balance, required } });
  const { left, resets } = limitLeft;
  const data = { reason: 'key_limit', balance, required, left, resets: new Date(resets).toISOString() };
  return new Refusal('keyLimit', { data });
}

/** Why a call cannot be paid, as the accounts would say it. */
function priceRefusal(caller: Caller, { points, maxPoints = points }: Prepared): Refusal | undefined {
  if (points > Math.min(caller.balance, maxPoints)) return notPayable(caller, points);
  return caller.limitLeft && points > caller.limitLeft.left ? notPayable(caller, points, true) : undefined;
}

async function freeBody(asked: Asked, make: FreeBody, caller: Caller): Promise<ByteText | Refusal | UsedUp> {
  const { unpaid } = asked.service;
  const asker = askerOf(asked, caller);
  const data = await unpaid.run(asker, () => make(caller));
  if (data instanceof Refusal || data instanceof UsedUp) return data;
  const took = unpaid.stopwatch();
  const body = successBody(data);
  unpaid.book(asker, took());
  return body;
}

/** Puts a call to the accounts: whether the key is valid is decided in the same step as the charge. */
function settle({ service, product, call, keyHash, known }: Asked, prepared?: Prepared): Promise<Outcome> {
  const at = Date.now();
  return service.meter.settle({
    keyHash,
    points: prepared?.points ?? 0,
    path: product.path,
    parameters: prepared?.parameters,
    maxPoints: prepared?.maxPoints,
    idempotency: prepared?.idempotency,
    limits: known?.limits?.text,
    requestId: call.requestId,
    at,
    day: service.dayOf(at),
  });
}
