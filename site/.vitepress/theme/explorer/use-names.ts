import { shallowReactive } from 'vue';
import { call } from '../shared/call.ts';
import { type Explanation, explain } from '../shared/explain.ts';
import type { UseAccount } from '../shared/use-account.ts';
import type { Paid } from './paid.ts';
import { CATEGORIES_PATH, SUB_CATEGORIES_PATH } from './panels.ts';
import { targetOf } from './view.ts';

/** The names to choose from, at one of the two levels. */
export type Names =
  | { readonly status: 'unknown' | 'loading' }
  | { readonly status: 'known'; readonly names: readonly string[] }
  | { readonly status: 'failed'; readonly explanation: Explanation };

export const CATEGORIES = targetOf({ path: CATEGORIES_PATH, parameters: [] });

export function subCategoriesOf(category: string): string {
  const parameters = category === '' ? [] : [['category', category] as const];
  return targetOf({ path: SUB_CATEGORIES_PATH, parameters });
}

/** The lists of names cost a point each, so they too are fetched only when someone asks for them. */
export function useNames(account: UseAccount, paid: Paid) {
  const lists = shallowReactive(new Map<string, Names>());

  async function load(target: string): Promise<void> {
    const key = account.key.value;
    if (key === undefined) return;
    lists.set(target, { status: 'loading' });
    const outcome = await call(target, { key, idempotencyKey: paid.keyFor(target), maxPoints: 1 });
    if (account.key.value !== key) return;
    if ('receipt' in outcome) account.noteBalance(outcome.receipt.balance);
    if (outcome.kind !== 'answered') {
      lists.set(target, { status: 'failed', explanation: explain(outcome) });
      return;
    }
    paid.note(target);
    const data = outcome.data as { categories?: string[]; subCategories?: string[] };
    lists.set(target, { status: 'known', names: data.subCategories ?? data.categories ?? [] });
  }

  /** Fetches a list that this tab has paid for already. */
  function loadIfFree(target: string): void {
    if (!lists.has(target) && paid.isFree(target)) void load(target);
  }

  return {
    load,
    loadIfFree,
    clear: () => lists.clear(),
    of: (target: string): Names => lists.get(target) ?? { status: 'unknown' },
  };
}
