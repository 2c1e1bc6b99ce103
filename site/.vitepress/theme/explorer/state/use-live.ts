import { computed, shallowReactive } from 'vue';
import { targetOf } from '../../call/call.ts';
import { type Dataset, datasetOf } from '../../call/dataset.ts';
import { Paid } from '../../call/paid.ts';
import { askPatiently } from './ask.ts';
import { type CallState, IDLE, LOADING } from './call-state.ts';
import { costOf } from './price.ts';
import type { Question } from './questions.ts';
import type { UseCaller } from './use-caller.ts';

/** The service itself: every question is charged once, at the price that was shown; in the sandbox, never. */
export function useLive({ store, account: current, opened, isSandbox }: UseCaller) {
  const states = shallowReactive(new Map<string, CallState>());
  const paid = new Paid(store);

  const prices = computed(() => opened.value?.prices ?? []);
  const dataset = computed((): Dataset | undefined =>
    opened.value?.data ? datasetOf(opened.value.data) : undefined,
  );
  /** Nobody is shown what another key saw. */
  const idOf = (target: string) => `${opened.value?.key.id} ${target}`;

  function cost(question: Question): number {
    if (!dataset.value || (!isSandbox.value && paid.isFree(targetOf(question)))) return 0;
    return costOf(prices.value, question, dataset.value);
  }

  /** Whether it was answered. */
  async function load(question: Question): Promise<boolean> {
    const { value: account } = current;
    const key = account.key.value;
    if (key === undefined) return false;
    const target = targetOf(question);
    const id = idOf(target);
    const isFree = isSandbox.value;
    const terms = isFree ? {} : { idempotencyKey: paid.keyFor(target), maxPoints: cost(question) };
    states.set(id, LOADING);
    const noteBalance = account.balanceNoter();
    const outcome = await askPatiently(target, { key, ...terms }, () =>
      states.set(id, { status: 'loading', isWaiting: true }),
    );
    const answeredAt = performance.now();
    // Who has left, or come as someone else, is not shown what the former key saw.
    if (account.key.value !== key) return false;
    if ('receipt' in outcome) noteBalance(outcome.receipt.balance);
    if (!isFree) paid.note(target, outcome);
    if (outcome.kind !== 'answered') {
      // The price was another one: the next one shown is that of now.
      if (outcome.kind === 'refused' && outcome.status === 402) await account.refresh();
      states.set(id, { status: 'failed', failure: outcome });
      return false;
    }
    const { data, receipt } = outcome;
    states.set(id, { status: 'ready', data, receipt, answeredAt });
    const { version } = receipt;
    if (version !== undefined && version !== dataset.value?.version) void account.refresh();
    return true;
  }

  return {
    dataset,
    paid,
    costOf: cost,
    stateOf: (question: Question): CallState => states.get(idOf(targetOf(question))) ?? IDLE,
    load,
    /** Forgets answers, so that they are asked for again. */
    drop: (questions: readonly Question[]) => {
      for (const question of questions) states.delete(idOf(targetOf(question)));
    },
    clear: () => states.clear(),
  };
}
