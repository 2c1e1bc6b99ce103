import { thousands } from '../../../lib/count.ts';
import { printable } from '../../../lib/text/printable.ts';
import { shellWord } from '../../../lib/text/shell-word.ts';
import { type Connection, identifier } from '../../database/connection.ts';
import { COLUMNS, type ColumnName } from '../../profile.ts';
import { guessColumns } from '../guess.ts';
import { viewName } from '../sql-lines.ts';
import type { Choice, Choices } from './choices.ts';
import type { Column, Join, Joined, Table } from './joins.ts';

/** Fewer could each be of another member. */
const MANY_ORDERS = 10;

/** Something to count in what the query gives. */
export interface Fact {
  readonly what: 'blank' | 'unmatched' | 'own-member';
  /** The column of ours, or the table. */
  readonly name: string;
}

export interface CountedFact extends Fact {
  readonly rows: number;
  readonly of: number;
}

/** Everything a draft is written from. */
export interface DraftParts extends Joined, Choices {
  /** Tables of which nothing is taken, and that lead to none of which something is. */
  readonly unused: readonly Table[];
  /** A name as a query has it: in quotes where it needs them. */
  readonly named: (name: string) => string;
}

export async function partsFor(
  connection: Connection,
  joined: Joined,
  choices: Choices,
): Promise<DraftParts> {
  const keywords = await connection.rows(
    `SELECT keyword_name AS word FROM duckdb_keywords() WHERE keyword_category <> 'unreserved'`,
  );
  const reserved = new Set(keywords.map(({ word }) => String(word)));
  const named = (name: string) =>
    /^[a-z_][a-z0-9_]*$/i.test(name) && !reserved.has(name.toLowerCase()) ? name : identifier(name);
  const used = new Set<Table>(choices.choices.map(({ table }) => table));
  for (const { table, to } of joined.joins.toReversed()) if (used.has(table)) used.add(to);
  const joins = joined.joins.filter(({ table }) => used.has(table));
  const unused = joined.joins.map(({ table }) => table).filter((table) => !used.has(table));
  return { ...joined, joins, ...choices, unused, named };
}

/** The query, with what is to be said of it as comments. */
export function draftText(parts: DraftParts, counted: readonly CountedFact[]): string {
  const { lines, joins, apart, unused, choices, missing } = parts;
  const files = [lines, ...joins.map(({ table }) => table)];
  const needed = missing.filter(({ ours }) => COLUMNS[ours].isRequired);
  const others = missing.filter(({ ours }) => !COLUMNS[ours].isRequired).map(({ ours }) => ours);
  const doubtful = choices.filter(({ doubt }) => doubt !== undefined);
  const comments = [
    'A query to start from. Read it, correct it, save it as lines.sql, and see what it gives:',
    `  mdq import --check --sql lines.sql ${files.map(argument).join(' ')}`,
    `${lines.name} is taken for the table with a row for each order line, so it is named first.`,
    ...unused.map(({ name }) => `Left out: ${name}, of which nothing is needed.`),
    ...apart.map(({ name }) => `Left out: ${name}, which shares no key with the others.`),
    ...needed.map(({ ours, couldBe }) => notFound(ours, couldBe)),
    ...(others.length > 0 ? [`Not found, and not needed: ${others.join(', ')}.`] : []),
    ...doubtful.map(
      (choice) => `Unsure: ${choice.ours} is ${choice.table.name}.${choice.column.name}; ${choice.doubt}.`,
    ),
    ...counted.map(describeCounted),
  ];
  return [
    ...comments.map((comment) => `-- ${printable(comment)}`),
    'SELECT',
    choices.map((choice) => `  ${expression(parts, choice)} AS ${choice.ours}`).join(',\n'),
    from(parts),
    '',
  ].join('\n');
}

/** Counts what may be wrong in what the query gives; 0 where it is not worth a word. */
export function factsSql(parts: DraftParts): { sql: string; facts: readonly Fact[] } {
  const { choices, joins } = parts;
  const counts: [Fact, string][] = joins.map(({ table, key }) => [
    { what: 'unmatched', name: table.name },
    `count(*) FILTER (WHERE ${columnSql(parts, { table, column: key })} IS NULL)`,
  ]);
  for (const choice of choices.filter(({ ours }) => COLUMNS[ours].isRequired))
    counts.push([
      { what: 'blank', name: choice.ours },
      `count(*) FILTER (WHERE coalesce(trim(CAST(${columnSql(parts, choice)} AS VARCHAR)), '') = '')`,
    ]);
  const [order, member] = (['order_id', 'member_id'] as const).map((ours) =>
    choices.find((choice) => choice.ours === ours),
  );
  if (order && member) {
    const [orders, members] = [order, member].map((choice) => `count(DISTINCT ${columnSql(parts, choice)})`);
    counts.push([
      { what: 'own-member', name: `${member.table.name}.${member.column.name}` },
      `CASE WHEN ${orders} = ${members} AND ${orders} >= ${MANY_ORDERS} THEN ${orders} ELSE 0 END`,
    ]);
  }
  const selected = ['count(*) AS lines', ...counts.map(([, sql], i) => `${sql} AS fact_${i}`)];
  return { sql: `SELECT ${selected.join(',\n')}\n${from(parts)}`, facts: counts.map(([fact]) => fact) };
}

