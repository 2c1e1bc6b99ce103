import { LANGUAGES, wordsOf } from '../../words/index.ts';
import { simplified } from './simplified.ts';

/**
 * Latin words and numbers whole; Chinese, which is written without spaces, in pairs of characters. A name such
 * as `audienceCount` or `x-max-points` counts as its parts and as one word.
 */
export function words(text: string): string[] {
  return (simplified(text).match(/[\p{L}\p{N}]+(?:[._-]+[\p{L}\p{N}]+)*/gu) ?? []).flatMap((name) => {
    if (/^[a-z]+$/.test(name)) return name;
    const parts =
      name
        .replace(/([a-z])([A-Z])/g, '$1 $2')
        .toLowerCase()
        .match(PART) ?? [];
    const isName = parts.length > 1 && !/\p{Script=Han}/u.test(name);
    return [...parts.flatMap(pairs), ...(isName ? [parts.join('')] : [])];
  });
}

const PART = /\p{Script=Han}+|[^\P{L}\p{Script=Han}]+|\p{N}+/gu;

function pairs(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1 || !/\p{Script=Han}/u.test(run)) return [run];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/** The first of 64 characters that stand in no text. */
const FILES = 0xe000;

/** The index looks through all first characters there are for every word: Chinese ones stand in a few files of their own. */
export function filed(term: string): string {
  return /^\p{Script=Han}/u.test(term) ? String.fromCharCode(FILES + (term.charCodeAt(0) % 64)) + term : term;
}

export function unfiled(term: string): string {
  return term.replace(/^[\ue000-\ue03f]/, '');
}

/** Enough for English: plurals and the commonest endings. */
export function stem(term: string): string {
  if (!/^[a-z]{4,}$/.test(term)) return term;
  return term
    .replace(/ie[sd]$/, 'y')
    .replace(/(?<=[^s])s$/, '')
    .replace(/(?<=.{3})(ing|ed|e)$/, '');
}

export const STOP_WORDS = new Set(
  'a am an and are as at be been by can could do does for from get have how i if in is it its may me mean my of on or our s should so t than that the their them then there these they this those to was we were what when where which who why will with would you your'
    .split(' ')
    .concat(LANGUAGES.flatMap((language) => wordsOf(language).stopWords ?? [])),
);

/** The terms that a text and a question can have in common. */
export function termsOf(text: string): string[] {
  return words(text)
    .map((word) => word.toLowerCase())
    .filter((word) => !STOP_WORDS.has(word))
    .map(stem);
}
