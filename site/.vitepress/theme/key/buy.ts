import { isSandboxKey } from '../../../../src/sandbox/keys.ts';
import { call, type Outcome, refusedWith } from '../call/call.ts';
import { keep, keptAnswers } from './kept.ts';
import type { Paid } from './paid.ts';
import type { UseAccount } from './use-account.ts';

interface Purchase {
  readonly holder: { readonly key: string; readonly id: string };
  /** Whether the holder is still there; asked again when the answer is. */
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
  const isCharged = maxPoints !== undefined && !isSandboxKey(key);
  const idempotencyKey = isCharged ? paid.keyFor(target) : undefined;
  const note = account.noter();
  // Whoever was shown no price pays nothing.
  const most = maxPoints ?? (isSandboxKey(key) ? undefined : 0);
  const outcome = await ask(target, { key, idempotencyKey, maxPoints: most });
  // Who has left, or come as someone else, is not shown what the former key saw.
  if (isGone()) return undefined;
  if (account.key.value === key) note(outcome);
  if (isCharged) paid.note(target, outcome);

  async function catchUp(): Promise<void> {
    const version = 'receipt' in outcome ? outcome.receipt.version : undefined;
    // What is kept stays with the receipt of the call that was charged, whatever repeats it.
    const isKept = keptAnswers.get(target)?.receipt.version === version;
    if (isCharged && outcome.kind === 'answered' && (outcome.receipt.charged || !isKept))
      await keep(id, target, outcome);
    const { value: state } = account.state;
    if (state.status !== 'open') return;
    // The price or the data are others than those that were shown: the next ones are those of now.
    const isOld = version !== undefined && String(state.account.data?.version) !== version;
    if (isOld || refusedWith(402, outcome)) await account.refresh();
  }
  return { outcome, upToDate: catchUp() };
}
