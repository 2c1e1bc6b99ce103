/*
 * Every store keeps text as UTF-8. SQLite replaces unpaired surrogates when it stores them, and PostgreSQL takes no NUL:
 * neither is accepted as input, so that what is stored is what was sent.
 */

/** In messages, after "must be a text". */
export const STORABLE = 'without NUL and unpaired surrogates';

const NUL = /\0/g;

export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Replaces the characters that a store cannot keep with U+FFFD, as SQLite does with unpaired surrogates. */
export function toStorable(text: string): string {
  return text.toWellFormed().replace(NUL, '\ufffd');
}
