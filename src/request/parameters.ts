import { type Endpoint, type ParameterName, parametersOf, type Question } from '../endpoints/endpoint.ts';
import { ApiError } from '../errors.ts';
import { type Day, type DayRange, FIRST_DAY, formatDay, parseDay } from '../snapshot/calendar.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** The parameters of a query that have a value, as they were sent. */
export type Query = Readonly<Partial<Record<string, string>>>;

/** Reads a query string. Names that are not asked for are ignored, those that are may stand once. */
export function readQuery(text: string, names: readonly string[]): Query {
  if (text === '') return {};
  const query: Record<string, string> = {};
  const seen = new Set<string>();
  for (const pair of text.split('&')) {
    const [rawName = '', ...rest] = pair.split('=');
    const name = decode(rawName);
    if (!names.includes(name)) continue;
    if (seen.has(name)) throw badRequest(`${name} is given more than once; it takes one value`);
    seen.add(name);
    const value = decode(rest.join('='));
    if (value !== '') query[name] = value;
  }
  return query;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw badRequest('The query string is not valid URL encoding: write UTF-8, percent-encoded');
  }
}

/** What a call asks of a snapshot: missing and unknown names become the defaults. */
export function readQuestion(snapshot: Snapshot, query: Query): Question {
  const category = snapshot.category(query.category);
  return {
    snapshot,
    range: readRange(query, snapshot.defaultPeriod, snapshot.facts.settings.defaultWeeks * 7),
    category,
    sub: snapshot.sub(category, query.sub),
  };
}

/** Only `start`: up to the usual end. Only `end`: as many days as usual, ending there. */
export function readRange(query: Query, usual: DayRange, usualDays: number): DayRange {
  const start = readDay(query, 'start');
  const end = readDay(query, 'end');
  const range =
    start === undefined && end === undefined
      ? usual
      : { start: start ?? Math.max(FIRST_DAY, (end ?? usual.end) - usualDays + 1), end: end ?? usual.end };
  if (range.start > range.end) {
    throw badRequest(
      `start is after end: ${formatDay(range.start)} to ${formatDay(range.end)}; start takes a date up to end`,
    );
  }
  return range;
}

function readDay(query: Query, name: ParameterName): Day | undefined {
  const text = query[name];
  if (text === undefined) return undefined;
  const day = parseDay(text);
  if (day === undefined) throw badRequest(`${name} takes a calendar date as YYYY-MM-DD`);
  return day;
}

export function badRequest(msg: string): ApiError {
  return new ApiError('badRequest', { msg });
}

/** Tells calls that ask the same from those that do not, whatever the order of their parameters. */
export function fingerprint(endpoint: Endpoint, query: Query): string {
  return JSON.stringify([endpoint.path, ...parametersOf(endpoint).map((name) => query[name] ?? '')]);
}
