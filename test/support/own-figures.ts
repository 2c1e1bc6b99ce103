import type { Endpoint } from '../../src/endpoints/form/endpoint.ts';

/** Every number and every entry of a list among the fields of an answer that are the endpoint's own. */
export function ownFigures({ fields }: Endpoint, data: Readonly<Record<string, unknown>>): unknown[] {
  const leaves = (value: unknown): unknown[] =>
    typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value];
  const own = Object.keys(fields).map((name) => data[name]);
  return own.filter((value) => typeof value !== 'string').flatMap(leaves);
}
