import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Docs } from '../src/docs/docs.ts';
import type { Page } from '../src/docs/pages.ts';
import { endpointMarkdown } from './endpoint-markdown.ts';
import { homeMarkdown } from './home-markdown.ts';

const site = fileURLToPath(new URL('.', import.meta.url));

/** Pages that are written for the site alone, such as the explorer. */
export const OWN_PAGES = globSync(['*.md', 'zh/*.md'], { cwd: site });

/**
 * Puts the pages together for VitePress: the guides, a page for each endpoint, the changelog, and the site's
 * own. The guides stay what they are, Markdown that also reads well as a file.
 */
export function writePages(docs: Docs, dir: string): void {
  rmSync(dir, { recursive: true, force: true });
  for (const page of docs.pages) put(page.id, guideMatter(page, docs), guideMarkdown(page));
  for (const endpoint of [...docs.endpoints, ...docs.accountRoutes]) {
    const { id, title, description } = endpoint.page;
    put(id, { title, description, pageClass: 'endpoint', markdown: id }, endpointMarkdown(endpoint));
  }
  put('changelog', CHANGELOG, readFileSync(join(site, '../CHANGELOG.md'), 'utf8'));
  for (const file of OWN_PAGES) cpSync(join(site, file), join(dir, file));

  function put(id: string, matter: object, markdown: string): void {
    const path = join(dir, `${id}.md`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `---\n${JSON.stringify(matter)}\n---\n\n${markdown}\n`);
  }
}

const CHANGELOG = { title: 'Changelog', description: 'What changed in the API and in the program.' };

function guideMatter({ id, title, description }: Page, docs: Docs): object {
  const twin = id.startsWith('zh/') ? id.slice('zh/'.length) : `zh/${id}`;
  const isHome = isHomeId(id);
  return {
    title,
    description,
    // The Markdown of the page is served beside it, for programs.
    markdown: id,
    ...(docs.page(twin) && { twin: `/${twin.replace(/(^|\/)index$/, '$1')}` }),
    ...(isHome && {
      pageClass: 'home',
      titleTemplate: false,
      sidebar: false,
      aside: false,
      prev: false,
      next: false,
    }),
  };
}

function guideMarkdown({ id, markdown }: Page): string {
  return isHomeId(id) ? homeMarkdown(markdown, id.startsWith('zh/') ? 'zh' : 'en') : markdown;
}

function isHomeId(id: string): boolean {
  return /^(zh\/)?index$/.test(id);
}
