import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { NewKey } from './accounts.ts';

const KEY_PREFIX = 'mdk_';
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const FORM = /^mdk_[0-9A-Za-z]{38}$/;
const CHECKSUM_LENGTH = 6;

/** A new API key: the prefix, 32 random base62 characters, and six of a checksum over all before them. */
export function createKey(): string {
  let body = KEY_PREFIX;
  for (let i = 0; i < 32; i++) body += DIGITS[randomInt(DIGITS.length)];
  return body + checksum(body);
}

/** A new API key to show once, and what is kept of it. */
export function newKey(name: string): { key: string; stored: NewKey } {
  const key = createKey();
  return { key, stored: { hash: hashKey(key), last4: key.slice(-4), name } };
}

/** Whether a text can be a key at all. A mistyped or cut key is told apart here, without a look-up. */
export function isKeyForm(text: string): boolean {
  return FORM.test(text) && checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

/** Nobody encodes a text more often than this by mistake. */
const MAX_ENCODINGS = 8;

/**
 * Whether a key is somewhere in a text, also without its prefix or percent-encoded, however often. A text that is
 * encoded more often than anybody would is taken for one.
 */
export function containsKey(text: string): boolean {
  let plain = text;
  for (let times = 0; times <= MAX_ENCODINGS; times++) {
    if (hasPlainKey(plain)) return true;
    const decoded = plain.includes('%') ? plain.replace(ENCODED_ASCII, decodeURIComponent) : plain;
    if (decoded === plain) return false;
    plain = decoded;
  }
  return true;
}

/** A key is ASCII: what is encoded beside it does not matter, and may be no text at all. */
const ENCODED_ASCII = /%[0-7][0-9A-Fa-f]/g;

function hasPlainKey(text: string): boolean {
  if (text.includes(KEY_PREFIX)) return true;
  if (text.length < 38) return false;
  const runs = text.match(/[0-9A-Za-z]{38,}/g) ?? [];
  return runs.some((run) => isKeyForm(KEY_PREFIX + run.slice(0, 38)));
}

/** What a text is looked up by, or undefined when it cannot be a key. */
export function keyHashOf(text: string): string | undefined {
  return isKeyForm(text) ? hashKey(text) : undefined;
}

/**
 * What is kept of a key. The key itself is shown once and stored nowhere.
 *
 * Keys are found by a hash of the whole text, in the store by this one, and never compared character by character,
 * so the time of a look-up tells nothing of a key: a guess that begins like one has another hash altogether. The
 * check of the form looks only at the text that was sent; the checksum in it is no secret.
 */
export function hashKey(key: string): string {
  return hash('sha256', key, 'base64url');
}

function checksum(body: string): string {
  let rest = crc32(body);
  let digits = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = DIGITS[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
