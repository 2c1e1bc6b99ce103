/** A piece of JSON as it is read. */
interface JsonPiece {
  readonly text: string;
  readonly kind: 'mark' | 'field' | 'string' | 'value';
  /** Of the name of a field: its place in `data`, such as `items[].name`. */
  readonly field?: string;
}

/** Narrow enough for the column that an answer stands in. */
const WIDTH = 64;

/** JSON for reading, what fits on a line on one; each name of a field knows what it is the name of. */
export function jsonPieces(value: unknown): JsonPiece[] {
  return piecesOf(value, '', '');
}

function piecesOf(value: unknown, place: string, indent: string): JsonPiece[] {
  if (typeof value !== 'object' || value === null)
    return [{ text: JSON.stringify(value), kind: typeof value === 'string' ? 'string' : 'value' }];
  const isList = Array.isArray(value);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const entries = Object.entries(value);
  if (entries.length === 0) return [mark(`${open}${close}`)];
  const isOnOneLine = indent.length + JSON.stringify(value).length + 3 * entries.length <= WIDTH;
  const inner = isOnOneLine ? indent : `${indent}  `;
  const [before, between, after] = isOnOneLine
    ? isList
      ? ['', ', ', '']
      : [' ', ', ', ' ']
    : [`\n${inner}`, `,\n${inner}`, `\n${indent}`];
  const parts = entries.flatMap(([name, item], at) => {
    const inside = isList ? `${place}[]` : place === '' ? name : `${place}.${name}`;
    return [
      mark(at === 0 ? before : between),
      ...(isList ? [] : [{ text: JSON.stringify(name), kind: 'field' as const, field: inside }, mark(': ')]),
      ...piecesOf(item, inside, inner),
    ];
  });
  return [mark(open), ...parts, mark(after + close)];
}

const mark = (text: string): JsonPiece => ({ text, kind: 'mark' });

/** `data.items[].name` of an envelope is the field `items[].name` of the documentation. */
export function documentedField(field: string): string {
  return field.replace(/^(\[\]\.)?data\./, '');
}
