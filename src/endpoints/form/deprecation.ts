/** That an endpoint is not to be used by new programs: since when, when it goes, and what takes its place. */
export interface Deprecation {
  /** `YYYY-MM-DD`, at 00:00 UTC, as the other one. */
  readonly since: string;
  readonly sunset?: string;
  /** The path to call in its place. */
  readonly instead?: `/api/public/${string}`;
}

/** What answers say of it (RFC 9745, 8594), names and values in turn. */
export function deprecationHeaders({ since, sunset, instead }: Deprecation): readonly string[] {
  return [
    ...['deprecation', `@${Date.parse(since) / 1000}`],
    ...(sunset ? ['sunset', new Date(sunset).toUTCString()] : []),
    ...(instead ? ['link', `<${instead}>; rel="successor-version"`] : []),
  ];
}

/** The same in a sentence, for documents. */
export function describeDeprecation({ since, sunset, instead }: Deprecation): string {
  const end = sunset ? `, and answered until ${sunset}` : '';
  return `Deprecated since ${since}${end}.${instead ? ` Use \`${instead}\` instead.` : ''}`;
}
