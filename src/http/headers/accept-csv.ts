import { isTooLong, split } from './list.ts';

/** Whether `Accept` names `text/csv`, with a weight that is not below that of JSON (RFC 9110). */
export function acceptsCsv(header: string | undefined): boolean {
  // Most calls do not.
  if (header === undefined || isTooLong(header) || !/text\/csv/i.test(header)) return false;
  const weights = new Map<string, number>();
  for (const range of split(header, ',')) {
    const [type = '', ...parameters] = split(range, ';').map((part) => part.trim().toLowerCase());
    const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    weights.set(type, Number(q) || 0);
  }
  const json = ['application/json', 'application/*', '*/*'].find((type) => weights.has(type));
  const csv = weights.get('text/csv') ?? 0;
  return csv > 0 && csv >= (json === undefined ? 0 : (weights.get(json) ?? 0));
}
