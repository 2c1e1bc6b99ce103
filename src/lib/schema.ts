declare const OF: unique symbol;
const OPTIONAL = Symbol('optional');

/**
 * JSON Schema that carries the type of what it describes: what answers are declared, documented and checked by. By hand,
 * because a server that loads a package for it starts a quarter later (decision 31).
 */
export interface Schema<T = unknown> extends About {
  readonly type?: string;
  readonly const?: unknown;
  readonly items?: Schema;
  readonly properties?: Properties;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  /** For the compiler alone. */
  readonly [OF]?: T;
  readonly [OPTIONAL]?: true;
}

/** What a schema may say besides. */
interface About {
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly additionalProperties?: boolean | Schema;
}

export type Whole = Schema<number> & { readonly type: 'integer' };
type Optional<T> = Schema<T> & { readonly [OPTIONAL]: true };
export type Properties = Readonly<Record<string, Schema>>;
type OptionalNames<F> = { [K in keyof F]: F[K] extends Optional<unknown> ? K : never }[keyof F];

/** What a schema describes. */
export type Value<S> = S extends Schema<infer T> ? T : never;
/** What has these fields. */
export type Values<F extends Properties> = {
  [K in Exclude<keyof F, OptionalNames<F>>]: Value<F[K]>;
} & { [K in OptionalNames<F>]?: Value<F[K]> };

export const Type = {
  String: (about: About = {}): Schema<string> => ({ type: 'string', ...about }),
  Integer: (about: About = {}): Whole => ({ type: 'integer', ...about }),
  Number: (about: About = {}): Schema<number> => ({ type: 'number', ...about }),
  Boolean: (about: About = {}): Schema<boolean> => ({ type: 'boolean', ...about }),
  Null: (about: About = {}): Schema<null> => ({ type: 'null', ...about }),
  /** One of these texts. */
  Choice: <const T extends string>(values: readonly T[], about: About = {}): Schema<T> => ({
    type: 'string',
    enum: values,
    ...about,
  }),
  Literal: <const T extends string | number | boolean>(value: T, about: About = {}): Schema<T> => ({
    type: Number.isInteger(value) ? 'integer' : typeof value,
    const: value,
    ...about,
  }),
  Array: <T>(items: Schema<T>, about: About = {}): Schema<T[]> => ({ type: 'array', items, ...about }),
  /** One of several. */
  Union: <const S extends readonly Schema[]>(anyOf: S, about: About = {}): Schema<Value<S[number]>> => ({
    anyOf,
    ...about,
  }),
  Object: <F extends Properties>(properties: F, about: About = {}): Schema<Values<F>> => {
    const required = Object.keys(properties).filter((name) => !properties[name]?.[OPTIONAL]);
    return { type: 'object', ...(required.length > 0 && { required }), properties, ...about };
  },
  /** A field that may be missing. */
  Optional: <T>(schema: Schema<T>): Optional<T> => ({ ...schema, [OPTIONAL]: true }),
};
