/** Control characters, line and paragraph separators, and signs that turn the direction of what follows. */
const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/**
 * A text from outside (a file name, a value, a message that quotes one) as one line that is safe on a terminal and in
 * a log: what would move the cursor, colour, clear, reorder or break the line is shown as an escape such as \u001b.
 * Escapes are those of JSON, so the text of a JSON object stays one and means the same.
 */
export function printable(text: string): string {
  return text.replace(UNSAFE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
