import { hash } from 'node:crypto';
import { askedRange } from '../endpoints/form/days.ts';
import type { Endpoint, Question } from '../endpoints/form/endpoint.ts';
import {
  describeForm,
  type OwnParameter,
  type OwnValue,
  type OwnValues,
} from '../endpoints/form/parameters.ts';
import { badRequest, Refusal } from '../errors/callers.ts';
import { type Day, type DayRange, formatDay, parseDay } from '../lib/calendar.ts';
import { isStorable, STORABLE } from '../lib/text/stored-text.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** What a query string says. */
export interface Query {
  /** The parameters that are taken and have a value, as they were sent. */
  readonly given: Readonly<Partial<Record<string, string>>>;
  /** Names that are taken and were sent without a value. */
  readonly empty: readonly string[];
  /** Names that were sent and are not taken, each once, the first ten. */
  readonly ignored: readonly string[];
}

const BAD_ENCODING = new Refusal('invalidEncoding');
const NO_PARAMETERS: Query = { given: {}, empty: [], ignored: [] };
const MAX_IGNORED = 10;
/** What is repeated of a name that anybody may have sent. */
const PLAIN_NAME = /^[\w.-]{1,40}$/;

/** Reads a query string. Names that are not taken are noted, those that are may stand once. */
export function readQuery(text: string, names: readonly string[]): Query | Refusal {
  if (text === '') return NO_PARAMETERS;
  const given: Record<string, string> = {};
  const empty: string[] = [];
  const ignored: string[] = [];
  const seen: string[] = [];
  for (const pair of text.split('&')) {
    const equals = pair.indexOf('=');
    const raw = equals < 0 ? pair : pair.slice(0, equals);
    // Of thousands of unknown names, ten are reported.
    if (ignored.length === MAX_IGNORED && !raw.includes('%') && !names.includes(raw)) continue;
    const name = decode(raw);
    if (name === undefined) return BAD_ENCODING;
    if (!names.includes(name)) {
      const told = PLAIN_NAME.test(name) ? name : '?';
      if (pair !== '' && ignored.length < MAX_IGNORED && !ignored.includes(told)) ignored.push(told);
      continue;
    }
    if (seen.includes(name))
      return badRequest(`${name} is given more than once; give it one value`, 'duplicateParameter');
    seen.push(name);
    const encoded = equals < 0 ? '' : pair.slice(equals + 1);
    const value = decode(encoded);
    if (value === undefined) return BAD_ENCODING;
    if (encoded.includes('%') && !isStorable(value)) return badRequest(`${name} must be a text ${STORABLE}`);
    if (value.trim() === '') empty.push(name);
    if (value !== '') given[name] = value;
  }
  return { given, empty, ignored };
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
export function readQuestion(
  snapshot: Snapshot,
  { own, period }: Pick<Endpoint, 'own' | 'period'>,
  { given }: Query,
): Question | Refusal {
  const { defaultPeriod, growthPeriod } = snapshot;
  const range = readRange(
    given,
    period === 'compared' ? (growthPeriod ?? defaultPeriod) : defaultPeriod,
    snapshot.facts.settings.defaultWeeks * 7,
    snapshot.isInWeeks,
  );
  if (range instanceof Refusal) return range;
  const values = own ? readOwn(own, given) : NO_VALUES;
  if (values instanceof Refusal) return values;
  const category = snapshot.category(given.category);
  return { snapshot, range, category, sub: snapshot.sub(category, given.sub), own: values };
}

const NO_VALUES: OwnValues = {};

function readOwn(own: readonly OwnParameter[], given: Query['given']): OwnValues | Refusal {
  const values: Record<string, OwnValue> = {};
  for (const { name, usual, form, read } of own) {
    const text = given[name];
    const value = text === undefined ? usual : read(text);
    if (value === undefined) return badRequest(`${name} must be ${describeForm(form)}`);
    values[name] = value;
  }
  return values;
}

export function readRange(
  given: Query['given'],
  usual: DayRange,
  usualDays: number,
  isInWeeks = false,
): DayRange | Refusal {
  const start = readDay(given, 'start');
  if (start instanceof Refusal) return start;
  const end = readDay(given, 'end');
  if (end instanceof Refusal) return end;
  const range = askedRange({ start, end }, usual, usualDays, isInWeeks);
  if (range.start <= range.end) return range;
  const without = end === undefined ? ', which you left out' : '';
  return badRequest(
    `start must be on or before end${without}; the range is ${formatDay(range.start)} to ${formatDay(range.end)}`,
    'invalidRange',
  );
}

function readDay(given: Query['given'], name: 'start' | 'end'): Day | undefined | Refusal {
  const text = given[name];
  if (text === undefined) return undefined;
  return parseDay(text) ?? badRequest(`${name} must be a calendar date as YYYY-MM-DD`);
}

/** Tells calls that ask the same from those that do not, whatever the order of their parameters. */
export function fingerprint(endpoint: Endpoint, text: string): string {
  const query = readQuery(text, endpoint.takes);
  const asked = query instanceof Refusal ? [text] : endpoint.takes.map((name) => query.given[name] ?? '');
  return hash('sha256', JSON.stringify([endpoint.path, ...asked]), 'base64url');
}
