import type { Schema } from '../../lib/schema.ts';

/** One field of an answer, by its path in `data`: `items[].name`. */
export interface FieldDoc {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly isOptional: boolean;
}

/** The fields of a schema, those inside objects and lists too. */
export function fieldsOf(schema: Schema, prefix = ''): FieldDoc[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, field]) => {
    const { description = '' } = field;
    const { type, inner, suffix } = shape(field);
    const path = `${prefix}${name}`;
    return [
      { name: path, type, description, isOptional: !required.includes(name) },
      ...(inner ? fieldsOf(inner, `${path}${suffix}.`) : []),
    ];
  });
}

function shape(schema: Schema): { type: string; inner?: Schema; suffix: string } {
  const { type = 'any', const: value, format, items, anyOf } = schema;
  if (value !== undefined) return { type: JSON.stringify(value), suffix: '' };
  if (anyOf) {
    const inner = anyOf.find((option) => option.type === 'object');
    const types = anyOf.map((option) => shape(option).type).join(' or ');
    return { type: types, suffix: '', ...(inner && { inner }) };
  }
  if (type === 'array' && items) {
    const item = shape(items);
    const many = item.type.endsWith('"') ? item.type : `${item.type}s`;
    return { type: `list of ${many}`, suffix: '[]', ...(item.inner && { inner: item.inner }) };
  }
  if (type === 'object') return { type, inner: schema, suffix: '' };
  return { type: format ? `${type} (${format})` : type, suffix: '' };
}

/** Fields that repeat what was asked. They mean the same in every answer. */
export const ECHO_FIELDS: readonly string[] = ['type', 'category', 'subCategory', 'start', 'end'];

/** A line of Markdown for each field. Fields that an object shares with one before it stand once. */
export function fieldLines(fields: readonly FieldDoc[]): string[] {
  const seen = new Map<string, string>();
  const lines: string[] = [];
  let skipped = '';
  for (const field of fields) {
    const { name, type, description, isOptional } = field;
    if (skipped !== '' && name.startsWith(skipped)) continue;
    const inner = fieldsInside(name, fields);
    const known = inner === '' ? undefined : seen.get(inner);
    if (inner !== '' && known === undefined) seen.set(inner, name);
    skipped = known === undefined ? '' : `${name}.`;
    lines.push(
      `- \`data.${name}\` (${type}${isOptional ? ', optional' : ''})${description && `: ${description}`}${known ? ` Fields as in \`data.${known}\`.` : ''}`,
    );
  }
  return lines;
}

/** The fields of an object as a text, to find those that are the same. */
function fieldsInside(name: string, fields: readonly FieldDoc[]): string {
  return fields
    .filter((field) => field.name.startsWith(`${name}.`))
    .map((field) => `${field.name.slice(name.length)} ${field.type} ${field.description}`)
    .join('\n');
}
