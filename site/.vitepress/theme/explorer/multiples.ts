import type { Answers } from './answers.ts';
import { FIELDS } from './measures.ts';
import type { Metric } from './view.ts';

/** How many sub-categories stand side by side. */
export const MOST_MULTIPLES = 6;

export type RankedItem = Answers['ranking']['items'][number];

/** Names with those that stand side by side first, in the order of a ranking; which they are does not change with the measure. */
export function asRanked(names: readonly string[], ranked: readonly RankedItem[], metric: Metric): string[] {
  const values = new Map(ranked.map((item) => [item.name, item[FIELDS[metric]]]));
  const first = names.slice(0, MOST_MULTIPLES);
  first.sort((a, b) => (values.get(b) ?? 0) - (values.get(a) ?? 0));
  return [...first, ...names.slice(MOST_MULTIPLES)];
}
