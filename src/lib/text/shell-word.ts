import { printable } from './printable.ts';

/**
 * A name as the last word of a command that is to be pasted into a shell: in single quotes, where nothing has a meaning. What
 * begins with "-" comes after "--", or the command would take it for an option.
 */
export function shellWord(text: string): string {
  const word = printable(text);
  // A "=" in front means the path of a command to zsh.
  const quoted = /^[\w./-][\w./=-]*$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
  return word.startsWith('-') ? `-- ${quoted}` : quoted;
}
