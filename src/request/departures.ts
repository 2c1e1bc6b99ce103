import type { Endpoint, Question } from '../endpoints/form/endpoint.ts';
import { badRequest, type Refusal } from '../errors/callers.ts';
import { cleanName } from '../snapshot/names.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { closest } from './closest.ts';
import type { Query } from './parameters.ts';

/** Where an answer is about something else than the words of the call: it is told, or refused where asked so. */
export interface Departures {
  /** Parameters whose value names nothing, so that the default was used. */
  readonly fallback: readonly ('category' | 'sub')[];
  /** Names that were sent and that the endpoint does not take. */
  readonly ignored: readonly string[];
}

const NO_HEADERS: readonly string[] = [];

export function departuresOf(endpoint: Endpoint, query: Query, question: Question): Departures | undefined {
  const { given, ignored } = query;
  const names = {
    category: endpoint.level === 'overall' ? '' : question.category.name,
    sub: endpoint.level === 'sub' ? question.sub.name : '',
  };
  const isOther = (name: 'category' | 'sub') => {
    // What an endpoint does not take was not read.
    const asked = given[name] === undefined ? '' : cleanName(given[name]);
    return asked !== '' && asked !== names[name];
  };
  const fallback = (['category', 'sub'] as const).filter(isOther);
  return fallback.length > 0 || ignored.length > 0 ? { fallback, ignored } : undefined;
}

/** Names and values in turn. */
export function departureHeaders(departures: Departures | undefined): readonly string[] {
  if (!departures) return NO_HEADERS;
  const { fallback, ignored } = departures;
  return [
    ...(fallback.length > 0 ? ['x-fallback', fallback.join(', ')] : []),
    ...(ignored.length > 0 ? ['x-ignored-parameters', ignored.join(', ')] : []),
  ];
}

/** What a caller is told who wants nothing decided for it. */
export function strictRefusal(
  endpoint: Endpoint,
  snapshot: Snapshot,
  given: Query['given'],
  { fallback, ignored }: Departures,
): Refusal {
  const taken = endpoint.takes;
  const takes = taken.length > 0 ? `it takes ${taken.join(', ')}` : 'it takes none';
  const unknown = ignored.map((name) => {
    const meant = closest(name, taken);
    return `${name} is not a parameter of this path; ${meant ? `did you mean ${meant}?` : takes}`;
  });
  const isCategoryUnknown = fallback.includes('category');
  const category = snapshot.category(given.category);
  const misnamed = fallback.map((name) => {
    if (name === 'category') {
      const listed = snapshot.categories.map((each) => each.name);
      return `category must be a listed main category; ${didYouMean(given.category, listed, '/api/public/meta/categories')}`;
    }
    if (isCategoryUnknown) return 'sub must be a listed sub-category of that category';
    const listed = category.subs.map((each) => each.name);
    return `sub must be a listed sub-category of "${category.name}"; ${didYouMean(given.sub, listed, '/api/public/meta/sub-categories')}`;
  });
  return badRequest(sentences([...unknown, ...misnamed]));
}

/** A question ends itself. */
function sentences(parts: readonly string[]): string {
  return parts.reduce((text, part) => `${text}${text.endsWith('?') ? '' : '.'} ${part}`);
}

function didYouMean(asked: string | undefined, listed: readonly string[], path: string): string {
  const meant = closest(cleanName(asked ?? ''), listed);
  return meant === undefined ? `GET ${path} lists them` : `did you mean "${meant}"?`;
}
