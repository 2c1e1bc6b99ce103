import { type ComputedRef, ref, shallowRef, watch } from 'vue';
import type { DemoLanguage } from '../../../../src/language.ts';
import { type CallState, LOADING } from './call-state.ts';
import { loadRecording } from './load-recording.ts';
import type { Question } from './questions.ts';
import type { Recording } from './recording.ts';

/** Recorded answers of the demo data: for those without a key, and faintly under what is not paid for. */
export function useRecorded(language: ComputedRef<DemoLanguage>) {
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

  return {
    recording,
    hasFailed,
    open,
    costOf: (question: Question) => recording.value?.costOf(question) ?? 0,
    stateOf(question: Question): CallState {
      if (!recording.value) return LOADING;
      const data = recording.value.find(question);
      if (data === undefined) return { status: 'unrecorded' };
      const receipt = {
        charged: recording.value.costOf(question),
        balance: undefined,
        requestId: undefined,
        version: undefined,
        suppressed: undefined,
      };
      return { status: 'ready', data, receipt, answeredAt: 0 };
    },
  };
}
