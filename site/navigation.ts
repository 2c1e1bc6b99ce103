import type { DefaultTheme } from 'vitepress';
import type { Docs } from '../src/docs/docs.ts';
import type { EndpointDoc } from '../src/docs/endpoint-page.ts';
import { GROUPS } from '../src/endpoints/form/endpoint.ts';
import { say } from '../src/words/index.ts';
import { BUILT_WORDS } from './.vitepress/theme/words/built.ts';
import { guidesFor, OPERATOR_CHANGELOG, OPERATOR_TASKS } from './audiences.ts';
import { ANY_FOLDER, idIn, type Language, linkTo } from './languages.ts';

type Item = DefaultTheme.SidebarItem;

/** Guides that stand apart from the others for callers. */
const AGENTS = 'agents';
const FIELDS = 'fields';

const TASKS: Readonly<Record<keyof typeof OPERATOR_TASKS, string>> = {
  start: 'Start',
  run: 'Run',
  watch: 'Watch',
  protect: 'Protect',
};

/** The bar of callers' pages. */
export function navigation(language: Language): DefaultTheme.NavItem[] {
  const words = BUILT_WORDS[language].menu;
  const link = (id: string) => linkTo(idIn(language, id));
  return [
    {
      text: words.guides,
      link: link('quickstart'),
      activeMatch: `^/(?!${ANY_FOLDER}($|explorer|pricing|account|call|fields|api/|404))`,
    },
    { text: words.endpoints, link: link(FIELDS), activeMatch: `^/${ANY_FOLDER}(fields|api/)` },
    { text: words.explorer, link: link('explorer') },
    { text: words.pricing, link: link('pricing') },
    { text: words.account, link: link('account') },
  ];
}

/** Two menus that never meet: on operators' pages theirs, elsewhere that of callers. */
export function sidebar(docs: Docs, language: Language): DefaultTheme.SidebarMulti {
  const callers = callersMenu(docs, language);
  if (language !== 'en') return { [linkTo(idIn(language, 'index'))]: callers };
  const operators = operatorsMenu(docs);
  const ids = [...guidesFor('operators', docs).map(({ id }) => id), OPERATOR_CHANGELOG];
  // The first that fits is taken: callers' comes last.
  return { ...Object.fromEntries(ids.map((id) => [`/${id}`, operators])), '/': callers };
}

function callersMenu(docs: Docs, language: Language): Item[] {
  const words = BUILT_WORDS[language].menu;
  const { groups } = BUILT_WORDS[language];
  const link = (id: string) => linkTo(idIn(language, id));
  const guide = (id: string): Item => ({
    text: (docs.page(idIn(language, id)) ?? docs.page(id))?.title ?? id,
    link: link(id),
  });
  const guides = guidesFor('callers', docs).map(({ id }) => id);
  return [
    {
      text: words.guides,
      items: guides.filter((id) => !['index', AGENTS, FIELDS].includes(id)).map(guide),
    },
    { text: words.agents, items: [guide(AGENTS)] },
    {
      text: words.endpoints,
      items: [
        guide(FIELDS),
        ...GROUPS.map((group) =>
          menuOf(
            groups[group],
            docs.endpoints.filter((endpoint) => endpoint.group === group),
          ),
        ),
        menuOf(groups.Account, docs.accountRoutes),
      ],
    },
    { text: words.more, items: [{ text: words.changelog, link: link('changelog') }] },
  ];

  function menuOf(text: string, endpoints: readonly EndpointDoc[]): Item {
    const items = endpoints.map(({ path, summary, page }) => ({
      text: withoutLevel(say(language, { kind: 'summary', key: path, english: summary })),
      link: link(page.id),
    }));
    return { text, items };
  }
}

function operatorsMenu(docs: Docs): Item[] {
  const guides = guidesFor('operators', docs);
  const named: readonly string[] = Object.values(OPERATOR_TASKS).flat();
  const tasks = Object.entries(OPERATOR_TASKS).map(([task, ids]) => ({
    text: TASKS[task as keyof typeof OPERATOR_TASKS],
    items: guides
      .filter(({ id }) => (ids as readonly string[]).includes(id) || (task === 'run' && !named.includes(id)))
      .map(({ id, title }) => ({ text: title, link: `/${id}` })),
  }));
  return [...tasks, { text: 'More', items: [{ text: 'Changelog', link: `/${OPERATOR_CHANGELOG}` }] }];
}

/** Under the name of its group, an endpoint need not say again what it is about. */
function withoutLevel(summary: string): string {
  return summary
    .replace(/ of (a|the) (whole market|main categor(y|ies)|sub-categor(y|ies))$/, '')
    .replace(/^(整體市場|一個主類別|一個子類別)的/, '');
}
