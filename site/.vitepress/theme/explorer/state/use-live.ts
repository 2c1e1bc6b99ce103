import { computed, shallowReactive } from 'vue';
import { targetOf } from '../../call/call.ts';
import { type Dataset, datasetOf } from '../../call/dataset.ts';
import { keep, openKept } from '../../call/kept.ts';
import { Paid } from '../../call/paid.ts';
import { askPatiently } from './ask.ts';
import { type CallState, IDLE, LOADING } from './call-state.ts';
import { keptAnswer } from './kept-answer.ts';
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

  const keptFor = (question: Question) => (isSandbox.value ? undefined : keptAnswer(question));
  /** Shows what was paid for before; whether there is such. */
  function showKept(question: Question): boolean {
    const found = keptFor(question);
    if (!found) return false;
    const { data, receipt } = found;
    const id = idOf(targetOf(question));
    const answeredAt = performance.now();
    states.set(id, { status: 'ready', data, receipt: { ...receipt, charged: 0 }, answeredAt });
    return true;
  }

  function cost(question: Question): number {
    if (!dataset.value || keptFor(question)) return 0;
    if (!isSandbox.value && paid.isFree(targetOf(question))) return 0;
    return costOf(prices.value, question, dataset.value);
  }

  /** Whether it was answered. */
  async function load(question: Question): Promise<boolean> {
    const { value: account } = current;
    const key = account.key.value;
    if (key === undefined) return false;
    const target = targetOf(question);
    const id = idOf(target);
    if (showKept(question)) return true;
    const isFree = isSandbox.value;
    const holder = opened.value?.key.id ?? '';
    states.set(id, LOADING);
    if (!isFree) {
      // Another tab may have bought it since.
      await openKept(holder, dataset.value?.version ?? '');
      if (showKept(question)) return true;
    }
    const terms = isFree ? {} : { idempotencyKey: paid.keyFor(target), maxPoints: cost(question) };
    const note = account.noter();
    const outcome = await askPatiently(target, { key, ...terms }, () =>
      states.set(id, { status: 'loading', isWaiting: true }),
    );
    const answeredAt = performance.now();
    // Who has left, or come as someone else, is not shown what the former key saw.
    if (account.key.value !== key) return false;
    note(outcome);
    if (!isFree) paid.note(target, outcome);
    if (outcome.kind !== 'answered') {
      // The price was another one: the next one shown is that of now.
      if (outcome.kind === 'refused' && outcome.status === 402) await account.refresh();
      states.set(id, { status: 'failed', failure: outcome });
      return false;
    }
    const { data, receipt } = outcome;
    states.set(id, { status: 'ready', data, receipt, answeredAt });
    if (!isFree) void keep(holder, target, outcome);
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
