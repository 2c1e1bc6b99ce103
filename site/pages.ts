import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Docs } from '../src/docs/docs.ts';
import type { Guide } from '../src/docs/pages.ts';
import { useCaseTexts } from '../src/docs/reference-tables.ts';
import { USE_CASES } from '../src/docs/use-cases.ts';
import { endpoints } from '../src/endpoints/index.ts';
import type { Levels } from './.vitepress/theme/pricing/month.ts';
import { answerPicture } from './answer-picture.ts';
import { guidesFor, OPERATOR_CHANGELOG } from './audiences.ts';
import { nameToken, token } from './brand-tokens.ts';
import { readChangelog, readOperatorChangelog } from './changelog.ts';
import { endpointPage } from './endpoint-page.ts';
import { guideMarkdown } from './guide-markdown.ts';
import { idIn, LANGUAGES, type Language, languageOf, linkTo, plainId } from './languages.ts';

const site = fileURLToPath(new URL('.', import.meta.url));

/** The base of every path, as it was when the site was built: until a page has asked for those of now. */
const BASES = Object.fromEntries(endpoints.map(({ path, price }) => [path, price.base]));

/** What every path is asked about: how often a month of questions asks it. */
const LEVELS: Levels = Object.fromEntries(endpoints.map(({ path, level }) => [path, level]));

/** Pages that are written for the site alone, such as the explorer; those of other languages stand in their folders. */
export const OWN_PAGES = globSync('*.md', { cwd: site }).map((file) => file.replace(/\.md$/, ''));

interface OwnPage {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** As the file has it. */
  readonly text: string;
}

/** Those of a language. */
export function ownPages(language: Language): OwnPage[] {
  return OWN_PAGES.map((page) => {
    const id = idIn(language, page);
    const file = [id, page].map((name) => join(site, `${name}.md`)).find((path) => existsSync(path)) ?? '';
    const text = readFileSync(file, 'utf8');
    const field = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(text)?.[1] ?? '';
    return { id, title: field('title'), description: field('description'), text };
  });
}

/**
 * Puts the pages together for VitePress: the guides, a page for each endpoint, the changelog, and the site's
 * own. The guides stay what they are, Markdown that also reads well as a file. Every page for callers is there in every
 * language of the site: what is not translated is in English.
 */
export async function writePages(docs: Docs, dir: string): Promise<void> {
  rmSync(dir, { recursive: true, force: true });
  for (const guide of docs.pages) await putGuide(guide.id, guide);
  for (const language of LANGUAGES) {
    for (const guide of guidesFor('callers', docs)) {
      const id = idIn(language, guide.id);
      if (!docs.page(id)) await putGuide(id, guide);
    }
    const called = await Promise.all(
      [...docs.endpoints, ...docs.accountRoutes].map((each) => endpointPage(each, language)),
    );
    for (const [at, { id, matter, markdown }] of called.entries()) {
      put(id, { ...matter, ...twinsOf(id), ...beside(called[at - 1], called[at + 1]) }, markdown);
    }
    const id = idIn(language, 'changelog');
    const { markdown, ...matter } = readChangelog(language);
    put(id, { ...matter, ...twinsOf(id) }, markdown);
    for (const page of ownPages(language)) {
      const matter = { ...twinsOf(page.id), ...(plainId(page.id) === 'pricing' && { levels: LEVELS }) };
      const lines = Object.entries(matter).map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`);
      write(page.id, page.text.replace(/^---\n/, `---\n${lines.join('')}`));
    }
  }
  const { markdown, ...matter } = readOperatorChangelog();
  put(OPERATOR_CHANGELOG, { ...matter, pageClass: 'operators' }, markdown);

  async function putGuide(id: string, guide: Guide): Promise<void> {
    const isThere = (language: Language) =>
      guide.audience === 'callers' || docs.page(idIn(language, id)) !== undefined;
    put(id, { ...(await guideMatter(id, guide)), ...twinsOf(id, isThere) }, guideMarkdown(id, guide));
  }

  function put(id: string, matter: object, markdown: string): void {
    write(id, `---\n${JSON.stringify(matter)}\n---\n\n${markdown}\n`);
  }

  function write(id: string, text: string): void {
    const path = join(dir, `${id}.md`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

/** The name under which the Markdown of a guide is served: that in English, where it is not translated. */
export function markdownOf(id: string, language: Language, docs: Docs): string {
  return `${docs.page(idIn(language, id)) ? idIn(language, id) : id}.md`;
}

/** What a page has in it that shows prices. */
const PRICES = /<!-- (?:prices|table (?:prices|month)) /;

async function guideMatter(id: string, guide: Guide): Promise<object> {
  const { title, description, audience, source, language } = guide;
  return {
    title,
    description,
    // The Markdown of the page is served beside it, for programs.
    markdown: guide.id,
    ...(PRICES.test(source) && { prices: true }),
    ...(audience === 'operators' && { pageClass: 'operators' }),
    ...(plainId(id) === 'index' && {
      title: nameToken(languageOf(id)),
      description: token('tagline', '{=tagline}', description),
      pageClass: 'home',
      titleTemplate: false,
      sidebar: false,
      aside: false,
      prev: false,
      next: false,
      pictures: await homePictures(languageOf(id)),
      bases: BASES,
      useCases: useCasesIn(language),
    }),
  };
}

/** With their words: a browser need not know those of every language. */
function useCasesIn(language: Guide['language']) {
  return USE_CASES.map((useCase) => ({ ...useCaseTexts(useCase, language), paths: useCase.paths }));
}

async function homePictures(language: Language): Promise<object> {
  return {
    trend: await answerPicture(language, '/api/public/trends/market', 'year'),
    growth: await answerPicture(language, '/api/public/overview/growth'),
    focus: await answerPicture(language, '/api/public/market/focus'),
    related: await answerPicture(language, '/api/public/sub-market/related-purchases'),
  };
}

interface Titled {
  readonly matter: { readonly title: string };
}

/** What the pages before and after are called: in the menu, those of several levels have the same name. */
function beside(before: Titled | undefined, after: Titled | undefined): object {
  return { ...(before && { prev: before.matter.title }), ...(after && { next: after.matter.title }) };
}

/** The same page in the other languages that it is there in. */
function twinsOf(id: string, isThere = (_language: Language) => true): { twins: Record<string, string> } {
  const others = LANGUAGES.filter((language) => language !== languageOf(id) && isThere(language));
  return { twins: Object.fromEntries(others.map((language) => [language, linkTo(idIn(language, id))])) };
}
