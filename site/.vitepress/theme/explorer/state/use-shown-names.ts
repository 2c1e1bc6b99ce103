import { computed, type Ref, watch } from 'vue';
import { type Names, UNKNOWN, useNames } from '../../key/use-names.ts';
import type { Panel } from '../panel.ts';
import { panelsOf } from '../panels/list.ts';
import { marketSubRanking } from '../panels/market-sub-ranking.ts';
import { overviewRanking } from '../panels/overview-ranking.ts';
import type { Ranking } from '../shapes/ranking.ts';
import { type CallState, IDLE } from './call-state.ts';
import { listQuestion, type Question, questionsOf } from './questions.ts';
import type { UseCaller } from './use-caller.ts';
import type { useLive } from './use-live.ts';
import { FIRST_VIEW, type View } from './view.ts';

/** What names everything that has sales below a level. */
const RANKINGS: Readonly<Record<'overall' | 'category', Panel>> = {
  overall: overviewRanking,
  category: marketSubRanking,
};

/** A name that a view asks for, the list that would have it, and a call that would be refused without it. */
export interface AskedName {
  readonly name: string;
  readonly of: 'category' | 'sub';
  /** Stands beside the one that the view is about. */
  readonly isOther: boolean;
  readonly question: Question;
}

/** The names that can be chosen, and whether the data have those that are. */
export function useShownNames(caller: UseCaller, live: ReturnType<typeof useLive>, view: Ref<View>) {
  const { account, opened, isSandbox, mode } = caller;
  const { dataset } = live;
  const holder = () => {
    const key = account.value.key.value;
    if (!opened.value || key === undefined) return undefined;
    return { ...opened.value.key, key, version: opened.value.data?.version, isSandbox: isSandbox.value };
  };
  const names = useNames(holder, () => account.value, live.paid, live.costOf);

  const categories = computed(() => listed('category', 'overall', FIRST_VIEW));
  const subCategories = computed(() => listed('sub', 'category', view.value));

  const listOf = (of: 'category' | 'sub') =>
    dataset.value && listQuestion(of, view.value.category, dataset.value);
  function rankingAt(level: 'overall' | 'category', of: View): CallState {
    const main = dataset.value && questionsOf(RANKINGS[level], of, dataset.value, []).main;
    return main ? live.stateOf(main) : IDLE;
  }
  /** A ranking that was paid for names all there is with sales, too. */
  function listed(what: 'category' | 'sub', level: 'overall' | 'category', of: View): Names {
    const question = listOf(what);
    const list = question ? names.of(question) : UNKNOWN;
    if (list.status !== 'unknown' && list.status !== 'refused') return list;
    const ranking = rankingAt(level, { ...of, range: FIRST_VIEW.range });
    if (ranking.status !== 'ready') return list;
    return { status: 'known', names: (ranking.data as Ranking).items.map(({ name }) => name) };
  }

  const asked = computed((): AskedName[] => {
    const { level, category, sub, others } = view.value;
    const { value: data } = dataset;
    if (!data || level === 'overall') return [];
    const of = level === 'sub' ? 'sub' : 'category';
    const panel = panelsOf(level).find(({ path, isSideBySide }) => !isSideBySide && live.may(path));
    if (!panel) return [];
    const named = [
      { name: category, of: 'category' as const, isOther: false },
      ...(level === 'sub' ? [{ name: sub, of: 'sub' as const, isOther: false }] : []),
      ...others.map((name) => ({ name, of, isOther: true }) as const),
    ];
    return named.flatMap((one) => {
      const about = one.of === 'sub' ? { category, sub: one.name } : { category: one.name };
      const { main } = questionsOf(panel, { ...FIRST_VIEW, ...about }, data, []);
      return one.name !== '' && main ? [{ ...one, question: main }] : [];
    });
  });
  /** The first name of the view that the data do not have, or that the key may not ask for. */
  const unknown = computed(() =>
    asked.value.find(({ name, of, question }) => {
      const list = listOf(of);
      return list && names.isUnknown(name, list, question);
    }),
  );
  /** Nothing is offered for a name that the data do not have, such as one of a link: the service tells for nothing. */
  const unchecked = computed(() =>
    mode.value !== 'open' || isSandbox.value || unknown.value
      ? ''
      : asked.value
          .filter(({ name, of }) => {
            const list = of === 'sub' ? subCategories.value : categories.value;
            const isDefault = name === (of === 'sub' ? dataset.value?.sub : dataset.value?.category);
            return !isDefault && !(list.status === 'known' && list.names.includes(name));
          })
          .map(({ name }) => name)
          .join('\n'),
  );
  watch(unchecked, async (text) => {
    const wanted = text.split('\n');
    for (const { name, question } of asked.value)
      if (wanted.includes(name) && (await names.check(question))) return;
  });

  async function load(of: 'category' | 'sub'): Promise<void> {
    const question = listOf(of);
    if (question) await names.load(question);
  }
  // In the sandbox they cost nothing, and come before anything is asked for a name.
  watch(
    () => isSandbox.value && view.value.level !== 'overall' && [view.value.category, dataset.value],
    async (isNeeded) => {
      if (!isNeeded) return;
      await load('category');
      // Someone may have entered a key meanwhile, and pays for what is asked for.
      if (isSandbox.value && !unknown.value) await load('sub');
    },
  );
  const areListed = computed(() =>
    asked.value.every(({ of }) => {
      const list = listOf(of);
      return list && !['unknown', 'loading'].includes(names.of(list).status);
    }),
  );

  return {
    categories,
    subCategories,
    rankingAt,
    unknown,
    areListed,
    listCost(of: 'category' | 'sub'): number {
      const question = listOf(of);
      return question ? live.costOf(question) : 0;
    },
    loadNames: load,
    clear: names.clear,
  };
}
