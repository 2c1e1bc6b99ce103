/** Preferences stand between commas, which may also be quoted. */
const PREFERENCE = /(?:[^",]|"(?:[^"\\]|\\.)*"?)+/g;
/** `name`, `name=value` or `name="value"`, and parameters after a semicolon, which `handling` does not have. */
const HANDLING = /^\s*handling\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))\s*)?(?:;|$)/i;

/** Whether `Prefer: handling=strict` was sent (RFC 7240): of several, the first `handling` counts. */
export function prefersStrict(header: string | undefined): boolean {
  if (header === undefined) return false;
  for (const [preference] of header.matchAll(PREFERENCE)) {
    const handling = HANDLING.exec(preference);
    if (handling) return (handling[1]?.replace(/\\(.)/g, '$1') ?? handling[2]) === 'strict';
  }
  return false;
}
