import { computed, type Ref, ref, shallowReactive, shallowRef, watch } from 'vue';
import { ERRORS } from '../../../../src/errors/callers.ts';
import { isSandboxKey } from '../../../../src/sandbox/keys.ts';
import { call, type Failure, type Outcome, refusedWith } from '../call/call.ts';
import type { AccountData } from '../call/dataset.ts';
import type { PathPrice } from '../call/site-facts.ts';
import { openKept } from './kept.ts';
import { eraseKeptOf, forgetKey, readKey, storeKey, type TabStore } from './session-key.ts';

/** What a key may ask for; null for everything. */
export interface Limits {
  readonly paths?: readonly string[] | null;
  readonly categories?: readonly string[] | null;
}

export interface Account {
  readonly account: string;
  readonly balance: number;
  readonly key: { readonly id: string; readonly last4: string } & Limits;
  readonly prices: readonly PathPrice[];
  /** Null before anything was published. */
  readonly data: AccountData | null;
}

type AccountState =
  | { readonly status: 'none' }
  /** Something else took the key away. */
  | { readonly status: 'lost' }
  | { readonly status: 'checking' }
  | { readonly status: 'open'; readonly account: Account }
  | { readonly status: 'failed'; readonly failure: Failure };

export interface UseAccount {
  readonly state: Ref<AccountState>;
  /** Points left, as the last answer said. */
  readonly balance: Ref<number | undefined>;
  readonly key: Ref<string | undefined>;
  /** Takes a key, asks the service about it, and stores it in the tab unless it is refused. */
  enter(key: string): Promise<void>;
  /** Asks again with the key of the tab. */
  check(): Promise<void>;
  /** Asks again while the page stays as it is: prices or data have changed. */
  refresh(): Promise<void>;
  forget(): void;
  /**
   * Returns a function that tells whether this page and the tab still hold the key of now. It is false once the key was
   * forgotten on any page, even if it was entered again.
   */
  holding(): () => boolean;
  /** Sets the state to `lost` if the tab does not have the key any more, though nobody has forgotten it. */
  look(): void;
  /** For a call that is sent now: returns a function that reads balance and key out of its outcome. */
  noter(): (outcome: Outcome) => void;
}

/** How often a key was entered or forgotten in a tab, on any page: answers from before do not count. */
const turns = shallowReactive(new WeakMap<TabStore, number>());

function nextTurn(store: TabStore): number {
  const turn = (turns.get(store) ?? 0) + 1;
  turns.set(store, turn);
  return turn;
}

/** The key of this tab and its account. `isBuilt`: the page is built ahead, and knows the key only after `check`. */
export function useAccount(store: TabStore, isBuilt = false): UseAccount {
  const key = ref(isBuilt ? undefined : readKey(store));
  // A key of the tab is looked up at once: until then the page does not ask for one.
  const state = shallowRef<AccountState>({ status: key.value === undefined ? 'none' : 'checking' });
  const latest = ref<number>();
  let noted = 0;
  let asks = 0;
  let answered = 0;
  // Another page of the tab may forget the key after it was left.
  watch(
    () => turns.get(store),
    () => {
      if (isUsed() && readKey(store) === undefined) leave();
    },
    { flush: 'sync' },
  );

  async function enter(text: string): Promise<void> {
    const turn = nextTurn(store);
    const isLast = () => turns.get(store) === turn;
    key.value = text;
    state.value = { status: 'checking' };
    const failure = await ask(text, isLast);
    if (!failure || !isLast()) return;
    state.value = { status: 'failed', failure };
    // The key that the tab still has can be looked up again, or forgotten.
    if (isAboutKey(failure)) key.value = readKey(store);
    else storeKey(store, text);
  }

  async function check(): Promise<void> {
    key.value ??= readKey(store);
    if (key.value === undefined) {
      state.value = { status: 'none' };
      return;
    }
    state.value = { status: 'checking' };
    const failure = await ask(key.value);
    if (!failure) return look();
    if (isUnknown(failure)) forget();
    state.value = { status: 'failed', failure };
  }

  async function refresh(): Promise<void> {
    if (key.value !== undefined) await ask(key.value);
  }

  function holding(): () => boolean {
    const { value: held } = key;
    const turn = turns.get(store);
    return () =>
      held !== undefined && key.value === held && readKey(store) === held && turns.get(store) === turn;
  }

  const isUsed = () => ['open', 'checking'].includes(state.value.status);

  function look(): void {
    if (isUsed() && readKey(store) !== key.value) leave('lost');
  }

  /** Opens the account, unless the call fails, the key has changed meanwhile, or a later call was answered before. */
  async function ask(asked: string, isStill = holding()): Promise<Failure | undefined> {
    asks += 1;
    const order = asks;
    const isHeld = holding();
    const note = noter();
    const outcome = await call('/api/account', { key: asked });
    if (key.value !== asked || !isStill() || order < answered) return undefined;
    note(outcome);
    if (outcome.kind !== 'answered') return outcome;
    answered = order;
    const account = outcome.data as Account;
    storeKey(store, asked, account.key.id);
    // Kept answers are read before any price is shown. The sandbox has none.
    if (account.data && !isSandboxKey(asked)) await openKept(account.key.id, String(account.data.version));
    if (isHeld() && order === answered) state.value = { status: 'open', account };
    return undefined;
  }

  function noter(): (outcome: Outcome) => void {
    const before = noted;
    const asked = key.value;
    return (outcome) => {
      if (isUnknown(outcome) && asked === readKey(store)) eraseKeptOf(store);
      const balance = 'receipt' in outcome ? outcome.receipt.balance : undefined;
      if (balance === undefined) return;
      // Answers of calls under way at the same time come in any order: the lowest balance is the latest.
      latest.value = noted === before ? balance : Math.min(balance, latest.value ?? balance);
      noted += 1;
    };
  }

  function leave(status: 'none' | 'lost' = 'none'): void {
    key.value = undefined;
    latest.value = undefined;
    state.value = { status };
  }

  function forget(): void {
    forgetKey(store);
    leave();
    nextTurn(store);
  }

  return {
    state,
    key,
    balance: computed(() => latest.value),
    enter,
    check,
    refresh,
    forget,
    holding,
    look,
    noter,
  };
}

export const isLimited = ({ paths, categories }: Limits = {}): boolean => Boolean(paths || categories);
export const mayAsk = ({ paths }: Limits, path: string): boolean => paths?.includes(path) ?? true;

/** Whether the service does not know the key, and will not: one that is suspended may come back. */
function isUnknown(outcome: Outcome): boolean {
  return refusedWith(401, outcome);
}

/** Whether the key itself is what is wrong, so that asking again with it is of no use for now. */
function isAboutKey(failure: Failure): boolean {
  return isUnknown(failure) || (refusedWith(403, failure) && failure.code !== ERRORS.notAllowed.code);
}
