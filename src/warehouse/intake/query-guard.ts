import type { Connection } from '../database/connection.ts';

/** What a query may call in FROM beside its tables. Others read settings or files, or turn on logging to a file. */
const TABLE_FUNCTIONS: readonly string[] = [
  'generate_series',
  'json_each',
  'json_tree',
  'range',
  'repeat',
  'unnest',
];

/** The slice of a parsed query that is looked at; all else is searched for more of it. */
interface ParsedNode {
  readonly type?: unknown;
  readonly function?: { readonly function_name?: unknown };
}

/**
 * Why the engine must not see a query; undefined for exactly one SELECT over the tables. The text is parsed by itself, before it
 * is put into another statement: a parenthesis in it could end that one and begin a different one.
 */
export async function whyNoQuery(connection: Connection, query: string): Promise<string | undefined> {
  const [row] = await connection.rows('SELECT json_serialize_sql(CAST($query AS VARCHAR)) AS parsed', {
    query,
  });
  const { error, error_type, error_message, statements = [] } = JSON.parse(String(row?.parsed));
  if (error && error_type === 'parser') return `fails: Parser Error: ${error_message}`;
  if (error || statements.length !== 1)
    return 'must be one SELECT and nothing else. Instead of a PIVOT without its values, name them: ON column IN (…)';
  const called = tableFunctions(statements).find((name) => !TABLE_FUNCTIONS.includes(name));
  return called === undefined
    ? undefined
    : `calls ${called}() as a table. A query reads its tables, and can call ${TABLE_FUNCTIONS.join(', ')}`;
}

/** The names of the table functions in a parsed query, in lower case. */
function tableFunctions(parsed: unknown): string[] {
  const names: string[] = [];
  const rest: unknown[] = [parsed];
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    const { type, function: called } = node as ParsedNode;
    if (type === 'TABLE_FUNCTION') names.push(String(called?.function_name).toLowerCase());
    for (const child of Object.values(node))
      if (typeof child === 'object' && child !== null) rest.push(child);
  }
  return names;
}
