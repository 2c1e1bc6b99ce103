import type { CallLimits } from '../accounts/key-limits.ts';
import type { Caller } from '../accounts/ledger.ts';
import type { Endpoint, Question } from '../endpoints/form/endpoint.ts';
import { Refusal } from '../errors/callers.ts';

/** What a call asks for, as far as a key can be limited to it. */
export interface Asks {
  readonly path: string;
  /** The main category that is used; undefined where the answer is about all of them. */
  readonly category: string | undefined;
  /** Whether the answer tells of other categories, too. */
  readonly tellsOfOthers: boolean;
}

export function asksOf({ path, level, lists }: Endpoint, category: Pick<Question['category'], 'name'>): Asks {
  const isOverall = level === 'overall';
  return {
    path,
    category: isOverall ? undefined : category.name,
    tellsOfOthers: isOverall || lists === 'others',
  };
}

export const NOT_ALLOWED = new Refusal('notAllowed');

/** Whether a key may ask for it. A key of some categories gets what tells of others only by the name of its path. */
export function mayAsk({ paths, categories }: CallLimits, asks: Asks): boolean {
  const isNamed = paths?.includes(asks.path) ?? false;
  if (paths && !isNamed) return false;
  if (!categories || (isNamed && asks.category === undefined)) return true;
  if (asks.tellsOfOthers && !isNamed) return false;
  return asks.category !== undefined && categories.includes(asks.category);
}

/** The paths that a key may ask, of its categories at least; null for all. */
export function pathsFor(limits: CallLimits, endpoints: readonly Endpoint[]): string[] | null {
  if (!limits.paths && !limits.categories) return null;
  const [name = ''] = limits.categories ?? [];
  return endpoints.filter((each) => mayAsk(limits, asksOf(each, { name }))).map(({ path }) => path);
}

/** The key of a caller that sees its own calls alone; undefined for a key without limits, which sees those of all keys. */
export function ownOnly({ holder }: Caller): string | undefined {
  return holder.limits === undefined ? undefined : holder.keyId;
}
