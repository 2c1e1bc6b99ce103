import type { Caller, Outcome, Settlement } from '../accounts/accounts.ts';
import { keyHashOf } from '../accounts/key.ts';
import type { ByteText } from '../byte-text.ts';
import type { Points } from '../endpoints/price.ts';
import { badRequest, Refusal } from '../errors.ts';
import { type Data, failure, type Reply, successBody } from './reply.ts';
import type { Call, Service } from './service.ts';

/** What can be asked for with a key: an endpoint at its price, or a route about the account, which is free. */
export interface Product {
  readonly path: string;
  readonly isFree: boolean;
  prepare(service: Service, call: Call): Prepared | Refusal;
}

/** An answer that is ready to be sent once it is paid; a free one may be made from whose key it was. */
export interface Prepared {
  readonly points: Points;
  readonly maxPoints?: Points | undefined;
  readonly idempotency?: Settlement['idempotency'];
  readonly body: ByteText | FreeBody;
  /** What a 200 says beside the receipt, names and values in turn. */
  readonly headers?: readonly string[];
  /** What was asked, as it is shown to the holder of the account later. */
  readonly parameters?: string;
}

type FreeBody = (caller: Caller) => Promise<Data | Refusal>;
type Settled = Exclude<Outcome, { kind: 'refused' }>;

const MISSING_KEY = failure(new Refusal('missingKey'));
const INVALID_KEY = failure(new Refusal('invalidKey'));
const REFUSED_KEY = {
  invalidKey: INVALID_KEY,
  inactiveKey: failure(new Refusal('inactiveKey')),
  inactiveOwner: failure(new Refusal('inactiveOwner')),
};
const STRICTLY = ['preference-applied', 'handling=strict'];
const TOO_MANY_REQUESTS = new Refusal('tooManyRequests', { headers: ['retry-after', '1'] });
const KEY_REUSED = badRequest(
  'Idempotency-Key was used for another path or other parameters; use a new value',
);

/**
 * Answers a call with a key. The answer is complete before it is charged and cannot fail after it, so there is never
 * anything to refund.
 */
export function answer(service: Service, product: Product, call: Call): Reply | Promise<Reply> {
  if (call.key === undefined) return MISSING_KEY;
  const keyHash = keyHashOf(call.key);
  if (keyHash === undefined) return INVALID_KEY;
  const asked = { service, product, call, keyHash, left: service.rateLimit.take(keyHash) };
  const isWorthwhile = product.isFree || service.knownKeys.has(keyHash);
  return isWorthwhile ? settleAndReply(asked) : lookUpFirst(asked);
}

/** A call whose key has the form of one. */
interface Asked {
  readonly service: Service;
  readonly product: Product;
  readonly call: Call;
  readonly keyHash: string;
  /** Requests that the key has left in this second; below 0 it is over its limit. */
  readonly left: number;
}

/** Nothing is computed for a key before it has been seen to be valid. */
async function lookUpFirst(asked: Asked): Promise<Reply> {
  const outcome = await settle(asked);
  if (outcome.kind === 'refused') return REFUSED_KEY[outcome.reason];
  asked.service.knownKeys.add(asked.keyHash);
  return settleAndReply(asked);
}

async function settleAndReply(asked: Asked): Promise<Reply> {
  const { service, product, call, keyHash, left } = asked;
  // Key and owner come first in the order of checks, so what is wrong with the rest waits for them.
  const prepared = left < 0 ? TOO_MANY_REQUESTS : product.prepare(service, call);
  const isCharged = !(prepared instanceof Refusal || call.isHead);
  const outcome = await settle(asked, isCharged ? prepared : undefined);
  if (outcome.kind === 'refused') {
    service.knownKeys.delete(keyHash);
    return REFUSED_KEY[outcome.reason];
  }
  const { balance, holder } = outcome;
  const charge = { points: outcome.kind === 'settled' ? outcome.charged : 0, keyId: holder.keyId };
  const headers = ['x-points-charged', String(charge.points), 'x-points-balance', String(balance)];
  headers.push(...service.rateLimit.headers(left));
  if (isCharged && isReplay(outcome, prepared)) headers.push('idempotent-replayed', 'true');
  const result =
    prepared instanceof Refusal
      ? prepared
      : (call.isHead && priceRefusal(balance, prepared)) || resultOf(outcome, prepared);
  const answered = result instanceof Promise ? await result : result;
  if (call.isStrict && !product.isFree && isPreferenceTold(answered)) headers.push(...STRICTLY);
  if (answered instanceof Refusal) return { ...failure(answered, headers), charge };
  if (!(prepared instanceof Refusal) && prepared.headers) headers.push(...prepared.headers);
  return { status: 200, body: answered, headers, charge };
}

/** A call that has a price and cost nothing was paid before. */
function isReplay(outcome: Settled, { points }: Prepared): boolean {
  return outcome.kind === 'settled' && outcome.charged === 0 && points > 0;
}

/** Other refusals would have come whatever the caller prefers. */
function isPreferenceTold(answered: ByteText | Refusal): boolean {
  return !(answered instanceof Refusal) || answered.status === 400;
}

/** What the caller gets for what was decided. */
function resultOf(outcome: Settled, { body }: Prepared): ByteText | Refusal | Promise<ByteText | Refusal> {
  const { balance } = outcome;
  switch (outcome.kind) {
    case 'settled':
      return typeof body === 'string' ? body : freeBody(body, outcome);
    case 'insufficient':
      return notPayable(balance, outcome.required);
    case 'idempotency-mismatch':
      return KEY_REUSED;
  }
}

function notPayable(balance: Points, required: Points): Refusal {
  const name = balance < required ? 'insufficientPoints' : 'aboveMaxPoints';
  return new Refusal(name, { data: { balance, required } });
}

/** A HEAD is answered as a GET would be, but not put to the accounts at its price. */
function priceRefusal(balance: Points, { points, maxPoints = points }: Prepared): Refusal | undefined {
  return points > Math.min(balance, maxPoints) ? notPayable(balance, points) : undefined;
}

async function freeBody(make: FreeBody, caller: Caller): Promise<ByteText | Refusal> {
  const data = await make(caller);
  return data instanceof Refusal ? data : successBody(data);
}

/** Puts a call to the accounts: whether the key is valid is decided in the same step as the charge. */
function settle({ service, product, call, keyHash }: Asked, prepared?: Prepared): Promise<Outcome> {
  const at = Date.now();
  return service.meter.settle({
    keyHash,
    points: prepared?.points ?? 0,
    path: product.path,
    parameters: prepared?.parameters,
    maxPoints: prepared?.maxPoints,
    idempotency: prepared?.idempotency,
    requestId: call.requestId,
    at,
    day: service.dayOf(at),
  });
}
