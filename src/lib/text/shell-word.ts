import { printable } from './printable.ts';

/** A name as one word of a command that is to be pasted into a shell: in single quotes, where nothing has a meaning. */
export function shellWord(text: string): string {
  const word = printable(text);
  // A "=" in front means the path of a command to zsh.
  return /^[\w./-][\w./=-]*$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** A name that is all a command is about. What begins with "-" comes after "--", or it would be taken for an option. */
export function lastShellWord(text: string): string {
  return lastShellWords([text]);
}

export function lastShellWords(texts: readonly string[]): string {
  const isLikeOption = texts.some((text) => text.startsWith('-'));
  return [...(isLikeOption ? ['--'] : []), ...texts.map(shellWord)].join(' ');
}
