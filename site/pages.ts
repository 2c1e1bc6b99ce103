import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Docs } from '../src/docs/docs.ts';
import type { Guide } from '../src/docs/pages.ts';
import { useCaseTexts } from '../src/docs/reference-tables.ts';
import { USE_CASES } from '../src/docs/use-cases.ts';
import { answerPicture } from './answer-picture.ts';
import { OPERATOR_CHANGELOG } from './audiences.ts';
import { nameToken, token } from './brand-tokens.ts';
import { readChangelog, readOperatorChangelog } from './changelog.ts';
import { endpointPage } from './endpoint-page.ts';
import { guideMarkdown } from './guide-markdown.ts';
import { idIn, LANGUAGES, type Language, languageOf, linkTo, plainId } from './languages.ts';
import { BASES } from './prices.ts';

const site = fileURLToPath(new URL('.', import.meta.url));

/** Pages that are written for the site alone, such as the explorer: in English, and below `zh/` in Chinese. */
export const OWN_PAGES = globSync('{*,zh/*}.md', { cwd: site });

/** What those of a language say of themselves. */
export function ownPages(language: Language): { id: string; title: string; description: string }[] {
  return OWN_PAGES.map((file) => file.replace(/\.md$/, ''))
    .filter((id) => languageOf(id) === language)
    .map((id) => {
      const text = readFileSync(join(site, `${id}.md`), 'utf8');
      const field = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(text)?.[1] ?? '';
      return { id, title: field('title'), description: field('description') };
    });
}

/**
 * Puts the pages together for VitePress: the guides, a page for each endpoint, the changelog, and the site's
 * own. The guides stay what they are, Markdown that also reads well as a file.
 */
export async function writePages(docs: Docs, dir: string): Promise<void> {
  rmSync(dir, { recursive: true, force: true });
  for (const page of docs.pages) put(page.id, await guideMatter(page), guideMarkdown(page));
  for (const language of LANGUAGES) {
    const called = [...docs.endpoints, ...docs.accountRoutes].map((each) => endpointPage(each, language));
    for (const [at, { id, matter, markdown }] of called.entries()) {
      put(id, { ...matter, ...twinOf(id), ...beside(called[at - 1], called[at + 1]) }, markdown);
    }
    const id = idIn(language, 'changelog');
    const { markdown, ...matter } = readChangelog(language);
    put(id, { ...matter, ...twinOf(id) }, markdown);
  }
  const { markdown, ...matter } = readOperatorChangelog();
  put(OPERATOR_CHANGELOG, { ...matter, pageClass: 'operators' }, markdown);
  for (const file of OWN_PAGES) {
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    cpSync(join(site, file), join(dir, file));
  }

  function put(id: string, matter: object, markdown: string): void {
    const path = join(dir, `${id}.md`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `---\n${JSON.stringify(matter)}\n---\n\n${markdown}\n`);
  }
}

/** What a page has in it that shows prices. */
const PRICES = /<!-- (?:prices|table (?:prices|month)) /;

async function guideMatter(page: Guide): Promise<object> {
  const { id, title, description, audience, source, language } = page;
  return {
    title,
    description,
    // The Markdown of the page is served beside it, for programs.
    markdown: id,
    ...(PRICES.test(source) && { prices: true }),
    ...(audience === 'operators' ? { pageClass: 'operators' } : twinOf(id)),
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

/** The same page in the other language. */
function twinOf(id: string): { twin: string } {
  const other = LANGUAGES.find((language) => language !== languageOf(id)) ?? 'en';
  return { twin: linkTo(idIn(other, id)) };
}
