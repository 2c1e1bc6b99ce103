import { InputError, type Operation } from '../operations/operation.ts';
import { accepted, baseType, isNullable, readText, type Schema } from '../operations/schema.ts';

/** What a request brings for the input of an operation. */
interface Given {
  readonly inPath: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Undefined where there is none. */
  readonly body: unknown;
}

/** What lists take besides. */
const PAGING = ['limit', 'cursor'];

/** Fields are written with underscores outside: `againAllowed` is `again_allowed`. */
export function outsideName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Reads the input of an operation. What it does not take is refused: a name that is mistyped must not be passed over. */
export function readInput({ input, output }: Operation, { inPath, query, body = {} }: Given): object {
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    throw new InputError('The body must be a JSON object');
  const names = new Map(Object.keys(input).map((name) => [outsideName(name), name]));
  const isList = output.type === 'array';
  const values: Record<string, unknown> = {};
  const take = (outside: string, value: unknown, given?: unknown) => {
    const name = names.get(outside);
    const schema = name === undefined ? undefined : input[name];
    if (name === undefined || !schema)
      throw new InputError(`There is no field "${outside}" here${known(names)}`);
    if (name in values) throw new InputError(`{${name}} is given more than once`);
    if (value === undefined)
      throw new InputError(`{${name}} must be ${accepted(schema)}${hint(schema, given)}`);
    values[name] = value;
  };
  const schemaOf = (outside: string) => input[names.get(outside) ?? ''] ?? { type: 'string' };
  for (const [outside, text] of Object.entries(inPath))
    take(outsideName(outside), ofText(schemaOf(outsideName(outside)), text));
  for (const [outside, text] of query) {
    if (isList && PAGING.includes(outside)) continue;
    take(outside, ofText(schemaOf(outside), text));
  }
  for (const [outside, value] of Object.entries(body)) take(outside, ofJson(schemaOf(outside), value), value);
  return withDefaults(input, values);
}

function withDefaults(input: Operation['input'], values: Record<string, unknown>): object {
  for (const [name, schema] of Object.entries(input)) {
    if (name in values) continue;
    if (schema.default !== undefined)
      values[name] = schema.format ? readText(schema, String(schema.default)) : schema.default;
    else if (!schema.isOptional) throw new InputError(`{${name}} is missing: it must be ${accepted(schema)}`);
  }
  return values;
}

function ofText(schema: Schema, text: string): unknown {
  if (schema.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  return readText(schema, text);
}

/** Null takes something off where that is possible; elsewhere it is refused. */
function ofJson(schema: Schema, value: unknown): unknown {
  if (value === null) return isNullable(schema) ? null : schema.nullIs;
  if (schema.words)
    return typeof value === 'number' || schema.words.includes(String(value))
      ? readText(schema, String(value))
      : undefined;
  switch (baseType(schema)) {
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    case 'integer':
      return typeof value === 'number' ? readText(schema, String(value)) : undefined;
    case 'array': {
      if (!Array.isArray(value)) return undefined;
      const items = value.map((each) => ofJson(schema.items ?? { type: 'string' }, each));
      return items.includes(undefined) ? undefined : items;
    }
    default:
      return typeof value === 'string' ? readText(schema, value) : undefined;
  }
}

function hint(schema: Schema, given: unknown): string {
  const takesNumber = baseType(schema) === 'integer' || schema.words !== undefined;
  return takesNumber && typeof given === 'string' && /^\d+$/.test(given)
    ? '; a number is sent without quotes'
    : '';
}

function known(names: ReadonlyMap<string, string>): string {
  return names.size === 0 ? ': it takes none' : `: it takes ${[...names.keys()].join(', ')}`;
}
