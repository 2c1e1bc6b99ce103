import { computed, onBeforeUnmount, onMounted, ref, shallowReactive, watch } from 'vue';
import { targetOf } from '../../call/call.ts';
import { provideToolLocale } from '../../locale/tool-locale.ts';
import type { Panel } from '../panel.ts';
import { panelsOf } from '../panels/list.ts';
import type { Ranking } from '../shapes/ranking.ts';
import { asRanked, MOST_SIDE_BY_SIDE } from '../shapes/side-by-side.ts';
import { type PanelState, panelStateOf } from './panel-state.ts';
import { allOf, namesOf, type Question, questionsOf } from './questions.ts';
import { datesOf, whyMoved } from './ranges.ts';
import { useCaller } from './use-caller.ts';
import { useLive } from './use-live.ts';
import { useShownNames } from './use-shown-names.ts';
import { useView } from './use-view.ts';
import { LEVELS, type View } from './view.ts';

export type Explorer = ReturnType<typeof useExplorer>;

const WAITING: PanelState = {
  status: 'loading',
  isWaiting: false,
  missing: [],
  lacks: { comparisons: 0, names: 0, market: false },
  receipts: [],
  paid: 0,
};

/** Calls at the same time: few enough for the usual limits of a key. */
const AT_ONCE = 3;

