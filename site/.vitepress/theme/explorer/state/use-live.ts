import { computed, shallowReactive } from 'vue';
import { targetOf } from '../../call/call.ts';
import { type Dataset, datasetOf } from '../../call/dataset.ts';
import { Paid } from '../../call/paid.ts';
import type { TabStore } from '../../call/session-key.ts';
import type { UseAccount } from '../../call/use-account.ts';
import { askPatiently } from './ask.ts';
import { type CallState, IDLE, LOADING } from './call-state.ts';
import { costOf } from './price.ts';
import type { Question } from './questions.ts';

/** The service itself, asked with a key: every question is charged once, at the price that was shown. */
export function useLive(account: UseAccount, store: TabStore) {
  const states = shallowReactive(new Map<string, CallState>());
  const paid = new Paid(store);

  const open = computed(() =>
    account.state.value.status === 'open' ? account.state.value.account : undefined,
  );
  const prices = computed(() => open.value?.prices ?? []);
  const dataset = computed((): Dataset | undefined =>
    open.value?.data ? datasetOf(open.value.data) : undefined,
  );

  function cost(question: Question): number {
    if (!dataset.value || paid.isFree(targetOf(question))) return 0;
    return costOf(prices.value, question, dataset.value);
  }

  /** Whether it was answered. */
  async function load(question: Question): Promise<boolean> {
    const key = account.key.value;
    if (key === undefined) return false;
    const target = targetOf(question);
    const price = dataset.value ? costOf(prices.value, question, dataset.value) : 0;
    states.set(target, LOADING);
    const noteBalance = account.balanceNoter();
    const outcome = await askPatiently(
      target,
      { key, idempotencyKey: paid.keyFor(target), maxPoints: price },
      () => states.set(target, { status: 'loading', isWaiting: true }),
    );
    const answeredAt = performance.now();
    // Who has left, or come as someone else, is not shown what the former key saw.
    if (account.key.value !== key) return false;
    if ('receipt' in outcome) noteBalance(outcome.receipt.balance);
    paid.note(target, outcome);
    if (outcome.kind !== 'answered') {
      // The price was another one: the next one shown is that of now.
      if (outcome.kind === 'refused' && outcome.status === 402) await account.refresh();
      states.set(target, { status: 'failed', failure: outcome });
      return false;
    }
    const { data, receipt } = outcome;
    states.set(target, { status: 'ready', data, receipt, answeredAt });
    const { version } = receipt;
    if (version !== undefined && version !== dataset.value?.version) void account.refresh();
    return true;
  }

  return {
    dataset,
    paid,
    prices,
    costOf: cost,
    stateOf: (question: Question): CallState => states.get(targetOf(question)) ?? IDLE,
    load,
    /** Forgets answers, so that they are asked for again. */
    drop: (questions: readonly Question[]) => {
      for (const question of questions) states.delete(targetOf(question));
    },
    clear: () => states.clear(),
  };
}
