import { computed, shallowReactive } from 'vue';
import { type call, targetOf } from '../../call/call.ts';
import { type Dataset, datasetOf } from '../../call/dataset.ts';
import { costOf } from '../../call/price.ts';
import { buy } from '../../key/buy.ts';
import { openKept } from '../../key/kept.ts';
import { Paid } from '../../key/paid.ts';
import { mayAsk } from '../../key/use-account.ts';
import { trendsOverview } from '../panels/trends-overview.ts';
import { askPatiently } from './ask.ts';
import { type CallState, IDLE, LOADING } from './call-state.ts';
import { keptAnswer } from './kept-answer.ts';
import type { Question } from './questions.ts';
import type { UseCaller } from './use-caller.ts';

/** The service itself: every question is charged once, at the price that was shown; in the sandbox, never. */
export function useLive({ store, account: current, opened, isSandbox }: UseCaller) {
  const states = shallowReactive(new Map<string, CallState>());
  const paid = new Paid(store);

  const prices = computed(() => opened.value?.prices ?? []);
  const may = (path: string) => mayAsk(opened.value?.key ?? {}, path);
  const dataset = computed((): Dataset | undefined =>
    opened.value?.data ? datasetOf(opened.value.data, may(trendsOverview.path)) : undefined,
  );
  /** Nobody is shown what another key saw. */
  const idOf = (target: string) => `${opened.value?.key.id} ${target}`;

  /** A kept answer, if it is of the data that are looked at: these may have changed while it was read. */
  function keptFor(question: Question) {
    const kept = isSandbox.value ? undefined : keptAnswer(question);
    return kept?.receipt.version === dataset.value?.version ? kept : undefined;
  }
  /** Shows a kept answer; returns whether there is one. */
  function showKept(question: Question): boolean {
    const found = keptFor(question);
    if (!found) return false;
    const { data, receipt } = found;
    const id = idOf(targetOf(question));
    const answeredAt = performance.now();
    states.set(id, { status: 'ready', data, receipt, isKept: true, answeredAt });
    return true;
  }

  function cost(question: Question): number {
    if (!dataset.value || keptFor(question)) return 0;
    if (!isSandbox.value && paid.isFree(targetOf(question))) return 0;
    return costOf(prices.value, question, dataset.value);
  }

  /** Buys an answer for at most the price that was shown; returns whether it came. */
  async function load(question: Question, shownPrice = cost(question)): Promise<boolean> {
    const { value: account } = current;
    const key = account.key.value;
    if (key === undefined) return false;
    const target = targetOf(question);
    const id = idOf(target);
    if (showKept(question)) return true;
    const isFree = isSandbox.value;
    const holder = { key, id: opened.value?.key.id ?? '' };
    const isStill = account.holding();
    let mine: CallState = { ...LOADING };
    states.set(id, mine);
    const put = (state: CallState) => {
      mine = state;
      states.set(id, state);
    };
    if (!isFree) {
      // Another tab may have bought it since.
      await openKept(holder.id, dataset.value?.version ?? '');
      if (showKept(question)) return true;
    }
    const maxPoints = isFree ? undefined : shownPrice;
    const onWait = () => put({ status: 'loading', isWaiting: true });
    const ask: typeof call = (...asked) => askPatiently(...asked, { onWait, mayGoOn: isStill });
    const bought = await buy(target, { holder, isStill, account, paid, maxPoints, ask });
    if (!bought) {
      // Who entered the same key again may have asked for this once more: that answer stays.
      if (states.get(id) === mine) states.delete(id);
      return false;
    }
    const { outcome, upToDate } = bought;
    if (outcome.kind !== 'answered') {
      // First the prices of now: the failure is shown beside them.
      await upToDate;
      put({ status: 'failed', failure: outcome });
      return false;
    }
    const { data, receipt } = outcome;
    put({ status: 'ready', data, receipt, answeredAt: performance.now() });
    await upToDate;
    return true;
  }

  /** Marks questions as loading; returns a function that takes the mark off those that were not sent. */
  function reserve(questions: readonly Question[]): () => void {
    const mark = { ...LOADING };
    const ids = questions.map((question) => idOf(targetOf(question)));
    for (const id of ids) states.set(id, mark);
    return () => {
      for (const id of ids) if (states.get(id) === mark) states.delete(id);
    };
  }

  return {
    dataset,
    /** Whether the key may ask for a path. */
    may,
    paid,
    costOf: cost,
    stateOf: (question: Question): CallState => states.get(idOf(targetOf(question))) ?? IDLE,
    load,
    reserve,
    /** Forgets answers, so that they are asked for again. */
    drop: (questions: readonly Question[]) => {
      for (const question of questions) states.delete(idOf(targetOf(question)));
    },
    clear: () => states.clear(),
  };
}
