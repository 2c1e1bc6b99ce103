import { computed, onMounted, ref } from 'vue';
import { isSandboxKey } from '../../../../../src/sandbox/keys.ts';
import { tabStore } from '../../call/session-key.ts';
import { useAccount } from '../../call/use-account.ts';
import { type Names, useNames } from '../../call/use-names.ts';
import { useSite } from '../../call/use-site.ts';
import { provideToolLocale } from '../../locale/tool-locale.ts';
import type { Panel } from '../panel.ts';
import { panelsOf } from '../panels/list.ts';
import { marketSubRanking } from '../panels/market-sub-ranking.ts';
import { overviewRanking } from '../panels/overview-ranking.ts';
import type { RankedItem, Ranking } from '../shapes/ranking.ts';
import { asRanked, MOST_SIDE_BY_SIDE } from '../shapes/side-by-side.ts';
import { LOADING } from './call-state.ts';
import { type PanelState, panelStateOf } from './panel-state.ts';
import { allOf, categoriesQuestion, namesOf, type Question, questionsOf, subsQuestion } from './questions.ts';
import { presetOf, whyMoved } from './ranges.ts';
import { useLive } from './use-live.ts';
import { useRecorded } from './use-recorded.ts';
import { useView } from './use-view.ts';
import { FIRST_VIEW, type View } from './view.ts';

export type Explorer = ReturnType<typeof useExplorer>;

/** What names everything that has sales below a level. */
const RANKINGS: Readonly<Record<'overall' | 'category', Panel>> = {
  overall: overviewRanking,
  category: marketSubRanking,
};

/** Calls at the same time: few enough for the usual limits of a key. */
const AT_ONCE = 3;