/** Everything the explorer knows and can do. Its parts only show it. */
export function useExplorer() {
  const locale = provideToolLocale(() => dataset.value?.currency);
  const { words, format, language } = locale;
  const caller = useCaller(() => language.value);
  const { own, account, mode, isSandbox } = caller;
  const live = useLive(caller);
  const { dataset } = live;
  /** What screen readers are told. */
  const news = ref('');

  const { chosen, change } = useView(language.value, own.key.value !== undefined);
  /** Levels of which the key may ask for at least one path. */
  const levels = computed(() => LEVELS.filter((level) => panelsOf(level).some(({ path }) => live.may(path))));
  /** The chosen view, with names in place of defaults. */
  const view = computed((): View => {
    const { value } = chosen;
    if (!dataset.value) return value;
    const [first = value.level] = levels.value;
    const level = levels.value.includes(value.level) ? value.level : first;
    return { ...value, level, ...(level !== 'overall' && namesOf(value, dataset.value)) };
  });
  /** Why the days shown are not those of the address. */
  const moved = computed(() =>
    view.value.level === 'overall' || !dataset.value
      ? undefined
      : whyMoved(chosen.value.range, dataset.value),
  );
  /** Why the days in the fields cannot be asked for. */
  const refused = ref('');
  const refuse = (why: string) => {
    refused.value = why;
  };
  /** What the reader must do before anything is bought: fix the days, or agree to other ones. */
  const toDoFirst = computed(() => {
    const { daysFirst, agreeFirst } = words.value.explorer;
    return refused.value !== '' ? daysFirst : moved.value === undefined ? '' : agreeFirst;
  });
  const names = useShownNames(caller, live, view);
  const { subCategories, unknown } = names;
  /** The sub-categories whose trends stand side by side: the largest in the chosen days, if their ranking is known. */
  const multiples = computed(() => {
    const ranking = names.rankingAt('category', view.value);
    if (ranking.status === 'ready') {
      const { items } = ranking.data as Ranking;
      const ranked = items.map(({ name }) => name);
      if (ranked.length > 0) return asRanked(ranked, items, view.value.metric);
    }
    // In the sandbox the ranking is on its way by itself.
    const isComing = isSandbox.value && ['idle', 'loading'].includes(ranking.status);
    return subCategories.value.status === 'known' && !isComing ? subCategories.value.names : [];
  });

  const panels = computed(() =>
    panelsOf(view.value.level).filter(({ path, isSideBySide }) => {
      const hasNames = multiples.value.length > 0 || subCategories.value.status !== 'refused';
      return live.may(path) && (!isSideBySide || hasNames);
    }),
  );

  /** The panel that a call was made for; other panels may show its answer too. */
  const buyers = shallowReactive(new Map<string, Panel>());

  function questionsFor(panel: Panel, of = view.value) {
    return dataset.value ? questionsOf(panel, of, dataset.value, multiples.value) : { others: [] };
  }
  function stateOf(panel: Panel): PanelState {
    if (mode.value === 'checking') return WAITING;
    const isOfOther = (question: Question) => (buyers.get(targetOf(question)) ?? panel) !== panel;
    const state = panelStateOf(questionsFor(panel), live.stateOf, isOfOther);
    return isSandbox.value && needsNames(panel) ? WAITING : state;
  }
  /** Side by side needs the names of the sub-categories first. */
  function needsNames(panel: Panel): boolean {
    return panel.isSideBySide === true && multiples.value.length === 0;
  }
  const sum = (questions: readonly Question[]) =>
    questions.reduce((total, question) => total + live.costOf(question), 0);
  /** The price of what a panel is missing. */
  const costOf = (panel: Panel, of = view.value) => sum(allOf(questionsFor(panel, of)).filter(isMissing));
  /** The most that side by side can cost while its names are not known: every sub-category costs the same. */
  function mostFor(panel: Panel): number {
    if (!dataset.value) return 0;
    const { others, market } = questionsOf(panel, view.value, dataset.value, ['?']);
    const each = sum(others.map(({ question }) => question));
    return MOST_SIDE_BY_SIDE * each + sum(market ? [market].filter(isMissing) : []);
  }
  /** The price of loading all of a panel again. */
  const reloadCost = (panel: Panel) => sum(allOf(questionsFor(panel)));
  function isMissing(question: Question): boolean {
    const { status } = live.stateOf(question);
    return status !== 'ready' && status !== 'loading';
  }

  /** Sub-categories side by side are asked for apart: they cost more than all the rest. */
  const pending = computed(() =>
    isSandbox.value || unknown.value
      ? []
      : panels.value.filter((panel) => !panel.isSideBySide && stateOf(panel).missing.length > 0),
  );
  const total = computed(() => pending.value.reduce((points, panel) => points + costOf(panel), 0));

  /** Questions that are being asked, as they were ordered together. */
  const orders = shallowReactive(new Set<readonly Question[]>());
  /** The balance, minus the price of calls under way. */
  const available = computed(() => {
    const onTheWay = [...orders].flat().filter((question) => live.stateOf(question).status === 'loading');
    return (account.value.balance.value ?? Number.POSITIVE_INFINITY) - sum(onTheWay);
  });
  /** Whether a price is more than the balance allows. */
  const isShort = (points: number) => !isSandbox.value && points > available.value;
  /** What is needed and what is left, if that is not enough. */
  function shortText(points: number): string {
    const { points: say, count } = format.value;
    return isShort(points) ? words.value.explorer.short(say(points), count(available.value)) : '';
  }
  /** Points may have been bought elsewhere meanwhile. */
  function lookAgain(): void {
    const lists = [names.listCost('category'), names.listCost('sub')];
    if ([total.value, ...panels.value.map(reloadCost), ...lists].some(isShort)) void account.value.refresh();
  }

  const paidBefore = computed(() =>
    panels.value.filter((panel) => {
      const { figures, paid } = stateOf(panel);
      return figures && paid === 0;
    }),
  );

  async function load(panel: Panel): Promise<boolean> {
    const what = words.value.names[panel.name];
    news.value = words.value.explorer.panelLoading(what);
    const isAnswered = await ask([panel]);
    if (isAnswered) news.value = words.value.explorer.panelLoaded(what);
    return isAnswered;
  }

  /** Asks for what panels are missing. All of it is marked at once, so that nothing is asked for twice. */
  async function ask(of: readonly Panel[]): Promise<boolean> {
    if (toDoFirst.value !== '') return false;
    const questions = of.flatMap((panel) => {
      const { missing } = stateOf(panel);
      for (const question of missing) buyers.set(targetOf(question), panel);
      return missing;
    });
    const release = live.reserve(questions);
    orders.add(questions);
    try {
      return await askInTurn(questions);
    } finally {
      orders.delete(questions);
      release();
    }
  }

  /**
   * One call first: if it is refused, the others would be too. It stops once the key or the data change: prices and days
   * were shown for these.
   */
  async function askInTurn(questions: readonly Question[]): Promise<boolean> {
    const waiting = questions.map((question) => ({ question, maxPoints: live.costOf(question) }));
    const isStill = account.value.holding();
    const version = dataset.value?.version;
    const isSame = () => isStill() && dataset.value?.version === version;
    const first = waiting.shift();
    if (!first || !(await live.load(first.question, first.maxPoints))) return false;
    // New data made "all days" longer: the view stays on the days that were bought.
    if (!isSame() && isStill() && view.value.range.kind === 'all')
      change({ range: { kind: 'dates', ...datesOf(first.question.days) } });
    let isAnswered = true;
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        isAnswered = isSame() && (await live.load(next.question, next.maxPoints)) && isAnswered;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return isAnswered;
  }

  async function loadAll(): Promise<void> {
    const isAnswered = await ask(pending.value);
    if (isAnswered) news.value = words.value.explorer.allLoaded;
  }

  /** What is free is loaded at once: in the sandbox everything, otherwise what was paid for within the hour. */
  const free = computed(() => {
    if (mode.value !== 'open' || unknown.value || (isSandbox.value && !names.areListed.value)) return [];
    const missing = panels.value.flatMap((panel) => stateOf(panel).missing);
    return missing.filter(
      (question) =>
        live.stateOf(question).status === 'idle' && (isSandbox.value || live.costOf(question) === 0),
    );
  });
  watch(free, (questions) => {
    for (const question of questions) void live.load(question);
  });
  /** Goes one level deeper, and to the top of the page. */
  function drill(part: Partial<View>): void {
    change(part);
    scrollTo({ top: 0, behavior: 'instant' });
    news.value = words.value.explorer.nowShowing(part.sub || part.category || words.value.levels.overall);
  }

  async function enterKey(key: string): Promise<void> {
    await caller.enter(key);
    const isTaken = own.state.value.status === 'open';
    const { keyTaken, keyRefused } = words.value.explorer;
    news.value = !isTaken ? keyRefused : isSandbox.value ? words.value.pictures.sandbox : keyTaken;
  }

  function forgetKey(): void {
    live.clear();
    buyers.clear();
    names.clear();
    void caller.forget();
    news.value = words.value.explorer.keyForgotten;
  }

  onMounted(caller.check);
  onMounted(() => addEventListener('focus', lookAgain));
  onBeforeUnmount(() => removeEventListener('focus', lookAgain));

  return {
    origin: location.origin,
    locale,
    ...{ own, account, opened: caller.opened, mode, isSandbox, failure: caller.failure, check: caller.check },
    dataset,
    view,
    levels,
    moved,
    panels,
    pending,
    paidBefore,
    total,
    ...{ isShort, shortText },
    isBusy: computed(() => orders.size > 0),
    ...{ categories: names.categories, subCategories, unknown, listCost: names.listCost },
    loadNames: names.loadNames,
    news,
    questionsFor,
    stateOf,
    costOf,
    needsNames,
    mostFor,
    multiples,
    load,
    loadAll,
    reloadCost,
    reload: async (panel: Panel) => {
      if (toDoFirst.value !== '') return;
      live.drop(allOf(questionsFor(panel)));
      await load(panel);
    },
    ...{ refused, toDoFirst, refuse },
    change,
    drill,
    enterKey,
    forgetKey,
  };
}
