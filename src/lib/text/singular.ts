/** An English word without the ending of its plural, in lower case: `categories` is `category`, `sets` is `set`. */
export function singular(word: string): string {
  return word.replace(/ies$/, 'y').replace(/(?<=[^su])s$/, '');
}
