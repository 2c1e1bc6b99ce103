import { shallowReactive } from 'vue';
import { call, type Failure, targetOf } from '../../call/call.ts';
import type { UseAccount } from '../../call/use-account.ts';
import type { Paid } from './paid.ts';
import type { Question } from './questions.ts';

/** The names to choose from, at one of the two levels. */
export type Names =
  | { readonly status: 'unknown' | 'loading' }
  | { readonly status: 'known'; readonly names: readonly string[] }
  | { readonly status: 'failed'; readonly failure: Failure };

/** The lists of names cost points too, so they are fetched only when someone asks for them. */
export function useNames(account: UseAccount, paid: Paid, costOf: (question: Question) => number) {
  const lists = shallowReactive(new Map<string, Names>());

  async function load(question: Question): Promise<void> {
    const key = account.key.value;
    if (key === undefined) return;
    const target = targetOf(question);
    lists.set(target, { status: 'loading' });
    const noteBalance = account.balanceNoter();
    const outcome = await call(target, {
      key,
      idempotencyKey: paid.keyFor(target),
      maxPoints: costOf(question),
    });
    if (account.key.value !== key) return;
    if ('receipt' in outcome) noteBalance(outcome.receipt.balance);
    if (outcome.kind !== 'answered') {
      lists.set(target, { status: 'failed', failure: outcome });
      return;
    }
    paid.note(target);
    const data = outcome.data as { categories?: string[]; subCategories?: string[] };
    lists.set(target, { status: 'known', names: data.subCategories ?? data.categories ?? [] });
  }

  return {
    load,
    /** Fetches a list that this tab has paid for already. */
    loadIfFree(question: Question): void {
      const target = targetOf(question);
      if (!lists.has(target) && paid.isFree(target)) void load(question);
    },
    clear: () => lists.clear(),
    of: (question: Question): Names => lists.get(targetOf(question)) ?? { status: 'unknown' },
  };
}
