import { Refused } from './refusals.ts';

/** A request target in its parts. */
interface Target {
  /** As it was sent: an encoded slash is a part of a name. */
  readonly path: string;
  readonly query: URLSearchParams;
}

/**
 * Splits a request target and changes nothing in it. A proxy with rules for paths must not read another path out of it
 * than this server does, so whatever may be read in two ways is refused.
 */
export function readTarget(url: string): Target {
  if (!url.startsWith('/') || url.includes('#'))
    throw new Refused('malformed_request', 'The request target must be a path');
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  for (const segment of path === '/' ? [] : path.slice(1).split('/')) {
    const text = decode(segment, 'The path');
    if (text === '' || text.includes('\\') || text.split('/').some((part) => part === '.' || part === '..'))
      throw new Refused(
        'invalid_encoding',
        'The path must not have backslashes, nor empty, "." or ".." segments, also percent-encoded: name an account by its id',
      );
  }
  return { path, query: readQuery(mark < 0 ? '' : url.slice(mark + 1)) };
}

/** `URLSearchParams` alone would replace what is no UTF-8, and something else would be looked for than was sent. */
function readQuery(text: string): URLSearchParams {
  const pairs = text.split('&').filter((pair) => pair !== '');
  return new URLSearchParams(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.replaceAll('+', ' ').split('=');
      return [decode(name, 'The query string'), decode(value.join('='), 'The query string')];
    }),
  );
}

function decode(text: string, what: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Refused('invalid_encoding', `${what} is not valid URL encoding: percent-encode it as UTF-8`);
  }
}
