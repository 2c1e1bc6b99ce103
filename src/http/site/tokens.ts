import type { Brand } from '../../brand/brand.ts';
import type { Operator } from '../../docs/site-facts.ts';
import { contactLink } from '../../lib/contact.ts';
import { picturePath } from './brand-files.ts';

/*
 * Built pages hold tokens for what is the operator's: `@@name?{=name}|Market-Data Query@@` is the first text where the name is
 * set, and otherwise the second. In the first, `{name}` stands for a value inside HTML and `{=name}` for one that is plain
 * text; neither text has a `|`, an `@@` or a brace of its own. The words are those of the page, so the server knows no language.
 */
const TOKEN = /@@(\w+)\?([^@|]*)\|([^@|]*)@@/g;
const VALUE = /\{(=?)(\w+)\}/g;

/** By the name of a token; what is not set is not there. */
export type Tokens = ReadonlyMap<string, string>;

/** What pages show of the brand, and whether they lead to those for operators. */
export function tokensOf(brand: Brand, { contact: usual, operatorPages }: Operator): Tokens {
  const { name, tagline, terms, imprint, contact = usual } = brand;
  const link = contact === undefined ? undefined : contactLink(contact);
  const values = {
    ...{ name, tagline, terms, imprint },
    contact: link?.text,
    contactLink: link?.href,
    logo: picturePath('logo', brand),
    icon: picturePath('icon', brand),
    operators: operatorPages ? 'on' : undefined,
  };
  return new Map(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

export function hasTokens(text: string): boolean {
  return text.search(TOKEN) >= 0;
}

/** Fills a page in, or a program that holds the texts of pages as JSON. */
export function fillTokens(text: string, tokens: Tokens, kind: 'html' | 'script'): string {
  const written = (value: string, isText: boolean) => {
    if (kind === 'html') return htmlText(value);
    return scriptText(isText ? value : htmlText(value));
  };
  return text.replace(TOKEN, (_, name: string, set: string, unset: string) =>
    tokens.has(name)
      ? set.replace(VALUE, (_, isText: string, of: string) => written(tokens.get(of) ?? '', isText !== ''))
      : unset,
  );
}

function htmlText(value: string): string {
  return value.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Inside a JSON text that is a string of a program: whatever quotes either has, no character ends it. */
function scriptText(value: string): string {
  return value.replace(
    /[^A-Za-z0-9 ]/g,
    (unit) => `\\\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
