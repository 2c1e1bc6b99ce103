/** In characters. No client needs more, and to take longer ones apart would cost more than most answers. */
const LONGEST = 1000;

/** Whether a header is longer than any that is meant to be read. */
export function isTooLong(header: string | undefined): boolean {
  return header !== undefined && header.length > LONGEST;
}

/** The parts between separators that are not in quotes. */
export function split(text: string, separator: string): string[] {
  const parts: string[] = [];
  let isQuoted = false;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (isQuoted && character === '\\') i++;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  return [...parts, text.slice(start)];
}
