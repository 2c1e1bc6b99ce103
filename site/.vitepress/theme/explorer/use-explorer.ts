import { computed, onMounted, ref, watch } from 'vue';
import { tabStore } from '../shared/session-key.ts';
import { useAccount } from '../shared/use-account.ts';
import { echoOf } from './answers.ts';
import { LOADING, type PanelState } from './panel-state.ts';
import { type Panel, panelsOf } from './panels.ts';
import { sumOf } from './price.ts';
import { useLive } from './use-live.ts';
import { CATEGORIES, type Names, subCategoriesOf, useNames } from './use-names.ts';
import { useRecorded, withRecordedNames } from './use-recorded.ts';
import { type View, viewFromQuery, viewToQuery } from './view.ts';

export type Explorer = ReturnType<typeof useExplorer>;

/** Everything the explorer knows and can do. Its parts only show it. */
export function useExplorer() {
  const store = tabStore();
  const account = useAccount(store);
  const live = useLive(account, store);
  const recorded = useRecorded();
  const names = useNames(account, live.paid);

  const asked = viewFromQuery(location.search);
  const chosen = ref<View>(asked);
  /** Panels that the link names and nobody has loaded yet. */
  const wanted = ref(asked.panels);
  /** What screen readers are told. */
  const news = ref('');

  const mode = computed(() => {
    const { status } = account.state.value;
    return status === 'open' ? 'live' : status === 'checking' ? 'checking' : 'recorded';
  });
  const isLive = computed(() => mode.value === 'live');
  const view = computed(() =>
    isLive.value ? chosen.value : withRecordedNames(chosen.value, recorded.names),
  );
  const panels = computed(() => panelsOf(view.value.level));
  const coverage = computed(() => (isLive.value ? live.coverage.value : recorded.coverage.value));
  const costOf = (panel: Panel) => (isLive.value ? live : recorded).costOf(panel, view.value);
  const stateOf = (panel: Panel): PanelState =>
    mode.value === 'checking' ? LOADING : (isLive.value ? live : recorded).stateOf(panel, view.value);
  const isReady = (panel: Panel) => stateOf(panel).status === 'ready';

  const pending = computed(() => panels.value.filter((panel) => !isReady(panel)));
  const wantedPanels = computed(() => pending.value.filter(({ kind }) => wanted.value.includes(kind)));
  const link = computed(() => {
    const shown = panels.value.filter((panel) => isReady(panel) || wanted.value.includes(panel.kind));
    return viewToQuery({ ...view.value, panels: shown.map(({ kind }) => kind) });
  });

  /** What the service took where nothing was chosen. */
  const echo = computed(() => {
    for (const panel of panels.value) {
      const state = stateOf(panel);
      if (state.status === 'ready') return echoOf(state.figures);
    }
    return undefined;
  });

  const categories = computed(
    (): Names =>
      isLive.value ? names.of(CATEGORIES) : { status: 'known', names: Object.keys(recorded.names) },
  );
  const subCategories = computed(
    (): Names =>
      isLive.value
        ? names.of(subCategoriesOf(view.value.category))
        : { status: 'known', names: recorded.names[view.value.category] ?? [] },
  );

  async function load(panel: Panel): Promise<boolean> {
    if (!isLive.value) return recorded.load(panel, view.value);
    news.value = `Loading ${panel.title}`;
    const isAnswered = await live.load(panel, view.value);
    const state = stateOf(panel);
    news.value =
      state.status === 'failed' ? `${panel.title}: ${state.explanation.title}` : `${panel.title} loaded`;
    return isAnswered;
  }

  /** One first: where it is refused, the others would be too, and its price is theirs. */
  async function loadAll(some: readonly Panel[] = pending.value): Promise<void> {
    const [first, ...others] = some;
    if (!first || !(await load(first))) return;
    await Promise.all(others.map(load));
    if (isLive.value) news.value = 'All panels loaded';
  }

  /** Shows what costs nothing: recorded answers, and those this tab has paid for. */
  function loadFree(): void {
    if (isLive.value) {
      names.loadIfFree(CATEGORIES);
      if (view.value.level !== 'overall') names.loadIfFree(subCategoriesOf(view.value.category));
      for (const panel of pending.value) if (costOf(panel).most === 0) void load(panel);
    } else if (recorded.recording.value) {
      const isWanted = wantedPanels.value.length > 0;
      for (const panel of isWanted ? wantedPanels.value : pending.value) recorded.load(panel, view.value);
    }
  }

  function change(part: Partial<View>): void {
    const isOther = Object.keys(part).some((name) => name !== 'metric');
    if (isOther) wanted.value = [];
    chosen.value = { ...chosen.value, ...part };
    if (isOther) loadFree();
  }

  async function open(): Promise<void> {
    if (mode.value === 'recorded') await recorded.open();
    loadFree();
  }

  async function enterKey(key: string): Promise<void> {
    live.clear();
    names.clear();
    await account.enter(key);
    // What was picked from the recording need not be there; what a link names is asked for all the same.
    const { category, sub, range } = asked;
    if (isLive.value) chosen.value = { ...chosen.value, category, sub, range };
    news.value = isLive.value ? 'The key is good' : 'The key was not taken';
    await open();
  }

  function forgetKey(): void {
    live.clear();
    names.clear();
    account.forget();
    chosen.value = { ...chosen.value, category: '', sub: '', range: { kind: 'default' } };
    news.value = 'The key is forgotten';
    void open();
  }

  onMounted(async () => {
    await account.check();
    await open();
  });
  // The address always shows the view again. It is replaced, so that “back” leaves the explorer.
  watch(
    link,
    (query) =>
      history.replaceState(history.state, '', `${location.pathname}${query === '' ? '' : `?${query}`}`),
    { immediate: true },
  );

  return {
    origin: location.origin,
    account,
    recorded,
    view,
    mode,
    isLive,
    panels,
    pending,
    wantedPanels,
    coverage,
    categories,
    subCategories,
    echo,
    link,
    news,
    stateOf,
    costOf,
    total: computed(() => sumOf(pending.value.map(costOf))),
    load,
    loadAll,
    loadNames: (what: 'categories' | 'subs') =>
      names.load(what === 'categories' ? CATEGORIES : subCategoriesOf(view.value.category)),
    change,
    open,
    retryAccount: async () => {
      await account.check();
      await open();
    },
    enterKey,
    forgetKey,
  };
}
