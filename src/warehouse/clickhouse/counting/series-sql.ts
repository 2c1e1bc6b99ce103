import { CHANGED, isAmong } from '../lines/visible.ts';

/*
 * What is asked of the shards. Lines are counted where they are: what leaves a server are sums by scope and day, and
 * numbers of things by two days. Every result has a row for each series, with columns of days and counts.
 */

/** A category or sub-category that is empty stands for all of them: none has an empty name. */
export const BASIS = `member_id != '' AND ${isAmong('payment_method', 'audience')}`;

export const IN_RANGE = 'day BETWEEN {start:Int32} AND {end:Int32}';

export const LINES = `mdq_line WHERE ${IN_RANGE} AND ${CHANGED}`;

/** Columns of a series by day: what is in order, and so much alike, is little to send. */
export const columns = (...names: readonly string[]) => {
  const rows = `arraySort(groupArray((${names.join(', ')}))) AS rows`;
  return names.map((_, i) => (i === 0 ? `(${rows}).1` : `rows.${i + 1}`)).join(', ');
};

/*
 * Names are counted as numbers, by which a server groups much faster than by texts: it lists those that occur, and a series
 * is the index of a category in its list, times `width`, plus that of what is in the category. 0 stands for all.
 */
export type Within = 'sub_category' | 'payment_method';
const namesIn = (name: 'category' | Within, rows: string) =>
  `(SELECT groupArray(toString(${name})) FROM (SELECT DISTINCT ${name} FROM ${rows}))`;
export const numbersOf = (within: Within, rows: string) =>
  `WITH (SELECT (${namesIn('category', rows)}, ${namesIn(within, rows)})) AS names, length(names.2) + 1 AS width`;
const indexOf = (name: 'category' | Within, list: 1 | 2) =>
  `toUInt64(transform(${name}, names.${list}, arrayEnumerate(names.${list}), 0))`;
export const seriesOf = (within: Within) => `${indexOf('category', 1)} * width + ${indexOf(within, 2)}`;
export const categoryOf = (series: string) => `intDiv(${series}, width) * width`;
const namesOf = (series: string) => [`names.1[intDiv(${series}, width)]`, `names.2[${series} % width]`];
export const NAMES_OF_SERIES = namesOf('series').join(', ');
