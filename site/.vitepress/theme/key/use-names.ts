import { shallowReactive } from 'vue';
import { type Asked, type Failure, isRefused, targetOf } from '../call/call.ts';
import { buy } from './buy.ts';
import { keptAnswers, openKept } from './kept.ts';
import { CATEGORIES_PATH } from './name-lists.ts';
import type { Paid } from './paid.ts';
import { type Limits, mayAsk, type UseAccount } from './use-account.ts';

/** The names to choose from, at one of the two levels. */
export type Names =
  | { readonly status: 'unknown' | 'loading' }
  /** The key may not ask for them. */
  | { readonly status: 'refused' }
  | { readonly status: 'known'; readonly names: readonly string[] }
  | { readonly status: 'failed'; readonly failure: Failure };

/** Who asks, and of which data. */
interface NamesHolder extends Limits {
  readonly key: string;
  readonly id: string;
  readonly version: string | number | undefined;
  readonly isSandbox: boolean;
}

export const UNKNOWN: Names = { status: 'unknown' };

function known(data: unknown): Names {
  const { categories = [], subCategories } = data as { categories?: string[]; subCategories?: string[] };
  return { status: 'known', names: subCategories ?? categories };
}

/**
 * The lists of names cost points too, so they are fetched only when someone asks for them. One that was paid for is kept
 * in this browser, as long as the data are the same.
 */
export function useNames<Question extends Asked>(
  holder: () => NamesHolder | undefined,
  accountOf: () => UseAccount,
  paid: Paid,
  costOf: (question: Question) => number,
) {
  const lists = shallowReactive(new Map<string, Names>());
  const versionOf = ({ id, version }: NamesHolder) => `${id} ${version}`;

  function listOf(question: Asked): Names {
    const whose = holder();
    if (!whose) return UNKNOWN;
    if (whose.categories && question.path === CATEGORIES_PATH)
      return { status: 'known', names: whose.categories };
    const target = targetOf(question);
    const found = lists.get(`${versionOf(whose)} ${target}`);
    if (found) return found;
    const kept = whose.isSandbox ? undefined : keptAnswers.get(target);
    if (kept) return known(kept.data);
    return mayAsk(whose, question.path) ? UNKNOWN : { status: 'refused' };
  }

  async function load(question: Question): Promise<void> {
    const whose = holder();
    if (!whose || ['known', 'loading', 'refused'].includes(listOf(question).status)) return;
    const target = targetOf(question);
    const id = `${versionOf(whose)} ${target}`;
    const put = (names: Names) => lists.set(id, names);
    const loading: Names = { status: 'loading' };
    put(loading);
    const maxPoints = whose.isSandbox ? undefined : costOf(question);
    const account = accountOf();
    // Whoever has no key asks the sandbox with a public one, which is not the account's.
    const isStill = whose.isSandbox ? () => holder()?.key === whose.key : account.holding();
    if (maxPoints !== undefined) {
      // Another tab may have bought it since.
      await openKept(whose.id, String(whose.version));
      const kept = keptAnswers.get(target);
      if (kept) return void put(known(kept.data));
    }
    const bought = await buy(target, { holder: whose, isStill, account, paid, maxPoints });
    if (!bought) {
      // Who entered the same key again may have asked for this once more: that answer stays.
      if (lists.get(id) === loading) lists.delete(id);
      return;
    }
    const { outcome, upToDate } = bought;
    put(outcome.kind === 'answered' ? known(outcome.data) : { status: 'failed', failure: outcome });
    await upToDate;
  }

  /** Calls that the service would refuse for a name, by who asks. */
  const refused = shallowReactive(new Set<string>());

  return {
    load,
    of: listOf,
    /** Whether a name is known to be unknown: it is not in its list, or a call for it was refused. */
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
