import type { Random } from './random.ts';
import { ENDPOINTS, PATHS, type Parameters, type Path, type Reference } from './reference.ts';
import { formatDay, type Range } from './reference-calendar.ts';

export type Question = { readonly path: Path; readonly parameters: Parameters };

export function urlOf({ path, parameters }: Question): string {
  const query = new URLSearchParams(Object.entries(parameters)).toString();
  return query === '' ? path : `${path}?${query}`;
}

function between(first: number, last: number): Parameters {
  return { start: formatDay(first), end: formatDay(last) };
}

/** Ranges at every edge that the rules know: coverage, default period, weeks, months, years, prices. */
function rangesOf({ coverage, period, settings }: Reference): Parameters[] {
  const middle = Math.floor((coverage.first + coverage.last) / 2);
  const unit = 7 * settings.weeks;
  const length = period.last - period.first + 1;
  return [
    {},
    { start: '', end: '' },
    // A year's end, with the days around it.
    { start: '2024-12-28', end: '2025-01-02' },
    { start: '2025-01-01', end: '2025-01-01' },
    // One of the two.
    { start: formatDay(middle), end: '' },
    { start: formatDay(coverage.first - 30) },
    { start: formatDay(period.last) },
    { start: '', end: formatDay(middle) },
    { end: formatDay(coverage.last) },
    { end: formatDay(coverage.first - 5) },
    // The default period itself, and a day more on either side.
    between(period.first, period.last),
    between(period.first - 1, period.last),
    between(period.first, period.last + 1),
    // One day.
    ...[coverage.first, coverage.last, middle, period.first - 1].map((day) => between(day, day)),
    // Inside, from mid-week to mid-week.
    between(middle - 8, middle + 9),
    between(middle + 1, middle + 40),
    // The comparison period begins with coverage, and a day before it; ends with it, and a day after it.
    between(coverage.first + 20, coverage.first + 39),
    between(coverage.first + 19, coverage.first + 38),
    between(coverage.last + 1, coverage.last + 10),
    between(coverage.last + 2, coverage.last + 11),
    // Partly outside.
    between(coverage.first - 10, coverage.first + 10),
    between(coverage.last - 10, coverage.last + 10),
    // Wholly outside, though in a week or a month that coverage touches.
    between(coverage.first - 1, coverage.first - 1),
    between(coverage.last + 1, coverage.last + 1),
    between(coverage.first - 40, coverage.first - 9),
    between(coverage.last + 9, coverage.last + 300),
    { start: '1999-12-25', end: '2000-03-01' },
    // As long as one default period inside coverage, and a day longer; the days outside are free.
    between(coverage.first - 500, coverage.first + unit - 1),
    between(coverage.first - 500, coverage.first + unit),
    between(coverage.last - 2 * unit + 1, coverage.last + 500),
    between(coverage.last - 2 * unit, coverage.last + 500),
    between(period.first - length, period.first - 1),
    { start: '0001-01-01', end: '9999-12-31' },
  ];
}

/** Every category and sub-category, and every way to name one wrongly. */
function scopesOf(reference: Reference): { plain: Parameters[]; odd: Parameters[] } {
  const plain: Parameters[] = [];
  const odd: Parameters[] = [
    {},
    { category: '' },
    { category: '   ' },
    { category: 'No such category' },
    { category: '\u{1f4a3}' },
    { sub: 'No such sub-category' },
    { category: 'No such category', sub: 'No such sub-category' },
  ];
  const allSubs = new Set(reference.categories.flatMap((category) => reference.subCategories(category)));
  for (const category of reference.categories) {
    const subs = reference.subCategories(category);
    const [first = ''] = subs;
    const foreign = [...allSubs].find((sub) => !subs.includes(sub)) ?? 'none';
    for (const sub of subs) plain.push({ category, sub });
    odd.push(
      { category },
      { category, sub: '' },
      { category, sub: foreign },
      { category: ` ${category}  `, sub: `\t${first} ` },
      { category: category.normalize('NFD'), sub: first.normalize('NFD') },
      { category: category.toUpperCase().toLowerCase(), sub: first.toUpperCase() },
      { sub: first },
    );
  }
  return { plain, odd };
}

/** Keeps only what the path reads, so that no question is asked twice. */
function ask(path: Path, scope: Parameters, range: Parameters): Question {
  const reads: readonly string[] = ENDPOINTS[path].reads;
  const read = Object.entries({ ...scope, ...range }).filter(([name]) => reads.includes(name));
  return { path, parameters: Object.fromEntries(read) };
}

function unique(questions: readonly Question[]): Question[] {
  return [...new Map(questions.map((question) => [urlOf(question), question])).values()];
}

/** Every path × every scope × every range; odd scopes with some of the ranges. */
export function allQuestions(reference: Reference): Question[] {
  const { plain, odd } = scopesOf(reference);
  const ranges = rangesOf(reference);
  const fewRanges = ranges.filter((_, i) => i % 11 === 0);
  return unique(
    PATHS.flatMap((path) => [
      ...plain.flatMap((scope) => ranges.map((range) => ask(path, scope, range))),
      ...odd.flatMap((scope) => fewRanges.map((range) => ask(path, scope, range))),
    ]),
  );
}

/** Every path and scope, over the default period and over everything. */
export function someQuestions(reference: Reference): Question[] {
  const { plain } = scopesOf(reference);
  const ranges: Parameters[] = [{}, { start: '0001-01-01', end: '9999-12-31' }];
  return unique(
    PATHS.flatMap((path) => plain.flatMap((scope) => ranges.map((range) => ask(path, scope, range)))),
  );
}

/** Overviews and related purchases take no dates, overviews no names either: they are not even looked at. */
export function questionsWithIgnoredParameters(reference: Reference): Question[] {
  const category = reference.categories.at(-1) ?? '';
  const ignored = { category, ...between(reference.coverage.first, reference.coverage.first + 3) };
  const paths = PATHS.filter((path) => !(ENDPOINTS[path].reads as readonly string[]).includes('start'));
  return paths.map((path) => ({ path, parameters: ignored }));
}

/** `count` questions of random paths, scopes and ranges, after one of each that takes no dates. */
export function sampleQuestions(reference: Reference, count: number, random: Random): Question[] {
  const { plain, odd } = scopesOf(reference);
  const ranges = rangesOf(reference);
  const dated = PATHS.filter((path) => (ENDPOINTS[path].reads as readonly string[]).includes('start'));
  const questions = PATHS.filter((path) => !dated.includes(path)).flatMap((path) =>
    plain.map((scope) => ask(path, scope, {})),
  );
  for (let i = 0; i < count; i += 1) {
    const scope = random.chance(0.1) ? random.pick(odd) : random.pick(plain);
    const range = random.chance(0.5) ? random.pick(ranges) : randomRange(reference.coverage, random);
    questions.push(ask(random.pick(dated), scope, range));
  }
  return unique(questions);
}

function randomRange(coverage: Range, random: Random): Parameters {
  const length = coverage.last - coverage.first + 1;
  const first = coverage.first - 20 + random.below(length + 40);
  return between(first, first + random.below(random.pick([1, 7, 31, 100, length])));
}
