import type { CallLimits } from '../accounts/key-limits.ts';
import { type Days, daysOfCall } from '../endpoints/form/days.ts';
import type { Endpoint, Question } from '../endpoints/form/endpoint.ts';
import { badRequest, Refusal } from '../errors/callers.ts';
import { formatDay } from '../lib/calendar.ts';
import { cleanName } from '../lib/text/names.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { closest } from './closest.ts';
import { asksOf, mayAsk, NOT_ALLOWED } from './may-ask.ts';
import { type Query, readQuestion } from './parameters.ts';
import type { Handling } from './service.ts';

/** Where an answer is about something else than the call names: the answer says so, or is refused where the call wants that. */
export interface Departures {
  /** Parameters whose value names nothing, so that the default was used. */
  readonly fallback: readonly ('category' | 'sub')[];
  /** Parameters sent without a value, so that the default was used: no header reports them. */
  readonly empty: readonly string[];
  /** Names that were sent and that the endpoint does not take. */
  readonly ignored: readonly string[];
  readonly daysOutside: number;
  /** Whether no day of the range that was asked for is inside the data. */
  readonly isOutside: boolean;
}

/** A call as it is understood, before anything is answered: calls and quotes are read by this alone. */
interface Reading {
  readonly question: Question;
  readonly days: Days;
  /** Undefined where the call means what it says. */
  readonly departures: Departures | undefined;
}

const UNCLEAR_HANDLING = badRequest(
  'Prefer names strict, but not as handling=strict in up to 1,000 characters; send Prefer: handling=strict, or leave it out',
  'invalidHeader',
);

export function readCall(endpoint: Endpoint, snapshot: Snapshot, query: Query): Reading | Refusal {
  const question = readQuestion(snapshot, endpoint, query);
  if (question instanceof Refusal) return question;
  const days = daysOfCall(endpoint, question.range, snapshot);
  const { outside } = days;
  const isOutside = endpoint.period === 'asked' && days.isFree;
  const { empty, ignored } = query;
  const named = { fallback: fallbackOf(endpoint, query, question), empty, ignored };
  const isAsSaid = named.fallback.length + empty.length + ignored.length === 0 && outside === 0;
  return { question, days, departures: isAsSaid ? undefined : { ...named, daysOutside: outside, isOutside } };
}

function fallbackOf(endpoint: Endpoint, { given }: Query, question: Question): Departures['fallback'] {
  const names = {
    category: endpoint.level === 'overall' ? '' : question.category.name,
    sub: endpoint.level === 'sub' ? question.sub.name : '',
  };
  return (['category', 'sub'] as const).filter((name) => {
    // What an endpoint does not take was not read.
    const asked = given[name] === undefined ? '' : cleanName(given[name]);
    return asked !== '' && asked !== names[name];
  });
}

/** Names and values in turn. */
export function departureHeaders({ fallback, ignored, daysOutside }: Departures): readonly string[] {
  const headers: string[] = [];
  if (fallback.length > 0) headers.push('x-fallback', fallback.join(', '));
  if (ignored.length > 0) headers.push('x-ignored-parameters', ignored.join(', '));
  if (daysOutside > 0) headers.push('x-days-outside', String(daysOutside));
  return headers;
}

interface Strictly {
  readonly endpoint: Endpoint;
  readonly snapshot: Snapshot;
  readonly query: () => Query | Refusal;
  /** Of the key: hints name nothing beyond them. */
  readonly limits: CallLimits | undefined;
}

/** The refusal for a caller that wants nothing decided for it; undefined where nothing was, or the caller accepts it. */
export function handlingRefusal(
  handling: Handling,
  departures: Departures | undefined,
  strictly: Strictly,
): Refusal | undefined {
  if (handling === 'unclear') return UNCLEAR_HANDLING;
  if (handling === 'lenient' || !departures) return undefined;
  const { fallback, empty, ignored, isOutside } = departures;
  if ([...fallback, ...empty, ...ignored].length === 0 && !isOutside) return undefined;
  const asked = strictly.query();
  return asked instanceof Refusal ? asked : strictRefusal(strictly, asked.given, departures);
}

function strictRefusal(
  { endpoint, snapshot, limits }: Strictly,
  given: Query['given'],
  { fallback, empty, ignored, isOutside }: Departures,
): Refusal {
  const isCategoryUnknown = fallback.includes('category');
  const category = snapshot.category(given.category);
  // A category that is not there could have been any that the key may ask.
  const meant = (isCategoryUnknown ? snapshot.categories : [category]).filter(
    (each) => !limits || mayAsk(limits, asksOf(endpoint, each)),
  );
  if (meant.length === 0) return NOT_ALLOWED;
  const taken = endpoint.takes;
  const takes = taken.length > 0 ? `it takes ${taken.join(', ')}` : 'it takes none';
  const { start, end } = snapshot.coverage;
  const reasons: Reason[] = [
    ...ignored.map((name): Reason => {
      const [similar] = closest(name, taken);
      const hint = similar ? `did you mean ${similar}?` : takes;
      return ['unknownParameter', `${name} is not a parameter of this path; ${hint}`];
    }),
    ...empty.map((name): Reason => {
      return ['emptyParameter', `${name} is empty; give it a value, or leave it out to get the default`];
    }),
    ...fallback.map((name): Reason => {
      if (name === 'category') {
        const listed = meant.map((each) => each.name);
        const hint = didYouMean(given.category, listed, '/api/public/meta/categories');
        return ['unknownCategory', `category must be a listed main category; ${hint}`];
      }
      if (isCategoryUnknown) return ['unknownSub', 'sub must be a listed sub-category of that category'];
      const listed = category.subs.map((each) => each.name);
      const own = `"${category.name}"${given.category ? '' : ', the category where none is sent'}`;
      const hint = didYouMean(given.sub, listed, '/api/public/meta/sub-categories');
      return ['unknownSub', `sub must be a listed sub-category of ${own}; ${hint}`];
    }),
  ];
  if (isOutside) {
    const covered = `${formatDay(start)} to ${formatDay(end)}`;
    reasons.push(['outsideData', `start to end must have a day of the data, which covers ${covered}`]);
  }
  // Of several reasons the first one gives its code.
  return badRequest(sentences(reasons.map(([, text]) => text)), reasons[0]?.[0]);
}

type Reason = readonly [name: Parameters<typeof badRequest>[1], text: string];

/** Sentences in a row, each with a full stop unless it is a question. */
function sentences(parts: readonly string[]): string {
  return parts.reduce((text, part) => `${text}${text.endsWith('?') ? '' : '.'} ${part}`);
}

/** Names are sold: from this length on, in bytes, parts of them are too many to be tried one by one. */
const SHORTEST_PART = 4;

function didYouMean(asked: string | undefined, listed: readonly string[], path: string): string {
  const meant = closest(cleanName(asked ?? ''), listed, SHORTEST_PART).map((name) => `"${name}"`);
  return meant.length === 0 ? `GET ${path} lists them` : `did you mean ${meant.join(' or ')}?`;
}
