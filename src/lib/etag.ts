/**
 * Whether `If-None-Match` names an etag, or any (`*`). The etag is looked for with its quotes and in place, so a list and
 * the prefix `W/` need no parsing: ours are long enough not to be a part of another.
 */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch !== undefined && (ifNoneMatch.trim() === '*' || ifNoneMatch.includes(etag));
}
