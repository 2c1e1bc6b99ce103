/** Where a reader may go first from the home page. */
const ACTIONS = {
  en: '[Get started](/quickstart){.action .primary} [Endpoints and prices](/fields){.action}',
  zh: '[快速開始](/zh/quickstart){.action .primary} [端點與欄位](/fields){.action}',
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
    ...rest.map((section) => block('home-section', section)),
  ].join('\n\n');
}

function block(name: string, markdown: string): string {
  return `<div class="${name}">\n\n${markdown.trim()}\n\n</div>`;
}
