import type { Level } from '../../../../src/endpoints/form/endpoint.ts';
import { pointsFor } from '../../../../src/endpoints/form/price.ts';
import type { PathPrice } from '../call/site-facts.ts';

/** What each path is asked about. */
export type Levels = Readonly<Record<string, Level>>;

/** What somebody wants to know every month. */
export interface Plan {
  readonly paths: ReadonlySet<string>;
  readonly levels: Levels;
  /** How often a month each question is asked. */
  readonly times: number;
  readonly categories: number;
  readonly subs: number;
  /** The days of each call, all with data. */
  readonly days: number;
}

/** How many calls a month a path takes: one for each name that it is asked about. */
export function callsOf(path: string, { levels, times, categories, subs }: Plan): number {
  return times * { overall: 1, category: categories, sub: subs }[levels[path] ?? 'overall'];
}

/** The calls and points of a month. */
export function monthOf(
  prices: readonly PathPrice[],
  plan: Plan,
  periodDays: number,
): { calls: number; points: number } {
  const asked = prices.filter(({ path }) => plan.paths.has(path));
  return asked.reduce(
    ({ calls, points }, price) => {
      const more = callsOf(price.path, plan);
      return { calls: calls + more, points: points + more * pointsFor(price, plan.days, periodDays) };
    },
    { calls: 0, points: 0 },
  );
}
