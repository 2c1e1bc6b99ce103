import { type Ref, shallowReactive } from 'vue';
import { call, type Failure, newIdempotencyKey, targetOf } from '../call/call.ts';
import type { TabStore } from '../call/session-key.ts';
import { CATEGORIES_PATH, SUB_CATEGORIES_PATH } from '../explorer/state/questions.ts';
import type { Holder } from './use-call.ts';

export type Names =
  | { readonly status: 'unknown' | 'loading' }
  | { readonly status: 'known'; readonly names: readonly string[] }
  | { readonly status: 'failed'; readonly failure: Failure };

const STORED = 'mdq-names';

/** The lists that names are chosen from. One that was paid for is kept for the tab, as long as the data are the same. */
export function useNames(
  holder: Ref<Holder>,
  store: () => TabStore,
  onBalance: (balance: number | undefined) => void,
) {
  const lists = shallowReactive(new Map<string, Names>());

  const targetFor = (field: 'category' | 'sub', category: string): string =>
    field === 'category'
      ? CATEGORIES_PATH
      : targetOf({ path: SUB_CATEGORIES_PATH, parameters: category ? [['category', category]] : [] });
  const idOf = (target: string) => `${holder.value.id} ${holder.value.data?.version ?? ''} ${target}`;

  function of(field: 'category' | 'sub', category: string): Names {
    return lists.get(idOf(targetFor(field, category))) ?? { status: 'unknown' };
  }

  /** Those that this tab has paid for are shown again; after `onMounted`, since a page is built without. */
  function restore(): void {
    for (const [id, names] of Object.entries(readStored(store())))
      if (!lists.has(id)) lists.set(id, { status: 'known', names });
  }

  async function load(field: 'category' | 'sub', category: string): Promise<void> {
    const { key, isSandbox } = holder.value;
    const target = targetFor(field, category);
    const id = idOf(target);
    if (['known', 'loading'].includes(lists.get(id)?.status ?? '')) return;
    lists.set(id, { status: 'loading' });
    const maxPoints = costOf(field);
    const terms = isSandbox ? {} : { maxPoints, idempotencyKey: newIdempotencyKey('names') };
    const outcome = await call(target, { key, ...terms });
    if (holder.value.key !== key) return;
    if (outcome.kind !== 'answered') {
      lists.set(id, { status: 'failed', failure: outcome });
      return;
    }
    onBalance(outcome.receipt.balance);
    const data = outcome.data as { categories?: string[]; subCategories?: string[] };
    const names = data.subCategories ?? data.categories ?? [];
    lists.set(id, { status: 'known', names });
    if (!isSandbox) store().setItem(STORED, JSON.stringify({ ...readStored(store()), [id]: names }));
  }

  function costOf(field: 'category' | 'sub'): number {
    const path = field === 'category' ? CATEGORIES_PATH : SUB_CATEGORIES_PATH;
    return holder.value.prices.find((price) => price.path === path)?.base ?? 0;
  }

  function clear(): void {
    lists.clear();
    store().removeItem(STORED);
  }

  return { of, load, costOf, restore, clear };
}

function readStored(store: TabStore): Record<string, readonly string[]> {
  try {
    return JSON.parse(store.getItem(STORED) ?? '{}') as Record<string, readonly string[]>;
  } catch {
    return {};
  }
}
