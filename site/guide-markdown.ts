import { withoutMarks } from '../src/docs/blocks.ts';
import type { Guide } from '../src/docs/pages.ts';
import { BUILT_WORDS } from './.vitepress/theme/words/built.ts';
import { type Language, languageOf, plainId } from './languages.ts';

/** A guide as the site shows it: its own words, and what only a page in a browser can show put in between. */
export function guideMarkdown(id: string, { source }: Pick<Guide, 'source'>): string {
  const markdown = withoutMarks(source, priced);
  switch (plainId(id)) {
    case 'index':
      return homeMarkdown(markdown, languageOf(id));
    case 'privacy':
      // After its first paragraph: whether it is on here comes before what holds when it is.
      return markdown.replace(/^# .+\n\n[\s\S]*?\n\n/m, (lead) => `${lead}<PrivacyState />\n\n`);
    case 'quickstart':
      // After the second section, which is about getting a key.
      return markdown.replace(/(^## [\s\S]*?){2}(?=^## )/m, (sections) => `${sections}<KeyContact />\n\n`);
    default:
      return markdown;
  }
}

/** A block whose numbers are prices says which: a browser puts those of now in their place. */
function priced(text: string, spec: string): string {
  return `<div class="priced" data-prices="${spec}">\n\n${text}\n\n</div>`;
}

/** The pictures beside the three levels, in the order in which the page names them. */
const LEVELS = ['growth', 'focus', 'related'] as const;

/**
 * The home page, cut at its headings, so that a style sheet can lay it out: what one can know beside a year of the
 * sandbox, then a section for each thing a visitor asks.
 */
function homeMarkdown(markdown: string, language: Language): string {
  const words = BUILT_WORDS[language].home;
  const [intro = '', levels = '', month = '', agents = '', key = ''] = markdown.split(/^(?=## )/m);
  return [
    '<div class="home-hero">',
    block('home-intro', `<BrandLine />\n\n${intro}\n\n${words.actions}`),
    '<HomeTrend />',
    '</div>',
    block('home-section', levelCards(levels)),
    block('home-section', month.replace(/^\|[\s\S]*\|$/m, '<MonthCosts />')),
    block('home-section', `## ${words.coverage}\n\n<CoverageFacts />`),
    '<div class="home-pair">',
    block('home-section', agents),
    block('home-section', `${key}\n\n<KeyContact with-quickstart />`),
    '</div>',
  ].join('\n\n');
}

/** Each level as a card: its question, a picture of an answer, and what else there is. */
function levelCards(section: string): string {
  let at = 0;
  const cards = section.replace(/^- \*\*(.+?)\*\* ([\s\S]*?)(?=^- |$(?![\s\S]))/gm, (_, title, text) => {
    const name = LEVELS[at++];
    const [level = '', question = ''] = String(title).split(/[:：] ?/);
    return `<li>\n\n<p class="level">${level}</p>\n\n### ${question.charAt(0).toUpperCase()}${question.slice(1)}\n\n<AnswerPicture :picture="$frontmatter.pictures.${name}" sandbox :limit="6" />\n\n${text.trim()}\n\n</li>\n`;
  });
  const from = cards.indexOf('<li>');
  return `${cards.slice(0, from)}<ul class="levels">\n\n${cards.slice(from)}\n</ul>`;
}

function block(name: string, markdown: string): string {
  return `<div class="${name}">\n\n${markdown.trim()}\n\n</div>`;
}
