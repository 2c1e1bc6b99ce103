import { hash } from 'node:crypto';
import { type Endpoint, type ParameterName, parametersOf, type Question } from '../endpoints/endpoint.ts';
import { badRequest, Refusal } from '../errors.ts';
import {
  type Day,
  type DayRange,
  FIRST_DAY,
  formatDay,
  LAST_DAY,
  mondayOf,
  parseDay,
} from '../snapshot/calendar.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** The parameters of a query that have a value, as they were sent. */
export type Query = Readonly<Partial<Record<string, string>>>;

const BAD_ENCODING = badRequest('The query string is not valid URL encoding: use percent-encoded UTF-8');
const NO_PARAMETERS: Query = {};

/** Reads a query string. Names that are not asked for are ignored, those that are may stand once. */
export function readQuery(text: string, names: readonly string[]): Query | Refusal {
  if (text === '') return NO_PARAMETERS;
  const query: Record<string, string> = {};
  const seen = new Set<string>();
  for (const pair of text.split('&')) {
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    if (name === undefined) return BAD_ENCODING;
    if (!names.includes(name)) continue;
    if (seen.has(name)) return badRequest(`${name} is given more than once; give it one value`);
    seen.add(name);
    const value = decode(equals < 0 ? '' : pair.slice(equals + 1));
    if (value === undefined) return BAD_ENCODING;
    if (value !== '') query[name] = value;
  }
  return query;
}

function decode(text: string): string | undefined {
  // Most texts are as they are meant.
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/** What a call asks of a snapshot: missing and unknown names become the defaults. */
export function readQuestion(snapshot: Snapshot, query: Query): Question | Refusal {
  const range = readRange(
    query,
    snapshot.defaultPeriod,
    snapshot.facts.settings.defaultWeeks * 7,
    snapshot.closed !== undefined,
  );
  if (range instanceof Refusal) return range;
  const category = snapshot.category(query.category);
  return { snapshot, range, category, sub: snapshot.sub(category, query.sub) };
}

/**
 * Only `start`: up to the usual end. Only `end`: as many days as usual, ending there. In whole weeks a given start goes
 * back to its Monday, and a given end on to its Sunday.
 */
export function readRange(
  query: Query,
  usual: DayRange,
  usualDays: number,
  isInWeeks = false,
): DayRange | Refusal {
  const given = readDay(query, 'start');
  if (given instanceof Refusal) return given;
  const last = readDay(query, 'end');
  if (last instanceof Refusal) return last;
  if (given === undefined && last === undefined) return usual;
  const start = isInWeeks && given !== undefined ? mondayOf(given) : given;
  const end = isInWeeks && last !== undefined ? Math.min(mondayOf(last) + 6, LAST_DAY) : last;
  const range = {
    start: start ?? Math.max(FIRST_DAY, (end ?? usual.end) - usualDays + 1),
    end: end ?? usual.end,
  };
  return range.start <= range.end
    ? range
    : badRequest(
        `start must be on or before end; the range is ${formatDay(range.start)} to ${formatDay(range.end)}`,
      );
}

function readDay(query: Query, name: ParameterName): Day | undefined | Refusal {
  const text = query[name];
  if (text === undefined) return undefined;
  return parseDay(text) ?? badRequest(`${name} must be a calendar date as YYYY-MM-DD`);
}

/** Tells calls that ask the same from those that do not, whatever the order of their parameters. */
export function fingerprint(endpoint: Endpoint, text: string): string {
  const names = parametersOf(endpoint);
  const query = readQuery(text, names);
  const asked = query instanceof Refusal ? [text] : names.map((name) => query[name] ?? '');
  return hash('sha256', JSON.stringify([endpoint.path, ...asked]), 'base64url');
}
