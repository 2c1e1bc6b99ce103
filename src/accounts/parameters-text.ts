import { containsKey } from './key.ts';

/*
 * What a call asked, as the ledger stores it: its parameters as JSON, at most so many bytes of it, and on a second line
 * its idempotency key, if it had one. JSON as it is written here has one line.
 */

const MAX_BYTES = 512;
/** A character of JavaScript takes at most so many bytes in JSON: those that cannot be printed are written out. */
const MAX_PER_CHARACTER = 6;

type Parameters = Readonly<Record<string, string>>;

/** Values that are too long are shortened, the longest first; where the names alone are too many, some are left out. */
export function parametersText(given: Readonly<Partial<Record<string, string>>>): string {
  const shown = { ...given } as Record<string, string>;
  // A key that somebody pasted into a parameter is not stored.
  for (const name in shown) if (containsKey(shown[name] ?? '')) shown[name] = '…';
  for (;;) {
    const text = JSON.stringify(shown);
    const bytes = text.length * MAX_PER_CHARACTER <= MAX_BYTES ? 0 : Buffer.byteLength(text);
    if (bytes <= MAX_BYTES) return text;
    const [name = '', value = ''] =
      Object.entries(shown).sort(([, a], [, b]) => b.length - a.length)[0] ?? [];
    // Where nothing is left of any value, names go.
    if (value.length <= 1) delete shown[name];
    else shown[name] = shortened(value, bytes - MAX_BYTES);
  }
}

export function withIdempotencyKey(parameters: string, key: string): string {
  return `${parameters}\n${key}`;
}

/** Null for a call from before this was stored. */
export function readParameters(text: string | null): Parameters | null {
  const [parameters] = linesOf(text);
  return parameters === undefined ? null : (JSON.parse(parameters) as Parameters);
}

/** Null for a call without one. */
export function readIdempotencyKey(text: string | null): string | null {
  return linesOf(text)[1] ?? null;
}

function linesOf(text: string | null): readonly string[] {
  return text === null ? [] : text.split('\n');
}

/** Without a good part of its end; never without half a character. */
function shortened(value: string, bytes: number): string {
  const characters = [...value.replace(/…$/, '')];
  const fewer = Math.max(1, Math.min(Math.ceil(bytes / MAX_PER_CHARACTER), characters.length));
  return `${characters.slice(0, -fewer).join('')}…`;
}
