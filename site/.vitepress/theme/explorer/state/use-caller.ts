import { computed, watch } from 'vue';
import { isSandboxKey, sandboxKey } from '../../../../../src/sandbox/keys.ts';
import type { Language } from '../../../../languages.ts';
import { factsOnce, siteFacts } from '../../call/site-facts.ts';
import { memoryStore, tabStore } from '../../key/session-key.ts';
import { useAccount } from '../../key/use-account.ts';

/** Who asks: the reader's own key, or the sandbox for whoever has none. */
export function useCaller(language: () => Language) {
  const store = tabStore();
  const own = useAccount(store);
  const guest = useAccount(memoryStore());
  const facts = siteFacts();

  const account = computed(() => (own.state.value.status === 'open' ? own : guest));
  const opened = computed(() => {
    const { state } = account.value;
    return state.value.status === 'open' ? state.value.account : undefined;
  });
  /** `keyless`: without a key there is nothing to look at, because the operator has turned the sandbox off. */
  const mode = computed(() => {
    if (opened.value && own.state.value.status !== 'checking') return 'open';
    if (own.state.value.status === 'checking') return 'checking';
    if (facts.value?.sandbox === false) return 'keyless';
    return guest.state.value.status === 'failed' ? 'failed' : 'checking';
  });

  /** Whoever has no key that is taken is a guest of the sandbox, where there is one. */
  async function open(): Promise<void> {
    const isOpen = () => [own, guest].some(({ state }) => state.value.status === 'open');
    if (isOpen()) return;
    const { sandbox } = (await factsOnce()) ?? {};
    if (sandbox !== false && !isOpen()) await guest.enter(sandboxKey(language()));
  }

  watch(own.state, ({ status }) => status === 'lost' && void open());

  return {
    store,
    own,
    /** Of the reader's own key, or of the sandbox. */
    account,
    opened,
    mode,
    isSandbox: computed(() => isSandboxKey(account.value.key.value ?? '')),
    /** Why even the sandbox could not be asked. */
    failure: computed(() =>
      mode.value === 'failed' && guest.state.value.status === 'failed'
        ? guest.state.value.failure
        : undefined,
    ),
    async check(): Promise<void> {
      await own.check();
      await open();
    },
    async enter(key: string): Promise<void> {
      await own.enter(key);
      await open();
    },
    async forget(): Promise<void> {
      own.forget();
      await open();
    },
  };
}

export type UseCaller = ReturnType<typeof useCaller>;
