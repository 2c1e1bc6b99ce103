import type { Handling } from '../../request/service.ts';
import { isTooLong, split } from './list.ts';

/**
 * Which handling `Prefer` asks for (RFC 7240): of several, the first `handling` counts. Read without a pattern: one over
 * texts in quotes and blanks between them takes time that grows with the square of a header.
 */
export function handlingOf(header: string | undefined): Handling {
  if (header === undefined) return 'lenient';
  const value = isTooLong(header) ? undefined : firstHandling(header);
  if (value === 'strict' || value === 'lenient') return value;
  return /strict/i.test(header) ? 'unclear' : 'lenient';
}

function firstHandling(header: string): string | undefined {
  for (const preference of split(header, ',')) {
    const [first = ''] = split(preference, ';');
    const equals = first.indexOf('=');
    const name = equals < 0 ? first : first.slice(0, equals);
    if (name.trim().toLowerCase() === 'handling')
      return equals < 0 ? undefined : unquoted(first.slice(equals + 1).trim());
  }
  return undefined;
}

function unquoted(value: string): string {
  const isQuoted = value.length > 1 && value.startsWith('"') && value.endsWith('"');
  return isQuoted ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value;
}
