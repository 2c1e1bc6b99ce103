import { shallowReactive } from 'vue';
import type { Asked } from '../code/samples.ts';
import { call, type Failure, isRefused, targetOf } from './call.ts';
import type { Paid } from './paid.ts';
import { KEPT, readKept, type TabStore } from './session-key.ts';
import type { UseAccount } from './use-account.ts';

/** The names to choose from, at one of the two levels. */
export type Names =
  | { readonly status: 'unknown' | 'loading' }
  | { readonly status: 'known'; readonly names: readonly string[] }
  | { readonly status: 'failed'; readonly failure: Failure };

/** Who asks, and of which data. */
export interface NamesHolder {
  readonly key: string;
  readonly id: string;
  readonly version: string | number | undefined;
  readonly isSandbox: boolean;
}

interface Kept {
  readonly of: string;
  readonly lists: Readonly<Record<string, readonly string[]>>;
}

const UNKNOWN: Names = { status: 'unknown' };

/**
 * The lists of names cost points too, so they are fetched only when someone asks for them. One that was paid for is kept
 * for the tab, as long as the data are the same.
 */
export function useNames<Question extends Asked>(
  holder: () => NamesHolder | undefined,
  accountOf: () => UseAccount,
  store: TabStore,
  paid: Paid,
  costOf: (question: Question) => number,
) {
  const lists = shallowReactive(new Map<string, Names>());
  const versionOf = ({ id, version }: NamesHolder) => `${id} ${version}`;

  function keptLists(whose: NamesHolder): Kept['lists'] {
    const { of, lists: kept = {} } = readKept<Kept>(store, KEPT.names);
    return !whose.isSandbox && of === versionOf(whose) ? kept : {};
  }

  function listOf(question: Asked): Names {
    const whose = holder();
    if (!whose) return UNKNOWN;
    const target = targetOf(question);
    const found = lists.get(`${versionOf(whose)} ${target}`);
    if (found) return found;
    const names = keptLists(whose)[target];
    return names ? { status: 'known', names } : UNKNOWN;
  }

  async function load(question: Question): Promise<void> {
    const whose = holder();
    if (!whose || ['known', 'loading'].includes(listOf(question).status)) return;
    const { key, isSandbox } = whose;
    const target = targetOf(question);
    const put = (names: Names) => lists.set(`${versionOf(whose)} ${target}`, names);
    put({ status: 'loading' });
    const account = accountOf();
    const noteBalance = account.balanceNoter();
    const terms = isSandbox ? {} : { idempotencyKey: paid.keyFor(target), maxPoints: costOf(question) };
    const outcome = await call(target, { key, ...terms });
    if (holder()?.key !== key) return;
    if (!isSandbox) {
      if ('receipt' in outcome) noteBalance(outcome.receipt.balance);
      paid.note(target, outcome);
    }
    if (outcome.kind !== 'answered') {
      put({ status: 'failed', failure: outcome });
      // The price was another one: the next one shown is that of now.
      if (outcome.kind === 'refused' && outcome.status === 402) await account.refresh();
      return;
    }
    const data = outcome.data as { categories?: string[]; subCategories?: string[] };
    const names = data.subCategories ?? data.categories ?? [];
    put({ status: 'known', names });
    if (isSandbox) return;
    const kept: Kept = { of: versionOf(whose), lists: { ...keptLists(whose), [target]: names } };
    store.setItem(KEPT.names, JSON.stringify(kept));
  }

  /** Calls that the service would refuse for a name, by who asks. */
  const refused = shallowReactive(new Set<string>());

  return {
    load,
    of: listOf,
    /** Whether the data are known not to have a name: it is not in its list, or a call for it was refused. */
    isUnknown(name: string, list: Asked, asked: Asked): boolean {
      const found = listOf(list);
      if (found.status === 'known') return !found.names.includes(name);
      return refused.has(`${holder()?.id} ${targetOf(asked)}`);
    },
    /** Asks the service, for nothing, whether it would refuse a call for its names. */
    async check(asked: Asked): Promise<boolean> {
      const whose = holder();
      if (!whose || !(await isRefused(targetOf(asked), whose.key))) return false;
      refused.add(`${whose.id} ${targetOf(asked)}`);
      return true;
    },
    clear(): void {
      lists.clear();
      refused.clear();
    },
  };
}
