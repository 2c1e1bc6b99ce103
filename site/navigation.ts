import type { DefaultTheme } from 'vitepress';
import { CHINESE_ENDPOINTS } from '../src/docs/chinese.ts';
import type { Docs } from '../src/docs/docs.ts';
import { GROUPS } from '../src/endpoints/endpoint.ts';

type Item = DefaultTheme.SidebarItem;

/** For whom each guide is. One that is not named here stands among those for callers. */
const AUDIENCES = {
  agents: ['agents'],
  operators: [
    'data-format',
    'operating',
    'deploy',
    'monitor',
    'backup',
    'upgrade',
    'production',
    'performance',
    'threat-model',
  ],
  reference: ['fields'],
} as const;

/** Where the guide to the fields speaks of a group. */
const GROUP_ANCHORS = {
  Meta: 'category-lists',
  Overview: 'overview-the-whole-market',
  Market: 'market-one-main-category',
  'Sub-market': 'sub-market-one-sub-category',
} as const;

const WORDS = {
  en: {
    callers: 'Callers',
    agents: 'Agents',
    operators: 'Operators',
    reference: 'Reference',
    groups: { Meta: 'Lists', Overview: 'Whole market', Market: 'Category', 'Sub-market': 'Sub-category' },
    changelog: 'Changelog',
    guides: 'Guides',
    tryIt: 'Try it',
    explorer: 'Explorer',
    account: 'Account',
  },
  zh: {
    callers: '呼叫 API',
    agents: 'AI 代理',
    operators: '維運',
    reference: '參考',
    groups: { Meta: '清單', Overview: '整體市場', Market: '主類別', 'Sub-market': '子類別' },
    changelog: '變更紀錄（英文）',
    guides: '指南',
    tryIt: '線上試用',
    explorer: '資料瀏覽',
    account: '帳戶',
  },
} as const;

export type Language = keyof typeof WORDS;

/** Leaves the site's own pages: the reference is a page of its own, with another program in it. */
const REFERENCE = { link: '/reference', target: '_self' } as const;

export function navigation(language: Language): DefaultTheme.NavItem[] {
  const words = WORDS[language];
  const home = language === 'en' ? '/' : '/zh/';
  return [
    { text: words.guides, link: `${home}quickstart`, activeMatch: '^/(?!(zh/)?($|explorer|account|404))' },
    { text: words.tryIt, ...REFERENCE },
    ...ownPages(language),
  ];
}

export function sidebar(docs: Docs, language: Language): Item[] {
  const words = WORDS[language];
  const named = Object.values(AUDIENCES).flat() as string[];
  const guides = docs.pages.map(({ id }) => id).filter((id) => !id.includes('/') && id !== 'index');
  const callers = guides.filter((id) => !named.includes(id));
  const section = (ids: readonly string[]) => ids.filter((id) => guides.includes(id)).map(guide);
  return [
    { text: words.callers, items: section(callers) },
    { text: words.agents, items: section(AUDIENCES.agents) },
    { text: words.operators, items: section(AUDIENCES.operators) },
    {
      text: words.reference,
      items: [
        ...section(AUDIENCES.reference),
        ...GROUPS.map((group) => endpointGroup(group)),
        { text: words.tryIt, ...REFERENCE },
        ...ownPages(language),
        { text: words.changelog, link: '/changelog' },
      ],
    },
  ];

  /** In the language asked for where there is such a page. */
  function guide(id: string): Item {
    const own = language === 'en' ? undefined : docs.page(`${language}/${id}`);
    if (own) return { text: own.title, link: `/${own.id}` };
    const title = docs.page(id)?.title ?? id;
    return { text: language === 'en' ? title : `${title}（英文）`, link: `/${id}` };
  }

  function endpointGroup(group: (typeof GROUPS)[number]): Item {
    const items = docs.endpoints
      .filter((endpoint) => endpoint.group === group)
      .map(({ path, summary, page }) => ({
        text: language === 'zh' ? (CHINESE_ENDPOINTS[path]?.summary ?? summary) : withoutLevel(summary),
        link: `/${page.id}`,
      }));
    // With a link of its own the caret beside it is a button of its own, for a screen reader too.
    return { text: words.groups[group], link: `/fields#${GROUP_ANCHORS[group]}`, collapsed: true, items };
  }
}

/** Under the name of its group, an endpoint need not say again what it is about. */
function withoutLevel(summary: string): string {
  return summary.replace(/ of (a|the) (whole market|main category|main categories|sub-category)/, '');
}

function ownPages(language: Language): { text: string; link: string }[] {
  return (['explorer', 'account'] as const).map((name) => ({
    text: WORDS[language][name],
    link: language === 'en' ? `/${name}` : `/${language}/${name}`,
  }));
}
