import { useData } from 'vitepress';
import { computed, ref, shallowReactive, shallowRef } from 'vue';
import { figuresOf } from './answers.ts';
import { NOTHING_KNOWN, periodsOf } from './coverage.ts';
import { loadRecording } from './load-recording.ts';
import { IDLE, LOADING, type PanelState } from './panel-state.ts';
import type { Panel } from './panels.ts';
import { type Cost, costOf } from './price.ts';
import { demoLanguage, RECORDED, type RecordedNames, type Recording } from './recording.ts';
import { questionOf, targetOf, type View } from './view.ts';

/** Recorded answers of the demo data, for those without a key. */
export function useRecorded() {
  const { lang } = useData();
  const language = demoLanguage(lang.value);
  const recording = shallowRef<Recording>();
  const hasFailed = ref(false);
  const states = shallowReactive(new Map<string, PanelState>());

  async function open(): Promise<void> {
    hasFailed.value = false;
    try {
      recording.value = await loadRecording(language);
    } catch {
      hasFailed.value = true;
    }
  }

  function load(panel: Panel, view: View): boolean {
    const question = questionOf(panel, view);
    const found = recording.value?.find(question);
    states.set(
      targetOf(question),
      found
        ? {
            status: 'ready',
            figures: figuresOf(panel.kind, found.data),
            receipt: { charged: found.charged, balance: undefined, requestId: undefined },
            answeredAt: performance.now(),
          }
        : { status: 'unrecorded' },
    );
    return found !== undefined;
  }

  /** What the call would cost with a key. */
  function costOfPanel(panel: Panel, view: View): Cost {
    const price = recording.value?.head.prices.find(({ path }) => path === panel.path);
    if (!price) return { least: 0, most: Infinity };
    const coverage = recording.value?.coverage ?? NOTHING_KNOWN;
    return costOf(price, panel.takesDates ? periodsOf(view.range, coverage) : { least: 1, most: 1 });
  }

  return {
    recording,
    names: RECORDED[language],
    hasFailed,
    open,
    load,
    costOf: costOfPanel,
    coverage: computed(() => recording.value?.coverage ?? NOTHING_KNOWN),
    stateOf: (panel: Panel, view: View): PanelState =>
      recording.value ? (states.get(targetOf(questionOf(panel, view))) ?? IDLE) : LOADING,
  };
}

/** The recording has no default category of its own: an empty name becomes the first there is. */
export function withRecordedNames(view: View, names: RecordedNames): View {
  if (view.level === 'overall') return view;
  const category = view.category || (Object.keys(names)[0] ?? '');
  const sub = view.level === 'sub' ? view.sub || (names[category]?.[0] ?? '') : view.sub;
  return { ...view, category, sub };
}
