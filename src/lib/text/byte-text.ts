/**
 * Text in UTF-8 as a string of one character per byte, to be written out as latin1. Node sends such a string in far
 * less time than any other, its length is its number of bytes, and it can be put together from parts made before.
 */
export type ByteText = string;

export function byteText(text: string): ByteText {
  // ASCII alone takes as many bytes as characters, and is such a text already.
  return Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString('latin1');
}

export function jsonBytes(value: unknown): ByteText {
  return byteText(JSON.stringify(value));
}
