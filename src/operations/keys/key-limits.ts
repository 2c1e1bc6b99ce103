import type { Accounts, Key } from '../../accounts/accounts.ts';
import type { KeyLimits, PointLimits } from '../../accounts/key-limits.ts';
import { MissingError, UserError } from '../../errors/operators.ts';
import { formatDay } from '../../lib/calendar.ts';
import { count } from '../../lib/count.ts';
import { cleanName } from '../../lib/text/names.ts';
import { endOfDay } from '../books-days.ts';
import { type Context, InputError } from '../operation.ts';
import { day, listOf, nullable, optional, points, text, type Values, whole } from '../schema.ts';

const LIST = 'a list of texts';

/** Limits of points, as options. */
export const POINT_LIMITS = {
  perDay: optional(
    nullable(points({ description: 'points that may be spent a day', none: 'for no limit', label: 'n' })),
  ),
  perMonth: optional(
    nullable(points({ description: 'points that may be spent a month', none: 'for no limit', label: 'n' })),
  ),
};

/** What a key can be limited to, as options. */
export const LIMITS = {
  paths: optional(
    nullable(
      listOf(text(), {
        description: 'paths that it may ask for',
        none: 'for all',
        ...{ label: 'paths', takes: LIST },
      }),
    ),
  ),
  categories: optional(
    nullable(
      listOf(text(), {
        description: 'main categories that it may ask for',
        none: 'for all',
        ...{ label: 'names', takes: LIST },
      }),
    ),
  ),
  rate: optional(
    nullable(
      whole({
        description: 'requests a second, in each process',
        none: 'for no limit',
        ...{ label: 'n', minimum: 1, maximum: 1_000_000 },
      }),
    ),
  ),
  ...POINT_LIMITS,
  ends: optional(nullable(day({ description: 'last day it is valid on', none: 'for no end' }))),
};

type Given = Values<typeof LIMITS>;

export const LIMIT_NAMES = ['paths', 'categories', 'rate', 'perDay', 'perMonth', 'ends'] as const;

export function isLimiting(given: Given): boolean {
  return LIMIT_NAMES.some((name) => given[name] !== undefined);
}

/** Looks at what is elsewhere, before the accounts are changed. */
export async function checkLimits(context: Context, given: Given): Promise<void> {
  for (const field of ['paths', 'categories'] as const)
    if (given[field]?.length === 0) throw new InputError(`{${field}} must name one at least`);
  if (given.paths) await checkPaths(given.paths);
  if (given.categories) await checkCategories(context, given.categories);
}

export function isByDays({ perDay, perMonth, ends }: Given): boolean {
  return [perDay, perMonth, ends].some((limit) => typeof limit === 'number');
}

async function checkPaths(paths: readonly string[]): Promise<void> {
  const { endpoints } = await import('../../endpoints/index.ts');
  const unknown = paths.find((path) => !endpoints.some((each) => each.path === path));
  if (unknown !== undefined)
    throw new MissingError(`There is no path "${unknown}"; "mdq price list" shows those there are`);
}

async function checkCategories({ warehouse }: Context, names: readonly string[]): Promise<void> {
  const store = await warehouse();
  const version = await store.current();
  if (version === undefined) throw new UserError('There are no categories yet: import orders first');
  const { categories } = await store.describe(version);
  const unknown = names.find((name) => !categories.includes(cleanName(name)));
  if (unknown !== undefined)
    throw new MissingError(`There is no main category "${unknown}"; there are ${categories.join(', ')}`);
}

/** The limits that are given, as they are kept. */
export async function limitsOf(
  context: Context,
  accounts: Accounts,
  { paths, categories, ends, ...rest }: Given,
): Promise<Partial<KeyLimits>> {
  const { rate, perDay, perMonth } = rest;
  const endsAt = typeof ends === 'number' ? (await endOfDay(context, accounts, ends)).getTime() : 0;
  return {
    ...(paths !== undefined && { paths: paths && [...new Set(paths)] }),
    ...(categories !== undefined && { categories: categories && [...new Set(categories.map(cleanName))] }),
    ...(rate !== undefined && { rate }),
    ...pointLimitsOf({ perDay, perMonth }),
    ...(ends !== undefined && { ends: ends === null ? null : { day: ends, endsAt } }),
  };
}

export function pointLimitsOf({ perDay, perMonth }: Values<typeof POINT_LIMITS>): Partial<PointLimits> {
  return { ...(perDay !== undefined && { perDay }), ...(perMonth !== undefined && { perMonth }) };
}

/** The limits of a key as they are given out. */
export const LIMIT_FIELDS = {
  paths: nullable(listOf(text())),
  categories: nullable(listOf(text())),
  rate: nullable(whole()),
  per_day: nullable(whole()),
  per_month: nullable(whole()),
  ends: nullable(text()),
};

export function limitFields({ limits }: Pick<Key, 'limits'>): Values<typeof LIMIT_FIELDS> {
  const { paths, categories, rate, perDay, perMonth, ends } = limits;
  return {
    ...{ paths, categories, rate, per_day: perDay, per_month: perMonth },
    ends: ends && formatDay(ends.day),
  };
}

/** In words, for people. */
export function limitsText(fields: Values<typeof LIMIT_FIELDS>): string {
  const { paths, categories, rate, per_day, per_month, ends } = fields;
  return [
    ...(per_day === null ? [] : [`${count(per_day, 'point')} a day`]),
    ...(per_month === null ? [] : [`${count(per_month, 'point')} a month`]),
    ...(rate === null ? [] : [`${count(rate, 'request')} a second`]),
    ...(paths === null ? [] : [`paths ${paths.join(', ')}`]),
    ...(categories === null ? [] : [`categories ${categories.join(', ')}`]),
    ...(ends === null ? [] : [`valid through ${ends}`]),
  ].join('; ');
}
