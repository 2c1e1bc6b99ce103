import { type ComputedRef, ref, shallowRef, watch } from 'vue';
import type { Language } from '../../../../languages.ts';
import { loadRecording } from '../recorded/load-recording.ts';
import type { Recording } from '../recorded/recording.ts';
import { type CallState, LOADING } from './call-state.ts';
import { costOf, type Price } from './price.ts';
import type { Question } from './questions.ts';

/** Recorded answers of the demo data: for those without a key. */
export function useRecorded(language: ComputedRef<Language>, priceNow: () => readonly Price[] | undefined) {
  const recording = shallowRef<Recording>();
  const hasFailed = ref(false);

  async function open(): Promise<void> {
    hasFailed.value = false;
    const wanted = language.value;
    try {
      const found = await loadRecording(wanted);
      if (language.value === wanted) recording.value = found;
    } catch {
      hasFailed.value = true;
    }
  }
  watch(language, open);

  /** At the prices of now, as far as they are known: the operator may have changed them since. */
  function cost(question: Question): number {
    if (!recording.value) return 0;
    const { prices, dataset } = recording.value;
    return costOf(priceNow() ?? prices, question, dataset);
  }

  return {
    recording,
    hasFailed,
    open,
    costOf: cost,
    stateOf(question: Question): CallState {
      if (!recording.value) return LOADING;
      const data = recording.value.find(question);
      if (data === undefined) return { status: 'unrecorded' };
      const receipt = {
        charged: cost(question),
        balance: undefined,
        requestId: undefined,
        version: undefined,
        suppressed: undefined,
      };
      return { status: 'ready', data, receipt, answeredAt: 0 };
    },
  };
}
