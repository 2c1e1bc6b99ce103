import type { Docs } from '../../docs/docs.ts';
import { withoutAnswers, withShortAnswers } from '../../docs/examples/short-sample.ts';
import type { Page } from '../../docs/pages.ts';
import { type Section, sectionNamed, sectionsOf } from '../../docs/search/sections.ts';
import { lazily } from '../../lib/made-once.ts';
import { Type } from '../../lib/schema.ts';
import type { Result } from '../result.ts';
import { createTool, detail, type Tool, text, toolError, toolResult } from './tool.ts';

/** A longer page returns the sections that fit, and the names of the others. */
const MAX_PAGE = 7500;

export function docsGetPage({ pages, everyPage }: Docs): Tool {
  const byId = new Map(
    everyPage.map((page) => [
      page.id,
      {
        brief: lazily(() => resultsOf(page.id, withoutAnswers(page.markdown))),
        whole: lazily(() => resultsOf(page.id, withShortAnswers(page.markdown))),
      },
    ]),
  );
  const known = everyPage.map(({ id, title }) => `- \`${id}\`: ${title}`).join('\n');
  const guides = (readers: string, audience: Page['audience']) => {
    const ids = pages
      .filter((page) => page.audience === audience && page.language === 'en')
      .map(({ id }) => id);
    return ids.length > 0 ? ` For ${readers}: ${ids.join(', ')}.` : '';
  };
  return createTool({
    name: 'docs.get_page',
    title: 'Read a documentation page',
    description: `Read a page, or one section of it, as Markdown. Use it after docs.search, or when you know the page.${guides('callers', 'callers')}${guides('providers', 'operators')}`,
    takes: {
      id: text('Page id, such as "points", or with a section as docs.search returns it: "points#prices".'),
      section: Type.Optional(text('Heading of a section, to read that alone.')),
      detail: detail('With sample answers.'),
    },
    call({ id, section = anchorOf(id), detail: isWhole = false }) {
      const found = byId.get(id) ?? byId.get(plainId(id));
      if (!found) return toolError(`There is no such page. The pages are:\n${known}`);
      const page = isWhole ? found.whole() : found.brief();
      return section === undefined ? page.whole : page.section(section);
    },
  });
}

interface PageResults {
  readonly whole: Result;
  section(name: string): Result;
}

function resultsOf(id: string, markdown: string): PageResults {
  const sections = sectionsOf(markdown);
  return {
    whole: toolResult(fitting(sections)),
    section(name) {
      const found = sectionNamed(sections, name);
      if (found) return toolResult(fitting(found));
      return toolError(`The page ${id} has no such section. Its sections are: ${named(sections)}`);
    },
  };
}

/** As many sections as fit, the first in any case, and the names of those that do not. */
function fitting(sections: readonly Section[]): string {
  let length = 0;
  const over = sections.findIndex((section, index) => {
    length += section.text.length + 2;
    return index > 0 && length > MAX_PAGE;
  });
  const shown = over < 0 ? sections : sections.slice(0, over);
  const rest = over < 0 ? [] : sections.slice(over);
  const more = rest.length > 0 ? [`*Not shown; read one with the argument \`section\`:* ${named(rest)}`] : [];
  return [...shown.map((section) => section.text), ...more].join('\n\n');
}

function named(sections: readonly Section[]): string {
  return sections
    .filter(({ slug }) => slug !== '')
    .map(({ slug }) => `\`${slug}\``)
    .join(', ');
}

/** The id in an address of the page, such as `/developers/points.md#prices`. */
function plainId(id: string): string {
  const [path = ''] = id.slice(0, 300).split(/[?#]/, 1);
  return path
    .trim()
    .replace(/^\w+:\/\/[^/]*/, '')
    .replace(/^\/*(developers\/+)?/, '')
    .replace(/^api\/public\//, 'api/')
    .replace(/(\.md|\/)$/, '');
}

function anchorOf(id: string): string | undefined {
  const [, anchor = ''] = id.slice(0, 300).split('#', 2);
  return anchor === '' ? undefined : anchor;
}
