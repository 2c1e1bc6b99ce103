import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { CHECKSUM_LENGTH, secretForm } from './secret-form.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Texts that are kept secret: a prefix that says what they are, 32 random base62 characters, and a checksum over both. */
export class SecretForm {
  readonly prefix: string;
  readonly #form: RegExp;

  constructor(prefix: string) {
    this.prefix = prefix;
    this.#form = secretForm(prefix);
  }

  create(): string {
    let body = this.prefix;
    for (let i = 0; i < 32; i++) body += DIGITS[randomInt(DIGITS.length)];
    return body + checksum(body);
  }

  /** Whether a text can be one at all. One that is mistyped or cut is found out here, without a look-up. */
  matches(text: string): boolean {
    return (
      this.#form.test(text) && checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH)
    );
  }
}

/**
 * What is kept of a secret. The secret itself is shown once and stored nowhere.
 *
 * Secrets are found by a hash of the whole text, in the store by this one, and never compared character by character,
 * so the time of a look-up tells nothing of one: a guess that begins like one has another hash altogether. The
 * check of the form looks only at the text that was sent; the checksum in it is no secret.
 */
export function hashSecret(text: string): string {
  return hash('sha256', text, 'base64url');
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
