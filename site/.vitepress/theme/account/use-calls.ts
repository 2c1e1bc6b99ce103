import { shallowRef, watch } from 'vue';
import { call, type Failure } from '../call/call.ts';
import type { UseAccount } from '../key/use-account.ts';
import type { Call } from './calls.ts';

export type CallsState =
  | { readonly status: 'none' | 'loading' }
  | { readonly status: 'ready'; readonly calls: readonly Call[] }
  | { readonly status: 'failed'; readonly failure: Failure };

/** The last calls of the account, as soon as it is open. */
export function useCalls(account: UseAccount) {
  const state = shallowRef<CallsState>({ status: 'none' });

  async function load(): Promise<void> {
    const key = account.key.value;
    if (key === undefined) return;
    if (state.value.status !== 'ready') state.value = { status: 'loading' };
    const outcome = await call('/api/account/calls', { key });
    if (account.key.value !== key) return;
    state.value =
      outcome.kind === 'answered'
        ? { status: 'ready', calls: (outcome.data as { calls: Call[] }).calls }
        : { status: 'failed', failure: outcome };
  }

  watch(
    () => account.state.value.status,
    (status) => {
      state.value = { status: 'none' };
      if (status === 'open') void load();
    },
  );
  return { state, load };
}
