import { fileURLToPath } from 'node:url';
import { type DefaultTheme, defineConfigWithTheme, type LocaleSpecificConfig } from 'vitepress';
import { createDocs } from '../../src/docs/docs.ts';
import { slug } from '../../src/docs/search/slug.ts';
import { type BrandTheme, brandParts, nameToken, token } from '../brand-tokens.ts';
import { LANGUAGES, type Language, labelOf, langOf, languageOf, localeKey, tagsOf } from '../languages.ts';
import { keepFiguresWhole, linkEndpoints, scrollTables, wrapLines } from '../markdown.ts';
import { navigation, sidebar } from '../navigation.ts';
import { markdownOf, writePages } from '../pages.ts';
import { BUILT_WORDS } from './theme/words/built.ts';
import { titlesModule } from './titles-module.ts';
import { withoutUnused } from './without-unused.ts';

const BASE = '/developers/';
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const docs = createDocs();
await writePages(docs, here('../.pages/'));

/** The address without the last slash is served too, but the router knows the one with it. */
const ADD_SLASH = `location.pathname==='${BASE.slice(0, -1)}'&&history.replaceState(null,'','${BASE}'+location.search+location.hash)`;

/** The page of a wrong address is made by the browser. */
const WITHOUT_SCRIPT = `<body><noscript><h1>There is no page at this address</h1>
<p><a href="${BASE}">Home</a> · <a href="${BASE}quickstart">Quickstart</a> · <a href="${BASE}fields">Endpoints and fields</a></p></noscript>`;

/** A style sheet with the icons of social networks, of which there are none here. */
const ICONS = /<link rel="preload stylesheet" href="[^"]*vp-icons\.css"[^>]*>/;

/** A reader whose browser prefers another language gets it, until they choose otherwise. Runs before anything is shown. */
const inPreferredLanguage = (twins: Readonly<Record<string, string>>) => {
  const known = LANGUAGES.map((language) => `[${tagsOf(language)},'${twins[language] ?? ''}']`);
  return `try{if(!localStorage.getItem('mdq-language')){const [,to]=navigator.languages.map((l)=>[${known}].find(([t])=>t.test(l))).find(Boolean)||[];if(to)location.replace('${BASE.slice(0, -1)}'+to+location.search+location.hash)}}catch{}`;
};

/** For every language, under what VitePress knows it by. */
const ofEach = <Made>(make: (language: Language) => Made): Record<string, Made> =>
  Object.fromEntries(LANGUAGES.map((language) => [localeKey(language), make(language)]));

const localeIn = (
  language: Language,
): LocaleSpecificConfig<DefaultTheme.Config & BrandTheme> & { label: string } => {
  const { description, outline, theme } = BUILT_WORDS[language];
  const { footer, ...brand } = brandParts(language, BASE);
  return {
    label: labelOf(language),
    lang: langOf(language),
    title: nameToken(language),
    description,
    themeConfig: {
      nav: navigation(language),
      sidebar: sidebar(docs, language),
      outline: { level: [2, 3], label: outline },
      // Stands below pages without a sidebar.
      footer: { message: footer },
      ...brand,
      pricesText: BASE + markdownOf('points', language, docs),
      ...theme,
    },
  };
};

const searchButton = (language: Language) => {
  const text = BUILT_WORDS[language].searchButton;
  return { translations: { button: { buttonText: text, buttonAriaLabel: text } } };
};

export default defineConfigWithTheme<DefaultTheme.Config & Partial<BrandTheme>>({
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
    ['link', { rel: 'icon', sizes: 'any', href: token('icon', '{icon}', `${BASE}icon.svg`) }],
    ['link', { rel: 'stylesheet', href: `${BASE}brand.css` }],
    ['meta', { name: 'theme-color', media: '(prefers-color-scheme: light)', content: '#ffffff' }],
    ['meta', { name: 'theme-color', media: '(prefers-color-scheme: dark)', content: '#16191a' }],
  ],
  locales: ofEach(localeIn),
  themeConfig: {
    search: {
      provider: 'local',
      options: {
        locales: ofEach(searchButton),
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
    Object.keys(frontmatter.twins ?? {}).length > 0 && languageOf(relativePath) === 'en'
      ? [['script', {}, inPreferredLanguage(frontmatter.twins)]]
      : [],
  transformHtml: (html, _id, { page }) => {
    const plain = html.replace(ICONS, '').replace('<body>', page === '404.md' ? WITHOUT_SCRIPT : '<body>');
    // The home page has an address without a slash at its end: what is beside it in the folder is not beside that.
    return page === 'index.md' ? plain.replaceAll('href="./', `href="${BASE}`) : plain;
  },
  vite: {
    publicDir: here('../public'),
    plugins: [titlesModule(docs), withoutUnused],
    resolve: {
      alias: [
        { find: /^.*\/VPLocalSearchBox\.vue$/, replacement: here('./theme/search/SearchBox.vue') },
        { find: /^(\.\.?\/)+composables\/langs$/, replacement: here('./theme/langs.ts') },
      ],
    },
    build: { chunkSizeWarningLimit: 1500 },
  },
});
