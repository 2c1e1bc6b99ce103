import { computed, type Ref, ref, shallowRef } from 'vue';
import { call, type Failure } from './call.ts';
import type { AccountData } from './dataset.ts';
import { forgetKey, keepKey, readKey, type TabStore } from './session-key.ts';

export interface Account {
  readonly account: string;
  readonly balance: number;
  readonly key: { readonly id: string; readonly last4: string };
  readonly prices: readonly { path: string; base: number; kind: 'fixed' | 'per-period' }[];
  /** Null before anything was published. */
  readonly data: AccountData | null;
}

export type AccountState =
  | { readonly status: 'none' }
  | { readonly status: 'checking' }
  | { readonly status: 'open'; readonly account: Account }
  | { readonly status: 'failed'; readonly failure: Failure };

export interface UseAccount {
  readonly state: Ref<AccountState>;
  /** Points left, as the last answer said. */
  readonly balance: Ref<number | undefined>;
  readonly key: Ref<string | undefined>;
  /** Takes a key, asks the service about it, and keeps it for the tab unless it is refused. */
  enter(key: string): Promise<void>;
  /** Asks again with the key that is kept. */
  check(): Promise<void>;
  /** Asks again without a word: prices or data have changed. */
  refresh(): Promise<void>;
  forget(): void;
  /** For a call that is sent now: what it gives back takes the balance that the answer tells. */
  balanceNoter(): (balance: number | undefined) => void;
}

/** Who is looking: a key of this tab and the account it belongs to. A page that was built knows it from `check` on. */
export function useAccount(store: TabStore, isBuilt = false): UseAccount {
  const key = ref(isBuilt ? undefined : readKey(store));
  // A key that is kept is asked about at once, so nothing else is shown before.
  const state = shallowRef<AccountState>({ status: key.value === undefined ? 'none' : 'checking' });
  const latest = ref<number>();
  let noted = 0;

  async function enter(text: string): Promise<void> {
    key.value = text;
    await check();
    const isRefused = state.value.status === 'failed' && isAboutKey(state.value.failure);
    if (isRefused) key.value = undefined;
    else keepKey(store, text);
  }

  async function check(): Promise<void> {
    key.value ??= readKey(store);
    if (key.value === undefined) {
      state.value = { status: 'none' };
      return;
    }
    state.value = { status: 'checking' };
    const noteBalance = balanceNoter();
    const outcome = await call('/api/account', { key: key.value });
    if (outcome.kind === 'answered') {
      const account = outcome.data as Account;
      noteBalance(account.balance);
      state.value = { status: 'open', account };
    } else {
      state.value = { status: 'failed', failure: outcome };
    }
  }

  async function refresh(): Promise<void> {
    const asked = key.value;
    if (asked === undefined) return;
    const noteBalance = balanceNoter();
    const outcome = await call('/api/account', { key: asked });
    if (key.value !== asked || outcome.kind !== 'answered') return;
    const account = outcome.data as Account;
    noteBalance(account.balance);
    state.value = { status: 'open', account };
  }

  function balanceNoter(): (balance: number | undefined) => void {
    const before = noted;
    return (balance) => {
      if (balance === undefined) return;
      // Calls that were under way together are answered in any order: the lowest was charged last.
      latest.value = noted === before ? balance : Math.min(balance, latest.value ?? balance);
      noted += 1;
    };
  }

  function forget(): void {
    forgetKey(store);
    key.value = undefined;
    latest.value = undefined;
    state.value = { status: 'none' };
  }

  return {
    state,
    key,
    balance: computed(() => latest.value),
    enter,
    check,
    refresh,
    forget,
    balanceNoter,
  };
}

/** Whether the key itself is what is wrong, so that asking again with it is of no use. */
export function isAboutKey(failure: Failure): boolean {
  return failure.kind === 'refused' && (failure.status === 401 || failure.status === 403);
}
