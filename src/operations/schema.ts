import { hash } from 'node:crypto';
import { type Day, formatDay, parseDay } from '../lib/calendar.ts';
import { thousands } from '../lib/count.ts';
import { MOST_POINTS } from '../lib/points.ts';
import { isStorable, STORABLE } from '../lib/text/stored-text.ts';

/** JSON Schema that carries the type of what it describes, and what commands and forms say of it. */
export interface Schema<T = unknown> {
  readonly type: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly (string | null)[];
  /** What it takes besides a number. */
  readonly words?: readonly string[];
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  /** What it takes, after "must be". */
  readonly takes?: string;
  /** What it means that there is none, after `none` on a command line and `null` in JSON. */
  readonly none?: string;
  /** What null in JSON is taken as, of a field that has another word for that there is none. */
  readonly nullIs?: string;
  /** What stands for the value in help, such as `n` in `--points <n>`; its own name where it is an argument. */
  readonly label?: string;
  /** Of a list: what a text file is called that has one of its values in each line. */
  readonly file?: string;
  readonly isOptional?: boolean;
  /** It is shown once and kept nowhere. */
  readonly isSecret?: boolean;
  /** It tells who somebody is: the log keeps a hash of it. */
  readonly isPersonal?: boolean;
  /** An address whose path may hold a secret: the log keeps its host. */
  readonly isAddress?: boolean;
  /** For the compiler alone. */
  readonly of?: T;
}

export type Fields = Readonly<Record<string, Schema>>;
type TypeOf<S> = S extends Schema<infer T> ? T : never;
type OptionalNames<F> = { [K in keyof F]: F[K] extends { isOptional: true } ? K : never }[keyof F];
/** What has these fields. */
export type Values<F extends Fields> = {
  readonly [K in Exclude<keyof F, OptionalNames<F>>]: TypeOf<F[K]>;
} & { readonly [K in OptionalNames<F>]?: TypeOf<F[K]> | undefined };

/** What help and messages say of a field. */
type About = Pick<
  Schema,
  'description' | 'label' | 'takes' | 'maxLength' | 'none' | 'nullIs' | 'file' | 'isPersonal' | 'isAddress'
>;

export const text = (about: About & { default?: string } = {}): Schema<string> => ({
  type: 'string',
  ...about,
});

/** What is shown once and kept nowhere. */
export const secret = (): Schema<string> => ({ type: 'string', isSecret: true });

export const choice = <const T extends string>(
  values: readonly T[],
  about: About & { default?: T } = {},
): Schema<T> => ({ type: 'string', enum: values, ...about });

export const flag = (about: About = {}): Schema<boolean> => ({ type: 'boolean', ...about });

export const whole = ({
  minimum = 0,
  ...about
}: About & { minimum?: number; maximum?: number; default?: number } = {}): Schema<number> => ({
  type: 'integer',
  minimum,
  takes: `a whole number ${about.maximum === undefined ? `of ${minimum} or more` : `from ${minimum} to ${about.maximum}`}`,
  ...about,
});

/** A whole number that may be below 0, such as points that were taken. Of results alone: no field takes one. */
export const signed = (): Schema<number> => ({ type: 'integer' });

export const points = (about: Parameters<typeof whole>[0] = {}) => whole({ maximum: MOST_POINTS, ...about });

/** A whole number, or one of some words. */
export const wholeOr = <const T extends string>(
  words: readonly T[],
  about: About & { default?: T } = {},
): Schema<number | T> => ({
  type: ['integer', 'string'],
  minimum: 0,
  words,
  takes: `${words.join(', ')} or a whole number up to ${MOST_POINTS}`,
  ...about,
});

export const day = (about: About = {}): Schema<Day> => ({
  type: 'string',
  format: 'date',
  takes: 'a date as YYYY-MM-DD',
  label: 'date',
  ...about,
});

/** Milliseconds, which are written as a number and a unit. */
export const duration = (about: About & { default?: string } = {}): Schema<number> => ({
  type: 'string',
  format: 'time-span',
  takes: 'a time such as 90s, 30m, 24h or 7d',
  label: 'time',
  ...about,
});

/** A point in time, as ISO 8601. */
export const time = (): Schema<Date> => ({ type: 'string', format: 'date-time' });

export const listOf = <T>(items: Schema<T>, about: About = {}): Schema<readonly T[]> => ({
  type: 'array',
  items,
  ...about,
});

export const nullable = <T>(schema: Schema<T>): Schema<T | null> => ({
  ...schema,
  type: [...[schema.type].flat(), 'null'],
  ...(schema.enum && { enum: [...schema.enum, null] }),
});

export const optional = <T>(schema: Schema<T>): Schema<T> & { isOptional: true } => ({
  ...schema,
  isOptional: true,
});

/** An object whose form another part of the program knows. */
export const record = <T extends object>(): Schema<T> => ({ type: 'object' });

export const object = <F extends Fields>(properties: F): Schema<Values<F>> => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => properties[name]?.isOptional !== true),
});

/** Rows: their fields are the columns. */
export const rows = <F extends Fields>(columns: F): Schema<readonly Values<F>[]> => ({
  type: 'array',
  items: object(columns),
});

/** Of a value, what its schema declares; what is a `record` is given out as it is. */
export function declared({ items, properties }: Schema, value: unknown): unknown {
  if (Array.isArray(value)) return items ? value.map((each) => declared(items, each)) : value;
  if (!properties || value === null || typeof value !== 'object') return value;
  const fields = Object.entries(value).flatMap(([name, inner]) => {
    const schema = properties[name];
    return schema ? [[name, declared(schema, inner)] as const] : [];
  });
  return Object.fromEntries(fields);
}

