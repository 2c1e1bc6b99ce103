import { isShown, withoutSuppressed } from './shown.ts';

/** As the columns of the service's own CSV are called, which has none for the kind of an answer. */
const NAMES: Readonly<Record<string, string>> = { category: 'used_category', subCategory: 'used_sub' };
const UNLISTED = new Set(['type', 'granularity']);

/** What an answer is about: the columns that stand before those of its items. */
export function aboutOf(data: object): Record<string, unknown> {
  const single = Object.entries(data).filter(
    ([name, value]) => !UNLISTED.has(name) && Object(value) !== value,
  );
  return Object.fromEntries(single.map(([name, value]) => [NAMES[name] ?? name, value]));
}

/** An answer as the service writes it as CSV, so that what was paid for need not be asked for again: a row for each item. */
export function answerRows(data: object): object[] {
  const about = aboutOf(data);
  const items: readonly { suppressed?: boolean }[] = Object.values(data).find(Array.isArray) ?? [{}];
  return items.map((item) => ({ ...about, ...withoutSuppressed(item, () => !isShown(item)) }));
}
