import { computed, onMounted, ref, watch } from 'vue';
import { type Names, useNames } from '../../call/use-names.ts';
import { provideToolLocale } from '../../locale/tool-locale.ts';
import type { Panel } from '../panel.ts';
import { panelsOf } from '../panels/list.ts';
import { marketSubRanking } from '../panels/market-sub-ranking.ts';
import { overviewRanking } from '../panels/overview-ranking.ts';
import type { Ranking } from '../shapes/ranking.ts';
import { asRanked, MOST_SIDE_BY_SIDE } from '../shapes/side-by-side.ts';
import { type CallState, IDLE } from './call-state.ts';
import { type PanelState, panelStateOf } from './panel-state.ts';
import { allOf, categoriesQuestion, namesOf, type Question, questionsOf, subsQuestion } from './questions.ts';
import { whyMoved } from './ranges.ts';
import { useCaller } from './use-caller.ts';
import { useLive } from './use-live.ts';
import { useView } from './use-view.ts';
import { FIRST_VIEW, type View } from './view.ts';

export type Explorer = ReturnType<typeof useExplorer>;

/** What names everything that has sales below a level. */
const RANKINGS: Readonly<Record<'overall' | 'category', Panel>> = {
  overall: overviewRanking,
  category: marketSubRanking,
};
const UNKNOWN: Names = { status: 'unknown' };
const WAITING: PanelState = { status: 'loading', isWaiting: false, missing: [], receipts: [] };

/** Calls at the same time: few enough for the usual limits of a key. */
const AT_ONCE = 3;

