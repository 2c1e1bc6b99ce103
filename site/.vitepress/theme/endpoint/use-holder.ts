import { computed, type Ref } from 'vue';
import { isSandboxKey, sandboxKey } from '../../../../src/sandbox/keys.ts';
import type { Language } from '../../../languages.ts';
import type { AccountData } from '../call/dataset.ts';
import { SANDBOX_DATA } from '../call/sandbox.ts';
import { type PathPrice, useSiteFacts } from '../call/site-facts.ts';
import type { Limits, UseAccount } from '../key/use-account.ts';

/** Who calls: the reader's own key, or the sandbox for whoever has none. */
export interface Holder extends Limits {
  readonly key: string;
  /** Tells holders apart without telling a key. */
  readonly id: string;
  readonly isSandbox: boolean;
  readonly prices: readonly PathPrice[];
  readonly data: (Partial<AccountData> & typeof SANDBOX_DATA) | undefined;
}

export function useHolder(live: UseAccount, language: Ref<Language>) {
  const facts = useSiteFacts();
  const account = computed(() => (live.state.value.status === 'open' ? live.state.value.account : undefined));
  const holder = computed((): Holder => {
    const key = live.key.value;
    if (account.value && key !== undefined) {
      const { prices, data } = account.value;
      return {
        key,
        ...account.value.key,
        isSandbox: isSandboxKey(key),
        prices,
        data: data ?? undefined,
      };
    }
    const own = sandboxKey(language.value);
    return { key: own, id: own, isSandbox: true, prices: facts.value?.prices ?? [], data: SANDBOX_DATA };
  });
  /** Whether there is somebody to call as: an operator can turn the sandbox off. */
  const canCall = computed(() => account.value !== undefined || facts.value?.sandbox !== false);
  return { account, holder, canCall };
}
