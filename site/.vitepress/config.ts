import { fileURLToPath } from 'node:url';
import { type DefaultTheme, defineConfig, type LocaleSpecificConfig } from 'vitepress';
import { createDocs } from '../../src/docs/docs.ts';
import { slug } from '../../src/docs/search/slug.ts';
import { idIn, type Language } from '../languages.ts';
import { keepFiguresWhole, linkEndpoints, scrollTables, wrapLines } from '../markdown.ts';
import { navigation, sidebar } from '../navigation.ts';
import { writePages } from '../pages.ts';
import { catalogueModule } from './catalogue-module.ts';
import { chineseEndpointsModule } from './chinese-endpoints-module.ts';

const BASE = '/developers/';
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const docs = createDocs();
writePages(docs, here('../.pages/'));

/** The address without the last slash is served too, but the router knows the one with it. */
const ADD_SLASH = `location.pathname==='${BASE.slice(0, -1)}'&&history.replaceState(null,'','${BASE}'+location.search+location.hash)`;

/** The page of a wrong address is made by the browser. */
const WITHOUT_SCRIPT = `<body><noscript><h1>There is no page at this address</h1>
<p><a href="${BASE}">Home</a> · <a href="${BASE}quickstart">Quickstart</a> · <a href="${BASE}fields">Endpoints and fields</a></p></noscript>`;

/** A style sheet with the icons of social networks, of which there are none here. */
const ICONS = /<link rel="preload stylesheet" href="[^"]*vp-icons\.css"[^>]*>/;

/** Stands below pages without a sidebar. Whoever runs the service finds the way to its guides here. */
const footer = (language: Language, agents: string, changelog: string, operators: string) => {
  const page = (id: string) => `${BASE}${idIn(language, id)}`;
  return [
    '<a href="/api/docs/openapi.json" target="_self">OpenAPI</a>',
    '<a href="/llms.txt" target="_self">llms.txt</a>',
    `<a href="${page('agents')}">${agents}</a>`,
    `<a href="${page('changelog')}">${changelog}</a>`,
    `<a href="${BASE}start" class="to-operators">${operators}</a>`,
  ].join(' ');
};

/** A reader whose browser prefers Chinese gets it, until they choose otherwise. Runs before anything is shown. */
const inPreferredLanguage = (twin: string) =>
  `try{if(!localStorage.getItem('mdq-language')&&(navigator.languages.find((l)=>/^(en|zh)/i.test(l))||'').toLowerCase().startsWith('zh'))location.replace('${BASE.slice(0, -1)}${twin}'+location.search+location.hash)}catch{}`;

const english: LocaleSpecificConfig<DefaultTheme.Config> & { label: string } = {
  label: 'English',
  lang: 'en',
  title: 'Market-Data Query',
  description: 'A metered market-data API: exact statistics of order lines, priced per call.',
  themeConfig: {
    nav: navigation('en'),
    sidebar: sidebar(docs, 'en'),
    outline: { level: [2, 3], label: 'On this page' },
    footer: { message: footer('en', 'MCP and agents', 'Changelog', 'For operators') },
  },
};

const chinese: LocaleSpecificConfig<DefaultTheme.Config> & { label: string } = {
  label: '繁體中文',
  lang: 'zh-Hant',
  title: '市場資料查詢',
  description: '以點數計價的市場資料 API：訂單明細的精確統計。',
  themeConfig: {
    nav: navigation('zh'),
    sidebar: sidebar(docs, 'zh'),
    outline: { level: [2, 3], label: '本頁內容' },
    footer: { message: footer('zh', 'MCP 與 AI 代理', '變更紀錄', '維運指南（英文）') },
    docFooter: { prev: '上一頁', next: '下一頁' },
    darkModeSwitchLabel: '外觀',
    lightModeSwitchTitle: '切換為淺色',
    darkModeSwitchTitle: '切換為深色',
    sidebarMenuLabel: '選單',
    returnToTopLabel: '回到頂端',
    langMenuLabel: '切換語言',
    skipToContentLabel: '跳到內容',
  },
};

export default defineConfig({
  base: BASE,
  srcDir: './.pages',
  outDir: './dist',
  cacheDir: './.vitepress/cache',
  cleanUrls: true,
  metaChunk: true,
  // Its way to keep colours from fading over is a style element, which the policy of the pages does not allow.
  appearance: { disableTransition: false },
  head: [
    ['script', {}, ADD_SLASH],
    ['link', { rel: 'icon', sizes: 'any', type: 'image/svg+xml', href: `${BASE}icon.svg` }],
    ['meta', { name: 'theme-color', media: '(prefers-color-scheme: light)', content: '#ffffff' }],
    ['meta', { name: 'theme-color', media: '(prefers-color-scheme: dark)', content: '#16191a' }],
  ],
  locales: { root: english, zh: chinese },
  themeConfig: {
    search: {
      provider: 'local',
      options: {
        locales: {
          root: { translations: { button: { buttonText: 'Search', buttonAriaLabel: 'Search' } } },
          zh: { translations: { button: { buttonText: '搜尋', buttonAriaLabel: '搜尋' } } },
        },
      },
    },
    externalLinkIcon: false,
  },
  markdown: {
    theme: { light: 'github-light-default', dark: 'github-dark-default' },
    anchor: { slugify: slug },
    config: (md) => {
      linkEndpoints(md, [...docs.endpoints, ...docs.accountRoutes], BASE);
      scrollTables(md);
      keepFiguresWhole(md);
      wrapLines(md);
    },
  },
  transformHead: ({ pageData: { frontmatter, relativePath } }) =>
    frontmatter.twin && !relativePath.startsWith('zh/')
      ? [['script', {}, inPreferredLanguage(frontmatter.twin)]]
      : [],
  transformHtml: (html, _id, { page }) =>
    html.replace(ICONS, '').replace('<body>', page === '404.md' ? WITHOUT_SCRIPT : '<body>'),
  vite: {
    publicDir: here('../public'),
    plugins: [chineseEndpointsModule(docs), catalogueModule(docs)],
    resolve: {
      alias: [
        { find: /^.*\/VPLocalSearchBox\.vue$/, replacement: here('./theme/search/SearchBox.vue') },
        { find: /^(\.\.?\/)+composables\/langs$/, replacement: here('./theme/langs.ts') },
      ],
    },
    build: { chunkSizeWarningLimit: 1500 },
  },
});
