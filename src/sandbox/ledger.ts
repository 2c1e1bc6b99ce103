import type { Caller, Outcome, Settlement } from '../accounts/ledger.ts';
import { StoreError } from '../errors/stores.ts';
import type { Points } from '../lib/points.ts';
import type { SandboxKey } from './keys.ts';

export const SANDBOX_BALANCE: Points = 100_000;

/** Decides a call as the accounts would, by the word that its key is. Nothing is taken from anybody. */
export async function settle(
  { key, outcome }: SandboxKey,
  { points, maxPoints = points }: Pick<Settlement, 'points' | 'maxPoints'>,
): Promise<Outcome> {
  if (outcome === 'inactive') return { kind: 'refused', reason: 'inactiveKey' };
  if (outcome === 'owner') return { kind: 'refused', reason: 'inactiveOwner' };
  const balance = outcome === 'nopoints' ? 0 : SANDBOX_BALANCE;
  const caller: Caller = { holder: holderOf(key), balance };
  if (points > Math.min(balance, maxPoints)) return { kind: 'insufficient', required: points, ...caller };
  if (outcome === 'unknown' && points > 0)
    throw new StoreError('unknown-outcome', 'This key stands for a charge that is not known');
  return { kind: 'settled', charged: points, ...caller };
}

export function holderOf(key: string): Caller['holder'] {
  return { account: 'sandbox', keyId: key.replace('mdk_', 'key_'), keyLast4: key.slice(-4) };
}
