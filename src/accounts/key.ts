import type { NewKey } from './accounts.ts';
import { KEY_PREFIX, SECRET_LENGTH } from './secret-form.ts';
import { hashSecret, SecretForm } from './secret-text.ts';

export { hashSecret as hashKey };

const KEYS = new SecretForm(KEY_PREFIX);

/** A new API key to show once, and what is kept of it. */
export function newKey(name: string): { key: string; stored: NewKey } {
  const key = KEYS.create();
  return { key, stored: { hash: hashSecret(key), last4: key.slice(-4), name } };
}

export function isKeyForm(text: string): boolean {
  return KEYS.matches(text);
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

const LONG_RUNS = new RegExp(`[0-9A-Za-z]{${SECRET_LENGTH},}`, 'g');

function hasPlainKey(text: string): boolean {
  if (text.includes(KEYS.prefix)) return true;
  if (text.length < SECRET_LENGTH) return false;
  const runs = text.match(LONG_RUNS) ?? [];
  return runs.some((run) => isKeyForm(KEYS.prefix + run.slice(0, SECRET_LENGTH)));
}

/** Of the keys that were sent in this turn of the event loop: none stays in memory for longer than its calls. */
const hashesInTurn = new Map<string, string>();

/** What a text is looked up by, or undefined when it cannot be a key. Calls that arrive together often have the same. */
export function keyHashOf(text: string): string | undefined {
  const known = hashesInTurn.get(text);
  if (known !== undefined || !isKeyForm(text)) return known;
  if (hashesInTurn.size === 0) setImmediate(() => hashesInTurn.clear());
  const hash = hashSecret(text);
  hashesInTurn.set(text, hash);
  return hash;
}
