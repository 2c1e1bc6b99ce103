import { fileURLToPath } from 'node:url';
import { type DefaultTheme, defineConfig, type LocaleSpecificConfig } from 'vitepress';
import { createDocs } from '../../src/docs/docs.ts';
import { slug } from '../../src/docs/search/slug.ts';
import { idIn, type Language, langOf, languageOf } from '../languages.ts';
import { keepFiguresWhole, linkEndpoints, scrollTables, wrapLines } from '../markdown.ts';
import { navigation, sidebar } from '../navigation.ts';
import { writePages } from '../pages.ts';
import { chineseEndpointsModule } from './chinese-endpoints-module.ts';
import { BUILT_WORDS } from './theme/words/built.ts';

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
const footer = (language: Language) => {
  const { agents, changelog, operators } = BUILT_WORDS[language].footer;
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

const localeIn = (
  language: Language,
  label: string,
): LocaleSpecificConfig<DefaultTheme.Config> & { label: string } => {
  const { title, description, outline, theme } = BUILT_WORDS[language];
  return {
    label,
    lang: langOf(language),
    title,
    description,
    themeConfig: {
      nav: navigation(language),
      sidebar: sidebar(docs, language),
      outline: { level: [2, 3], label: outline },
      footer: { message: footer(language) },
      ...theme,
    },
  };
};

const searchButton = (language: Language) => {
  const text = BUILT_WORDS[language].searchButton;
  return { translations: { button: { buttonText: text, buttonAriaLabel: text } } };
};

export default defineConfig({
  base: BASE,
  srcDir: './.pages',
  outDir: './dist',
  cacheDir: './.vitepress/cache',
  cleanUrls: true,
  metaChunk: true,
  // A page with a menu would fetch thirty others that nobody may open.
  router: { prefetchLinks: false },
  // Its way to keep colours from fading over is a style element, which the policy of the pages does not allow.
  appearance: { disableTransition: false },
  head: [
    ['script', {}, ADD_SLASH],
    ['link', { rel: 'icon', sizes: 'any', type: 'image/svg+xml', href: `${BASE}icon.svg` }],
    ['meta', { name: 'theme-color', media: '(prefers-color-scheme: light)', content: '#ffffff' }],
    ['meta', { name: 'theme-color', media: '(prefers-color-scheme: dark)', content: '#16191a' }],
  ],
  locales: { root: localeIn('en', 'English'), zh: localeIn('zh-TW', '繁體中文') },
  themeConfig: {
    search: {
      provider: 'local',
      options: {
        locales: { root: searchButton('en'), zh: searchButton('zh-TW') },
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
    frontmatter.twin && languageOf(relativePath) === 'en'
      ? [['script', {}, inPreferredLanguage(frontmatter.twin)]]
      : [],
  transformHtml: (html, _id, { page }) =>
    html.replace(ICONS, '').replace('<body>', page === '404.md' ? WITHOUT_SCRIPT : '<body>'),
  vite: {
    publicDir: here('../public'),
    plugins: [chineseEndpointsModule(docs)],
    resolve: {
      alias: [
        { find: /^.*\/VPLocalSearchBox\.vue$/, replacement: here('./theme/search/SearchBox.vue') },
        { find: /^(\.\.?\/)+composables\/langs$/, replacement: here('./theme/langs.ts') },
      ],
    },
    build: { chunkSizeWarningLimit: 1500 },
  },
});
