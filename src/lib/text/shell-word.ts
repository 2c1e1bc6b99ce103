import { printable } from './printable.ts';

/** A name as one word of a command that is to be pasted into a shell: in single quotes, where nothing has a meaning. */
export function shellWord(text: string): string {
  const word = printable(text);
  // A "=" in front means the path of a command to zsh.
  return /^[\w./-][\w./=-]*$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
