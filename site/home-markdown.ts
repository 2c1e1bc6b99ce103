/** Where a reader may go first from the home page. */
const ACTIONS = {
  en: '[Get started](/quickstart){.action .primary} [See it as charts](/explorer){.action}',
  zh: '[快速開始](/zh/quickstart){.action .primary} [看圖表](/explorer){.action}',
} as const;

/**
 * The home page, cut at its headings, so that a style sheet can lay it out: what it is beside the first
 * section (a call and its answer), then the rest.
 */
export function homeMarkdown(markdown: string, language: keyof typeof ACTIONS): string {
  const [intro = '', call = '', ...rest] = markdown.split(/^(?=## )/m);
  return [
    '<div class="home-hero">',
    block('home-intro', `${intro}\n\n${ACTIONS[language]}`),
    block('home-call', call),
    '</div>',
    ...rest.map((section) => block('home-section', withCardTitles(section))),
  ].join('\n\n');
}

/** What stands in bold at the start of an item becomes the title of a card, and titles have no full stop. */
function withCardTitles(markdown: string): string {
  return markdown.replace(/^- \*\*(.+?)[.。]\*\*/gm, '- **$1**');
}

function block(name: string, markdown: string): string {
  return `<div class="${name}">\n\n${markdown.trim()}\n\n</div>`;
}