/** Everything the explorer knows and can do. Its parts only show it. */
export function useExplorer() {
  const store = tabStore();
  const account = useAccount(store);
  const live = useLive(account, store);
  const holder = () => {
    const { key, state } = account;
    if (state.value.status !== 'open' || key.value === undefined) return undefined;
    const { id } = state.value.account.key;
    const { version } = state.value.account.data ?? {};
    return { key: key.value, id, version, isSandbox: isSandboxKey(key.value) };
  };
  const names = useNames(holder, account, store, live.paid, live.costOf);
  /** What screen readers are told. */
  const news = ref('');

  const mode = computed(() => {
    const { status } = account.state.value;
    return status === 'open' ? 'live' : status === 'checking' ? 'checking' : 'recorded';
  });
  const isLive = computed(() => mode.value === 'live');
  const locale = provideToolLocale(() => dataset.value?.currency);
  const { words, language } = locale;
  const { chosen, change: changeView } = useView(language.value, account.key.value !== undefined, loadFree);
  const { prices } = useSite();
  const recorded = useRecorded(language, () => prices.value);
  const dataset = computed(() => (isLive.value ? live.dataset.value : recorded.recording.value?.dataset));
  const source = computed(() => (isLive.value ? live : recorded));

  /** With the names that are really looked at in place of the defaults. */
  const view = computed((): View => {
    const { value } = chosen;
    if (value.level === 'overall' || !dataset.value) return value;
    if (isLive.value) return { ...value, ...namesOf(value, dataset.value) };
    // The recording has no default of its own: an empty name becomes the first there is.
    const known = recorded.recording.value?.names ?? {};
    const category = value.category || (Object.keys(known)[0] ?? '');
    const sub = value.level === 'sub' ? value.sub || (known[category]?.[0] ?? '') : value.sub;
    // Nor has it any days of one's own.
    const range = presetOf(value.range, dataset.value) ? value.range : FIRST_VIEW.range;
    return { ...value, category, sub, range };
  });
  /** Why other days are shown than the address names. */
  const moved = computed(() => {
    const { level, range } = chosen.value;
    if (level === 'overall' || !dataset.value) return undefined;
    const isUnrecorded = !isLive.value && presetOf(range, dataset.value) === undefined;
    return isUnrecorded ? 'unrecorded' : whyMoved(range, dataset.value);
  });
  const panels = computed(() => panelsOf(view.value.level));

  const categories = computed((): Names => {
    if (!dataset.value) return { status: 'unknown' };
    if (!isLive.value) return { status: 'known', names: Object.keys(recorded.recording.value?.names ?? {}) };
    return listed(categoriesQuestion(dataset.value), 'overall', FIRST_VIEW);
  });
  const subCategories = computed((): Names => {
    if (!dataset.value) return { status: 'unknown' };
    if (!isLive.value) {
      return { status: 'known', names: recorded.recording.value?.names[view.value.category] ?? [] };
    }
    return listed(subsQuestion(view.value.category, dataset.value), 'category', view.value);
  });
  /** Those whose trends stand side by side: in the recording more than can be looked at one by one. */
  const multiples = computed(() => {
    const ranked = rankedAt('category', view.value) ?? [];
    const { metric, category } = view.value;
    if (!isLive.value) return asRanked(recorded.recording.value?.subs(category) ?? [], ranked, metric);
    // The largest of the days that are looked at, where it is known which these are.
    if (ranked.length > 0) {
      return asRanked(
        ranked.map(({ name }) => name),
        ranked,
        metric,
      );
    }
    return subCategories.value.status === 'known' ? subCategories.value.names : [];
  });

  /** A ranking, where it is there. */
  function rankedAt(level: 'overall' | 'category', of: View): readonly RankedItem[] | undefined {
    if (!dataset.value) return undefined;
    const { main } = questionsOf(RANKINGS[level], of, dataset.value, []);
    const state = main && source.value.stateOf(main);
    return state?.status === 'ready' ? (state.data as Ranking).items : undefined;
  }

  /** A ranking that was paid for names all there is with sales, too. */
  function listed(question: Question, level: 'overall' | 'category', of: View): Names {
    const list = names.of(question);
    if (list.status !== 'unknown') return list;
    const ranked = rankedAt(level, { ...of, range: FIRST_VIEW.range });
    return ranked ? { status: 'known', names: ranked.map(({ name }) => name) } : list;
  }

  function questionsFor(panel: Panel, of = view.value) {
    return dataset.value ? questionsOf(panel, of, dataset.value, multiples.value) : { others: [] };
  }
  const WAITING: PanelState = { status: 'loading', isWaiting: false, missing: [], receipts: [] };
  function stateOf(panel: Panel): PanelState {
    if (mode.value === 'checking') return panelStateOf(questionsFor(panel), () => LOADING);
    if (!dataset.value) return WAITING;
    // Of a category that is not recorded there are no sub-categories to name.
    const isUnrecorded = !isLive.value && panel.isSideBySide && multiples.value.length === 0;
    if (isUnrecorded) return { ...WAITING, status: 'unrecorded' };
    return panelStateOf(questionsFor(panel), source.value.stateOf);
  }
  const sum = (questions: readonly Question[]) =>
    questions.reduce((total, question) => total + source.value.costOf(question), 0);
  /** What a panel costs that has nothing yet, or what is missing of it. */
  const costOf = (panel: Panel, of = view.value) => {
    return sum(allOf(questionsFor(panel, of)).filter(isMissing));
  };
  /** What side by side costs at most, while it is not known what stands there: every sub-category costs the same. */
  function mostFor(panel: Panel): number {
    if (!dataset.value) return 0;
    const { others, market } = questionsOf(panel, view.value, dataset.value, ['?']);
    const each = sum(others.map(({ question }) => question));
    return MOST_SIDE_BY_SIDE * each + sum(market ? [market].filter(isMissing) : []);
  }
  function isMissing(question: Question): boolean {
    const { status } = source.value.stateOf(question);
    return status !== 'ready' && status !== 'loading';
  }

  /** Sub-categories side by side are asked for apart: they cost more than all the rest. */
  const pending = computed(() =>
    isLive.value
      ? panels.value.filter((panel) => !panel.isSideBySide && stateOf(panel).missing.length > 0)
      : [],
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

  /** Shows what costs nothing: what this tab has paid for within the hour. */
  function loadFree(): void {
    if (!isLive.value || !dataset.value) return;
    for (const panel of panels.value) {
      const free = stateOf(panel).missing.filter((question) => live.costOf(question) === 0);
      const isTried = (question: Question) => live.stateOf(question).status === 'failed';
      for (const question of free) if (!isTried(question)) void live.load(question);
    }
  }

  function change(part: Partial<View>): void {
    changeView(part);
    loadFree();
  }

  /** Goes one level deeper, to the top of what is there. */
  function drill(part: Partial<View>): void {
    change(part);
    scrollTo({ top: 0, behavior: 'instant' });
    news.value = words.value.explorer.nowShowing(part.sub || part.category || words.value.levels.overall);
  }

  async function open(): Promise<void> {
    // With a key it is what is shown once the key is forgotten.
    const opened = recorded.open();
    if (!isLive.value) await opened;
    loadFree();
  }

  /** The view stays as it was. */
  async function enterKey(key: string): Promise<void> {
    live.clear();
    names.clear();
    await account.enter(key);
    news.value = isLive.value ? words.value.explorer.keyTaken : words.value.explorer.keyRefused;
    loadFree();
  }

  function forgetKey(): void {
    live.clear();
    names.clear();
    account.forget();
    news.value = words.value.explorer.keyForgotten;
  }

  onMounted(async () => {
    await account.check();
    await open();
  });

  return {
    origin: location.origin,
    locale,
    account,
    recorded,
    dataset,
    view,
    moved,
    mode,
    isLive,
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
    listCost: (of: 'category' | 'sub') => (dataset.value ? live.costOf(listQuestion(of)) : 0),
    loadNames: (of: 'category' | 'sub') => (dataset.value ? names.load(listQuestion(of)) : undefined),
    change,
    drill,
    open,
    retryAccount: async () => {
      await account.check();
      await open();
    },
    enterKey,
    forgetKey,
  };

  function listQuestion(of: 'category' | 'sub'): Question {
    const data = dataset.value;
    if (!data) throw new Error('the lists are asked for once there are data');
    return of === 'category' ? categoriesQuestion(data) : subsQuestion(view.value.category, data);
  }
}