function describeCounted({ what, name, rows, of }: CountedFact): string {
  const [some, all] = [rows, of].map(thousands);
  switch (what) {
    case 'unmatched':
      return `Look at: ${some} of ${all} lines find nothing in ${name}.`;
    case 'blank':
      return `Look at: ${some} of ${all} lines have no ${name}, and would be bad rows; coalesce(…, 'Other') gives them one.`;
    case 'own-member':
      return `Look at: each of the ${some} orders has another ${name}. If that is not who buys, nobody ever comes back.`;
  }
}

function notFound(ours: ColumnName, couldBe: readonly string[]): string {
  const hint = couldBe.length > 0 ? ` It could be ${couldBe.join(' or ')}.` : '';
  const constant = ours.endsWith('category') ? `, or import with --set ${ours}=…` : '';
  return `Not found, and needed: ${ours}.${hint} Add it to the query${constant}.`;
}

function argument({ name, files }: Table): string {
  const isNamed = files.length > 1 || files.some((file) => viewName(file) !== name);
  return files.map((file) => shellWord(isNamed ? `${name}=${file}` : file)).join(' ');
}

function columnSql(
  { named }: Pick<DraftParts, 'named'>,
  { table, column }: Pick<Choice, 'table' | 'column'>,
): string {
  return `${named(table.name)}.${named(column.name)}`;
}

function expression(parts: DraftParts, { table, column, times }: Choice): string {
  const sql = columnSql(parts, { table, column });
  if (!times) return sql;
  // With so many decimals that nothing is rounded away: the check reports amounts that are no whole cents.
  const price = `CAST(${numeral(sql, column)} AS DECIMAL(18, 4))`;
  return `${price} * CAST(${numeral(columnSql(parts, { table, column: times }), times)} AS DECIMAL(18, 3))`;
}

/** A number as the engine reads it. */
function numeral(sql: string, { type, decimal }: Column): string {
  const isComma = type === 'VARCHAR' && decimal === 'comma';
  return isComma ? `replace(replace(${sql}, '.', ''), ',', '.')` : sql;
}

function from(parts: DraftParts): string {
  return [`FROM ${parts.named(parts.lines.name)}`, ...parts.joins.map((join) => joinText(parts, join))].join(
    '\n',
  );
}

/** No line is lost for what is not found, and none is doubled: of a key that repeats, one row is kept. */
function joinText(parts: DraftParts, join: Join): string {
  const { table, key, to, toKey } = join;
  const sides = [columnSql(parts, { table, column: key }), columnSql(parts, { table: to, column: toKey })];
  const isMixed = key.type !== toKey.type && [key, toKey].some(({ type }) => type === 'VARCHAR');
  const on = sides.map((side) => (isMixed ? `CAST(${side} AS VARCHAR)` : side)).join(' = ');
  const name = parts.named(table.name);
  return `LEFT JOIN ${key.isUnique ? name : oneEach(parts, join)} ON ${on}`;
}

function oneEach({ named, choices, joins }: DraftParts, { table, key }: Join): string {
  const largest = amountOf(table);
  const used = [
    ...choices.filter((choice) => choice.table === table).map(({ column }) => column),
    ...joins.filter(({ to }) => to === table).map(({ toKey }) => toKey),
  ];
  const names = [...new Set(used)].map(({ name }) => named(name));
  const amount = largest && `TRY_CAST(${numeral(named(largest.name), largest)} AS DOUBLE) DESC NULLS LAST`;
  const order = [...(amount ? [amount] : []), ...names].join(', ');
  const kept = largest ? `the row with the largest ${largest.name}` : `the first by ${names.join(', ')}`;
  return `(
  -- ${printable(`${table.name} can have several rows with one ${key.name}: ${kept} is kept.`)}
  SELECT * FROM ${named(table.name)}
  QUALIFY row_number() OVER (PARTITION BY ${named(key.name)} ORDER BY ${order}) = 1
) AS ${named(table.name)}`;
}

/** The amount of a row, where one column can be it. */
function amountOf({ columns }: Table): Column | undefined {
  const name = guessColumns(
    columns.map((column) => column.name),
    {},
  ).columns.amount;
  const [only, ...others] = columns.filter(({ decimal }) => decimal !== undefined);
  return columns.find((column) => column.name === name) ?? (others.length === 0 ? only : undefined);
}
