import type { Holder, Outcome, Settlement } from '../accounts/accounts.ts';
import { keyHashOf } from '../accounts/key.ts';
import { ApiError } from '../errors.ts';
import type { Call, Service } from './service.ts';

type Charge = Pick<Settlement, 'points' | 'path' | 'maxPoints' | 'idempotency'>;

/** A settlement of a key that stands. */
export type Standing = Exclude<Outcome, { kind: 'refused' }>;

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
  charge: Charge,
): Promise<Standing> {
  const at = new Date();
  const outcome = await service.meter.settle({
    ...charge,
    keyHash,
    requestId: call.requestId,
    at,
    day: service.dayOf(at),
  });
  if (outcome.kind === 'refused') throw new ApiError(outcome.reason);
  return outcome;
}

/** The headers that tell what a call cost and what is left. */
export function receipt(charged: number, holder: Holder): Record<string, string> {
  return { 'x-points-charged': String(charged), 'x-points-balance': String(holder.balance) };
}
