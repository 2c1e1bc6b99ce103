import type { Properties, Schema } from '../../lib/schema.ts';
import { type Fields, shown } from '../json-rpc.ts';

/** Says which argument the schema of a tool does not allow, and what it takes instead; undefined if all are allowed. */
export function wrongArgument(
  tool: string,
  { properties = {}, required = [] }: Schema,
  args: Fields,
): string | undefined {
  const names = Object.keys(properties);
  const unknown = Object.keys(args).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    return `${shown(unknown)} is not an argument of ${tool}, which takes ${names.join(', ') || 'none'}.`;
  }
  const missing = required.find((name) => args[name] === undefined);
  if (missing !== undefined) return `${missing} is missing. ${described(properties, missing)}`;
  const wrong = names.find(
    (name) => args[name] !== undefined && !isAllowed(properties[name] ?? {}, args[name]),
  );
  return wrong && `${wrong} must be ${expected(properties[wrong] ?? {})}.`;
}

function described(properties: Properties, name: string): string {
  const schema = properties[name] ?? {};
  return schema.description ?? `It must be ${expected(schema)}.`;
}

/** The keywords of JSON Schema that the schemas of the tools use. */
function isAllowed(schema: Schema, value: unknown): boolean {
  const { type, minimum = -Infinity, maximum = Infinity, maxLength = Infinity, pattern } = schema;
  if (type === 'integer') return Number.isInteger(value) && isBetween(Number(value), minimum, maximum);
  if (type === 'boolean') return typeof value === 'boolean';
  if (typeof value !== 'string') return false;
  if (schema.enum && !schema.enum.includes(value)) return false;
  // JSON Schema counts characters, not the units of UTF-16.
  return [...value].length <= maxLength && (pattern === undefined || new RegExp(pattern, 'u').test(value));
}

function isBetween(value: number, minimum: number, maximum: number): boolean {
  return value >= minimum && value <= maximum;
}

function expected(schema: Schema): string {
  const { type, minimum, maximum, maxLength } = schema;
  if (type === 'integer') return `a whole number from ${minimum} to ${maximum}`;
  if (type === 'boolean') return 'true or false';
  if (schema.enum) return `one of ${schema.enum.join(', ')}`;
  return maxLength === undefined ? 'a text that is not empty' : `a text of 1 to ${maxLength} characters`;
}