/** Everything the explorer knows and can do. Its parts only show it. */
export function useExplorer() {
  const locale = provideToolLocale(() => dataset.value?.currency);
  const { words, language } = locale;
  const caller = useCaller(() => language.value);
  const { own, account, mode, isSandbox } = caller;
  const live = useLive(caller);
  const { dataset } = live;
  const holder = () => {
    const { opened } = caller;
    const key = account.value.key.value;
    if (!opened.value || key === undefined) return undefined;
    const { id } = opened.value.key;
    return { key, id, version: opened.value.data?.version, isSandbox: isSandbox.value };
  };
  const names = useNames(holder, () => account.value, caller.store, live.paid, live.costOf);
  /** What screen readers are told. */
  const news = ref('');

  const { chosen, change } = useView(language.value, own.key.value !== undefined);
  /** With the names that are really looked at in place of the defaults. */
  const view = computed((): View => {
    const { value } = chosen;
    if (value.level === 'overall' || !dataset.value) return value;
    return { ...value, ...namesOf(value, dataset.value) };
  });
  /** Why other days are shown than the address names. */
  const moved = computed(() =>
    chosen.value.level === 'overall' || !dataset.value
      ? undefined
      : whyMoved(chosen.value.range, dataset.value),
  );
  const panels = computed(() => panelsOf(view.value.level));

  const categories = computed(() => listed('category', 'overall', FIRST_VIEW));
  const subCategories = computed(() => listed('sub', 'category', view.value));
  /** Those whose trends stand side by side: the largest of the days that are looked at, where these are known. */
  const multiples = computed(() => {
    const ranking = rankingAt('category', view.value);
    if (ranking.status === 'ready') {
      const { items } = ranking.data as Ranking;
      const ranked = items.map(({ name }) => name);
      if (ranked.length > 0) return asRanked(ranked, items, view.value.metric);
    }
    // Where everything is asked for at once, the ranking is about to tell.
    const isComing = isSandbox.value && ['idle', 'loading'].includes(ranking.status);
    return subCategories.value.status === 'known' && !isComing ? subCategories.value.names : [];
  });

  function rankingAt(level: 'overall' | 'category', of: View): CallState {
    const main = dataset.value && questionsOf(RANKINGS[level], of, dataset.value, []).main;
    return main ? live.stateOf(main) : IDLE;
  }

  function listQuestion(of: 'category' | 'sub'): Question | undefined {
    if (!dataset.value) return undefined;
    return of === 'category'
      ? categoriesQuestion(dataset.value)
      : subsQuestion(view.value.category, dataset.value);
  }
  /** A ranking that was paid for names all there is with sales, too. */
  function listed(what: 'category' | 'sub', level: 'overall' | 'category', of: View): Names {
    const question = listQuestion(what);
    const list = question ? names.of(question) : UNKNOWN;
    if (list.status !== 'unknown') return list;
    const ranking = rankingAt(level, { ...of, range: FIRST_VIEW.range });
    if (ranking.status !== 'ready') return list;
    return { status: 'known', names: (ranking.data as Ranking).items.map(({ name }) => name) };
  }

  function questionsFor(panel: Panel, of = view.value) {
    return dataset.value ? questionsOf(panel, of, dataset.value, multiples.value) : { others: [] };
  }
  function stateOf(panel: Panel): PanelState {
    if (mode.value === 'checking') return WAITING;
    const state = panelStateOf(questionsFor(panel), live.stateOf);
    const hasNoNames = isSandbox.value && panel.isSideBySide && multiples.value.length === 0;
    return hasNoNames ? WAITING : state;
  }
  const sum = (questions: readonly Question[]) =>
    questions.reduce((total, question) => total + live.costOf(question), 0);
  /** What a panel costs that has nothing yet, or what is missing of it. */
  const costOf = (panel: Panel, of = view.value) => {
    return sum(allOf(questionsFor(panel, of)).filter(isMissing));
  };
  /** What side by side costs at most, while it is not known what stands there: every sub-category costs the same. */
  function mostFor(panel: Panel): number {
    if (!dataset.value) return 0;
    const [any] = questionsOf(panel, view.value, dataset.value, ['?']).others;
    return any ? MOST_SIDE_BY_SIDE * live.costOf(any.question) : 0;
  }
  function isMissing(question: Question): boolean {
    const { status } = live.stateOf(question);
    return status !== 'ready' && status !== 'loading';
  }

  /** Sub-categories side by side are asked for apart: they cost more than all the rest. */
  const pending = computed(() =>
    isSandbox.value
      ? []
      : panels.value.filter((panel) => !panel.isSideBySide && stateOf(panel).missing.length > 0),
  );
  const total = computed(() => pending.value.reduce((points, panel) => points + costOf(panel), 0));

  async function load(panel: Panel): Promise<boolean> {
    const what = words.value.names[panel.name];
    news.value = words.value.explorer.panelLoading(what);
    const isAnswered = await ask(stateOf(panel).missing);
    if (isAnswered) news.value = words.value.explorer.panelLoaded(what);
    return isAnswered;
  }

  /** One first: where it is refused, the others would be too. */
  async function ask(questions: readonly Question[]): Promise<boolean> {
    const [first, ...others] = questions;
    if (!first || !(await live.load(first))) return false;
    const waiting = [...others];
    let isAnswered = true;
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        isAnswered = (await live.load(next)) && isAnswered;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return isAnswered;
  }

  async function loadAll(): Promise<void> {
    const isAnswered = await ask(pending.value.flatMap((panel) => stateOf(panel).missing));
    if (isAnswered) news.value = words.value.explorer.allLoaded;
  }

  /** What costs nothing is shown at once: in the sandbox everything, elsewhere what was paid for within the hour. */
  const free = computed(() => {
    if (mode.value !== 'open') return [];
    const missing = panels.value.flatMap((panel) => stateOf(panel).missing);
    return missing.filter(
      (question) =>
        live.stateOf(question).status === 'idle' && (isSandbox.value || live.costOf(question) === 0),
    );
  });
  watch(free, (questions) => {
    for (const question of questions) void live.load(question);
  });
  watch(
    () => isSandbox.value && view.value.level !== 'overall' && [view.value.category, dataset.value],
    (isNeeded) => {
      if (isNeeded) for (const of of ['category', 'sub'] as const) void loadNames(of);
    },
  );

  async function loadNames(of: 'category' | 'sub'): Promise<void> {
    const question = listQuestion(of);
    if (question) await names.load(question);
  }

  /** Goes one level deeper, to the top of what is there. */
  function drill(part: Partial<View>): void {
    change(part);
    scrollTo({ top: 0, behavior: 'instant' });
    news.value = words.value.explorer.nowShowing(part.sub || part.category || words.value.levels.overall);
  }

  /** The view stays as it was. */
  async function enterKey(key: string): Promise<void> {
    await caller.enter(key);
    const isTaken = own.state.value.status === 'open';
    news.value = words.value.explorer[isTaken ? 'keyTaken' : 'keyRefused'];
  }

  function forgetKey(): void {
    live.clear();
    names.clear();
    void caller.forget();
    news.value = words.value.explorer.keyForgotten;
  }

  onMounted(caller.check);

  return {
    origin: location.origin,
    locale,
    ...{ own, account, mode, isSandbox, failure: caller.failure, check: caller.check },
    dataset,
    view,
    moved,
    panels,
    pending,
    total,
    categories,
    subCategories,
    news,
    questionsFor,
    stateOf,
    costOf,
    mostFor,
    multiples,
    load,
    loadAll,
    reload: async (panel: Panel) => {
      live.drop(allOf(questionsFor(panel)));
      await load(panel);
    },
    listCost(of: 'category' | 'sub'): number {
      const question = listQuestion(of);
      return question ? live.costOf(question) : 0;
    },
    loadNames,
    change,
    drill,
    enterKey,
    forgetKey,
  };
}
