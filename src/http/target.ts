/** What a request asks for, out of the first line it sends. */
export interface Target {
  /** Decoded. */
  readonly path: string;
  /** Without the question mark, as it was sent. */
  readonly query: string;
}

/**
 * A path that a proxy may read in another way, whose rules for paths would not hold then: with a backslash, an empty segment
 * (but at its end), or one of dots. NUL is in no path.
 */
const UNCLEAR = /[\\\0]|\/\/|\/\.{1,2}(?:\/|$)/;

/** Splits and decodes a request target, once for all. Undefined: its path is not valid, or unclear. */
export function readTarget(url: string): Target | undefined {
  const hash = url.indexOf('#');
  const sent = hash < 0 ? url : url.slice(0, hash);
  const own = sent.startsWith('/') ? sent : withoutOrigin(sent);
  const mark = own.indexOf('?');
  const rawPath = mark < 0 ? own : own.slice(0, mark);
  const path = rawPath.includes('%') ? decode(rawPath) : rawPath;
  return path === undefined || UNCLEAR.test(path)
    ? undefined
    : { path, query: mark < 0 ? '' : own.slice(mark + 1) };
}

/** A client of a proxy may send the whole address: `http://host/path`. */
function withoutOrigin(url: string): string {
  const scheme = url.indexOf('://');
  if (scheme < 0) return url;
  const path = url.indexOf('/', scheme + 3);
  return path < 0 ? '/' : url.slice(path);
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
