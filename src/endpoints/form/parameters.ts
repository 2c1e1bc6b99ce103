import { type Schema, Type, type Whole } from '../../lib/schema.ts';

/** What many paths take: what each means, and what happens without it. */
export const SHARED_PARAMETERS = {
  category: Type.String({
    description: 'Main category name. If missing or unknown, the default is used and returned in `category`.',
  }),
  sub: Type.String({
    description:
      'Sub-category name, within the category. If missing or unknown, the default is used and returned in `subCategory`.',
  }),
  start: Type.String({
    format: 'date',
    description:
      'First day, `YYYY-MM-DD`. Without `start` and `end`: the default period. With `end` only: as many weeks as a full default period, up to that day.',
  }),
  end: Type.String({
    format: 'date',
    description: 'Last day, `YYYY-MM-DD`. With `start` only: the last day of the default period.',
  }),
};

export type SharedParameter = keyof typeof SHARED_PARAMETERS;

/**
 * The parameters that an endpoint has for itself, each with a description and a default: a whole number from `minimum`
 * to `maximum`, one of some words, or a text of at most `maxLength` characters.
 */
export type OwnSchemas = Readonly<Record<string, Whole | Schema<string>>> & {
  // A quote takes the path of a call beside its parameters.
  readonly [name in SharedParameter | 'path']?: never;
};

export type OwnValue = string | number;
export type OwnValues = Readonly<Record<string, OwnValue>>;

/** One of them, ready to be read. */
export interface OwnParameter {
  readonly name: string;
  readonly schema: Schema & { readonly description: string };
  /** What a call without it asks for. */
  readonly usual: OwnValue;
  readonly form: Form;
  /** Undefined where a text is not of that form. */
  read(text: string): OwnValue | undefined;
}

/** What a value must be: the numbers and words in its braces stand in `values`. */
interface Form {
  readonly kind: keyof typeof FORMS;
  readonly values: Readonly<Record<string, OwnValue>>;
}

export const FORMS = {
  wholeNumber: 'a whole number from {minimum} to {maximum}',
  oneOf: 'one of {choices}',
  text: 'a text of at most {maximum} characters',
} as const;

const LONGEST_TEXT = 200;
const READ = ['type', 'description', 'default', 'minimum', 'maximum', 'maxLength', 'anyOf'];
/** As a client in any language can have it. */
const NAME = /^[a-z][a-z0-9_]*$/;
/** What a call says besides, and words that a client in Python cannot have as a name. */
const TAKEN =
  'type path prefer strict max_points idempotency_key previous self from in is as or and not if elif else for while def class return pass break continue import lambda global nonlocal with yield try except finally raise del assert async await'.split(
    ' ',
  );

/** Fails where a declaration leaves something open: that is seen at the start, not by a caller. */
export function ownParameter(name: string, schema: Schema): OwnParameter {
  const { description, default: usual } = schema;
  if (!NAME.test(name) || TAKEN.includes(name))
    throw new Error(
      `A parameter cannot be called ${name}: lower-case letters, digits and _, and no word that is taken`,
    );
  const unread = Object.keys(schema).filter((key) => !READ.includes(key));
  if (unread.length > 0)
    throw new Error(`The parameter ${name} declares what is not read: ${unread.join(', ')}`);
  const { form, read } = formOf(schema, name);
  if (
    !description ||
    (typeof usual !== 'string' && typeof usual !== 'number') ||
    read(String(usual)) !== usual
  )
    throw new Error(`The parameter ${name} needs a description, and a default that it takes itself`);
  const longest = form.kind === 'text' && { maxLength: Number(form.values.maximum) };
  return { name, schema: { ...schema, ...longest, description }, usual, form, read };
}

function formOf(schema: Schema, name: string): Pick<OwnParameter, 'form' | 'read'> {
  const { type, minimum, maximum, anyOf, maxLength = LONGEST_TEXT } = schema;
  if (anyOf) {
    const choices = anyOf.map((each) => String(each.const));
    return {
      form: { kind: 'oneOf', values: { choices: choices.join(', ') } },
      read: (text) => (choices.includes(text) ? text : undefined),
    };
  }
  if (type === 'string')
    return {
      form: { kind: 'text', values: { maximum: maxLength } },
      // Two units of a text that is no longer than that can be one character.
      read: (text) => (text.length <= maxLength || [...text].length <= maxLength ? text : undefined),
    };
  if (minimum === undefined || maximum === undefined)
    throw new Error(`The parameter ${name} needs a minimum and a maximum`);
  return {
    form: { kind: 'wholeNumber', values: { minimum, maximum } },
    read: (text) => {
      const value = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
      return value >= minimum && value <= maximum ? value : undefined;
    },
  };
}

/** A form in words: `a whole number from 1 to 20`. */
export function describeForm({ kind, values }: Form, words: string = FORMS[kind]): string {
  return words.replace(/\{(\w+)\}/g, (_, value: string) => String(values[value]));
}
