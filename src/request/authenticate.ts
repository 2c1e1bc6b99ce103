import type { Outcome, Settlement } from '../accounts/accounts.ts';
import { keyHashOf } from '../accounts/key.ts';
import { ApiError } from '../errors.ts';
import type { Call, Service } from './service.ts';

/** A settlement of a key that stands. */
type Settled = Exclude<Outcome, { kind: 'refused' }>;

/** What a key is known by. A missing or malformed one is refused here, without a look-up. */
export function readKey(call: Call): string {
  if (call.key === undefined) throw new ApiError('missingKey');
  const hash = keyHashOf(call.key);
  if (hash === undefined) throw new ApiError('invalidKey');
  return hash;
}

export function tooManyRequests(): ApiError {
  return new ApiError('tooManyRequests', { headers: { 'retry-after': '1' } });
}

/** Puts a call to the accounts. Whether the key stands is decided in the same step as the charge. */
export async function settle(
  service: Service,
  keyHash: string,
  call: Call,
  path: string,
  points: number,
  limits?: Pick<Settlement, 'maxPoints' | 'idempotency'>,
): Promise<Settled> {
  const at = Date.now();
  const outcome = await service.meter.settle({
    keyHash,
    points,
    path,
    maxPoints: limits?.maxPoints,
    idempotency: limits?.idempotency,
    requestId: call.requestId,
    at,
    day: service.dayOf(at),
  });
  if (outcome.kind === 'refused') throw new ApiError(outcome.reason);
  return outcome;
}

/** The headers that tell what a call cost, and what is left of points and of the limit of requests. */
export function receipt(
  charged: number,
  balance: number,
  limit: Readonly<Record<string, string>>,
): Record<string, string> {
  return { 'x-points-charged': String(charged), 'x-points-balance': String(balance), ...limit };
}
