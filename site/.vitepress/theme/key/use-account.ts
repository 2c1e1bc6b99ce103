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
  /** Asks again without a word: prices or data have changed. */
  refresh(): Promise<void>;
  forget(): void;
  /**
   * For what is begun now: what it gives back tells whether the key of now is still this page's and the tab's, and was not
   * forgotten meanwhile, on whichever page; not even where it was entered again.
   */
  holding(): () => boolean;
  /** Says so where the tab has the key no more, though nobody has forgotten it. */
  look(): void;
  /** For a call that is sent now: what it gives back takes how it ended, for what that tells of balance and key. */
  noter(): (outcome: Outcome) => void;
}

/** How often a key was entered or forgotten in a tab, on whichever page: an answer from before is of no account. */
const turns = shallowReactive(new WeakMap<TabStore, number>());

function nextTurn(store: TabStore): number {
  const turn = (turns.get(store) ?? 0) + 1;
  turns.set(store, turn);
  return turn;
}

/** Who is looking: a key of this tab and the account it belongs to. A page that was built knows it from `check` on. */
export function useAccount(store: TabStore, isBuilt = false): UseAccount {
  const key = ref(isBuilt ? undefined : readKey(store));
  // A key that the tab has is asked about at once, so nothing else is shown before.
  const state = shallowRef<AccountState>({ status: key.value === undefined ? 'none' : 'checking' });
  const latest = ref<number>();
  let noted = 0;
  let asks = 0;
  let answered = 0;
  // A page that is left may forget the key late.
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
    // One that the tab still has can be asked about again, or forgotten.
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

  /** Opens the account, unless that fails, somebody else has come meanwhile, or a later question was answered before. */
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
    // What is paid for is known before any price is shown. In the sandbox nothing is.
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
      // Calls that were under way together are answered in any order: the lowest was charged last.
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
  return isUnknown(failure) || (refusedWith(403, failure) && failure.msg !== ERRORS.notAllowed.msg);
}
