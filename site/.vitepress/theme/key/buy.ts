import { isSandboxKey } from '../../../../src/sandbox/keys.ts';
import { call, type Outcome, refusedWith } from '../call/call.ts';
import { keep, keptAnswers } from './kept.ts';
import type { Paid } from './paid.ts';
import type { UseAccount } from './use-account.ts';

interface Purchase {
  readonly holder: { readonly key: string; readonly id: string };
  /** Whether the holder of the key is still the same; asked before the call and after. */
  readonly isStill: () => boolean;
  readonly account: UseAccount;
  readonly paid: Paid;
  /** The price that was shown; undefined where nothing is charged. */
  readonly maxPoints: number | undefined;
  readonly ask?: typeof call;
}

/**
 * Makes a call that may cost points: no other place does. It is `upToDate` once the answer is kept, and prices and data are
 * those of now.
 */
export async function buy(
  target: string,
  { holder, isStill, account, paid, maxPoints, ask = call }: Purchase,
): Promise<{ outcome: Outcome; upToDate: Promise<void> } | undefined> {
  const isGone = () => {
    if (isStill()) return false;
    account.look();
    return true;
  };
  if (isGone()) return undefined;
  const { key, id } = holder;
  // A call that never costs anything is not kept: the reader would be warned before it is erased.
  const isFree = maxPoints === undefined || (maxPoints === 0 && !paid.isFree(target));
  const isCharged = !isFree && !isSandboxKey(key);
  const idempotencyKey = isCharged ? paid.keyFor(target) : undefined;
  const note = account.noter();
  // Whoever was shown no price pays nothing.
  const most = maxPoints ?? (isSandboxKey(key) ? undefined : 0);
  const outcome = await ask(target, { key, idempotencyKey, maxPoints: most });
  // Whoever forgot the key or entered another one is not shown the answer of the former key.
  if (isGone()) return undefined;
  if (account.key.value === key) note(outcome);
  if (isCharged) paid.note(target, outcome);

  async function catchUp(): Promise<void> {
    const version = 'receipt' in outcome ? outcome.receipt.version : undefined;
    // A free repeat does not replace the receipt of the call that was charged.
    const isKept = keptAnswers.get(target)?.receipt.version === version;
    if (isCharged && outcome.kind === 'answered' && (outcome.receipt.charged || !isKept))
      await keep(id, target, outcome);
    const { value: state } = account.state;
    if (state.status !== 'open') return;
    // Prices or data have changed since they were shown: the current ones are fetched.
    const isOld = version !== undefined && String(state.account.data?.version) !== version;
    if (isOld || refusedWith(402, outcome)) await account.refresh();
  }
  return { outcome, upToDate: catchUp() };
}
