import { BUILT_WORDS } from './.vitepress/theme/words/built.ts';
import { idIn, type Language } from './languages.ts';

/** A place in a page that the server fills in: `set` where the operator has set it, with the values in braces, else `unset`. */
export function token(name: string, set: string, unset = ''): string {
  return `@@${name}?${set}|${unset}@@`;
}

/** What a service is called, as plain text. */
export function nameToken(language: Language): string {
  return token('name', '{=name}', BUILT_WORDS[language].title);
}

/** The parts of every page that are the operator's own, as HTML. */
export function brandParts(language: Language, base: string) {
  const words = BUILT_WORDS[language];
  const { ending, toOperators } = words;
  const link = (name: string, text: string) => token(name, `<a href="{${name}}">${text}</a> `);
  return {
    siteTitle: `${token('logo', '<img class="brand-logo" src="{logo}" alt="">')}<span class="brand-name">${token('name', '{name}', words.title)}</span>`,
    tagline: token('tagline', '{tagline}'),
    ending: [
      token('name', ending.named, ending.unnamed),
      token('contact', `${ending.contact}<a href="{contactLink}">{contact}</a> `),
      link('terms', ending.terms),
      link('imprint', ending.imprint),
    ].join(' '),
    toOperators: token(
      'operators',
      `${toOperators.question} <a href="${base}start">${toOperators.guides}</a>`,
    ),
    footer: [
      '<a href="/api/docs/openapi.json" target="_self">OpenAPI</a>',
      '<a href="/llms.txt" target="_self">llms.txt</a>',
      `<a href="${base}${idIn(language, 'agents')}">${words.footer.agents}</a>`,
      `<a href="${base}${idIn(language, 'changelog')}">${words.footer.changelog}</a>`,
      token('operators', `<a href="${base}start" class="to-operators">${words.footer.operators}</a>`),
    ].join(' '),
  };
}

/** What the theme of the site has besides what VitePress knows. */
export interface BrandTheme {
  readonly tagline: string;
  readonly ending: string;
  readonly toOperators: string;
  /** Where the prices of now stand as text. */
  readonly pricesText: string;
}