/** The same without what is shown once. */
export function withoutSecrets(schema: Schema, value: unknown): unknown {
  return mapped(schema, value, ({ isSecret }, each) => (isSecret ? null : each));
}

/** The same for somebody who is no admin: addresses without their paths, which often hold a secret. */
export function withoutAddresses(schema: Schema, value: unknown): unknown {
  return mapped(schema, value, ({ isAddress }, each) =>
    isAddress && typeof each === 'string' ? withoutPath(each) : each,
  );
}

function withoutPath(address: string): string {
  return `${URL.parse(address)?.origin ?? ''}/…`;
}

/** The most values of a list that the log keeps as they are. */
const MAX_LOGGED = 100;
const MAX_LOGGED_LENGTH = 20_000;
/** The values that stand for a longer list. */
const FIRST_LOGGED = 5;

/** A list in the log that is too long to be kept: with its hash, somebody who has the list can prove that it was this one. */
interface ShortenedList {
  readonly count: number;
  /** SHA-256 of the list as JSON. */
  readonly sha256: string;
  readonly first: readonly unknown[];
}

export function isShortened(value: unknown): value is ShortenedList {
  return value !== null && typeof value === 'object' && 'count' in value && 'sha256' in value;
}

/** The same as a log keeps it: without secrets, with hashes of what tells who somebody is, and days as they are written. */
export function asLogged(schema: Schema, value: unknown): unknown {
  return mapped(schema, value, loggedValue, (list, log): readonly unknown[] | ShortenedList => {
    const json = JSON.stringify(list);
    if (list.length <= MAX_LOGGED && json.length <= MAX_LOGGED_LENGTH) return list.map(log);
    const sha256 = hash('sha256', json, 'hex');
    return { count: list.length, sha256, first: list.slice(0, FIRST_LOGGED).map(log) };
  });
}

function loggedValue({ isSecret, isPersonal, isAddress, format }: Schema, each: unknown): unknown {
  if (isSecret) return null;
  if (format === 'date' && typeof each === 'number') return formatDay(each);
  if (typeof each !== 'string' || each === '') return each;
  if (isAddress) return withoutPath(each);
  return isPersonal ? `sha256:${hash('sha256', each, 'hex')}` : each;
}

type MapValue = (schema: Schema, value: unknown) => unknown;
type MapList = (list: readonly unknown[], map: (value: unknown) => unknown) => unknown;

const mapEach: MapList = (list, map) => list.map(map);

/** The same with another value in place of each that is no list and no object. */
function mapped(schema: Schema, value: unknown, map: MapValue, mapList = mapEach): unknown {
  const { isPersonal, items, properties } = schema;
  if (Array.isArray(value)) {
    const each = { ...items, type: items?.type ?? '', ...(isPersonal && { isPersonal }) };
    return mapList(value, (one) => mapped(each, one, map, mapList));
  }
  if (!properties || value === null || typeof value !== 'object') return map(schema, value);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      mapped(properties[name] ?? { type: '' }, inner, map, mapList),
    ]),
  );
}

/** Longer than any text that means something here. */
const LONGEST_TEXT = 2000;

const MS_PER: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** How a person writes that there is none. */
const NONE = 'none';

/** What a field is, whether or not it may be null as well. */
export function baseType({ type }: Schema): string {
  return [type].flat()[0] ?? '';
}

export function isNullable({ type }: Schema): boolean {
  return [type].flat().includes('null');
}

/** The values that a field accepts, for messages: "must be …". */
export function accepted({ takes, type, enum: values, nullIs, maxLength = LONGEST_TEXT }: Schema): string {
  if (takes) return isNullable({ type }) || nullIs !== undefined ? `${takes}, or null` : takes;
  if (values) return `one of ${values.join(', ')}`;
  const of: Readonly<Record<string, string>> = {
    boolean: 'true or false',
    array: `a list of texts ${STORABLE}`,
  };
  return of[String(type)] ?? `a text of at most ${thousands(maxLength)} characters, ${STORABLE}`;
}

/** A value as a person writes it; undefined for what the field does not take. */
export function readText(schema: Schema, given: string): unknown {
  if (!isStorable(given)) return undefined;
  if (isNullable(schema) && given === NONE) return null;
  if (baseType(schema) === 'array') return readList(given);
  if (schema.format === 'date') return parseDay(given);
  if (schema.format === 'time-span') {
    const [, amount, unit = ''] = /^(\d{1,6})([smhd])$/.exec(given) ?? [];
    return amount === undefined ? undefined : Number(amount) * (MS_PER[unit] ?? 0);
  }
  if (schema.enum) return schema.enum.includes(given) ? given : undefined;
  if (schema.words?.includes(given)) return given;
  if (baseType(schema) !== 'integer' && !schema.words)
    return given.length <= (schema.maxLength ?? LONGEST_TEXT) ? given : undefined;
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema;
  const value = Number(given);
  return /^0*\d{1,15}$/.test(given) && value >= minimum && value <= maximum ? value : undefined;
}

/** A part of a list: as it is, or in quotes where a comma is in it. */
const LISTED = /\s*(?:"((?:[^"]|"")*)"|([^",]*?))\s*(?:,|$)/y;

/** Values separated by commas. */
function readList(given: string): readonly string[] | undefined {
  const values: string[] = [];
  for (LISTED.lastIndex = 0; LISTED.lastIndex < given.length; ) {
    const match = LISTED.exec(given);
    if (!match) return undefined;
    values.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
  }
  return values;
}
