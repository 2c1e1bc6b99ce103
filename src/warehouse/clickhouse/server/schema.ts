/**
 * The layout of the tables that this program makes and takes. 2: tables for disclosure control. 3: all changes are noted.
 * 4: ids that are not to come in again, and what the newest import replaced. 5: nothing in mdq_seen on one server. 6: what
 * a line is the first of.
 */
export const LAYOUT = 6;

interface TableDefinition {
  readonly name: string;
  readonly about: string;
  /** Name and type, and what follows the type. */
  readonly columns: readonly (readonly [name: string, type: string, rest?: string])[];
  readonly engine: string;
}

const TEXT = 'String';
const NAME = 'LowCardinality(String)';

const ORDER_COLUMNS = [
  ['order_id', TEXT],
  ['day', 'Int32'],
  ['lines', 'UInt32'],
  ['fingerprint', 'UInt64'],
  ['import', 'UInt64'],
] as const;

/**
 * What a line is the first of in its order: of the first of a category it is also the first of a sub-category there. Unknown in
 * an order with several payment methods, or with and without a member, where one of its members is forgotten, and where a
 * program of an older layout has written it.
 */
export const FIRST_OF = { unknown: 0, nothing: 1, subCategory: 2, category: 3, order: 4 } as const;
export type FirstOf = keyof typeof FIRST_OF;

const LINE_COLUMNS = [
  ['order_id', TEXT],
  ['day', 'Int32'],
  ['category', NAME],
  ['sub_category', NAME],
  ['product_id', TEXT],
  ['tags', TEXT],
  ['tag_list', 'Array(String)'],
  ['cents', 'Int64'],
  ['payment_method', NAME],
  ['merchant_id', TEXT],
  ['member_id', TEXT],
  ['import', 'UInt64'],
  ['first_of', 'UInt8'],
] as const;

/** Every server has all of them; those about the whole warehouse are used on the server of the first shard alone. */
export const TABLES: readonly TableDefinition[] = [
  {
    name: 'mdq_layout',
    about: 'One row: which part of which warehouse this server holds.',
    columns: [
      ['layout', 'UInt16'],
      ['warehouse', TEXT],
      ['shard', 'UInt16'],
      ['shards', 'UInt16'],
    ],
    engine: 'MergeTree ORDER BY tuple()',
  },
  {
    name: 'mdq_line',
    about: 'Order lines, on the shard of their order. A day is counted from 1970-01-01.',
    columns: LINE_COLUMNS,
    engine: 'MergeTree ORDER BY (day, order_id)',
  },
  {
    name: 'mdq_order',
    about: 'Orders, on their shard: how many lines each has; none for one that is removed.',
    columns: ORDER_COLUMNS,
    engine: 'MergeTree ORDER BY order_id',
  },
  {
    name: 'mdq_arriving',
    about: 'Orders of an import that runs.',
    columns: ORDER_COLUMNS,
    engine: 'MergeTree PARTITION BY import ORDER BY order_id',
  },
  {
    name: 'mdq_seen',
    about:
      'On which days members, merchants and tagged products were seen, on the shard of the thing; on one server, its lines tell.',
    columns: [
      ['kind', NAME],
      ['category', NAME],
      ['sub_category', NAME],
      ['tag_list', 'Array(String)'],
      ['thing', TEXT],
      ['day', 'Int32'],
      ['on_basis', 'UInt8'],
      ['import', 'UInt64'],
    ],
    engine: 'MergeTree ORDER BY (kind, category, sub_category, thing, day)',
  },
  {
    name: 'mdq_aside_order',
    about:
      'Changes of orders in published weeks, on the shard of the order: they wait until the weeks are restated.',
    columns: [...ORDER_COLUMNS, ['waits', 'UInt8']],
    engine: 'MergeTree ORDER BY order_id',
  },
  {
    name: 'mdq_aside_line',
    about: 'The lines that those orders are to have.',
    columns: LINE_COLUMNS,
    engine: 'MergeTree ORDER BY order_id',
  },
  ...(['', 'aside_'] as const).flatMap((kind) => [
    {
      name: `mdq_undo_${kind}order`,
      about: 'What the newest import replaced or removed: rows as they were, with the number of that import.',
      columns: kind ? [...ORDER_COLUMNS, ['waits', 'UInt8'] as const] : ORDER_COLUMNS,
      engine: 'MergeTree ORDER BY order_id',
    },
    {
      name: `mdq_undo_${kind}line`,
      about: 'The lines of those orders.',
      columns: LINE_COLUMNS,
      engine: 'MergeTree ORDER BY order_id',
    },
  ]),
  {
    name: 'mdq_closed',
    about:
      'Cells that are not shown, the same on every server. A week is its Monday; an empty name stands for all.',
    columns: [
      ['week', 'Int32'],
      ['category', NAME],
      ['sub_category', NAME],
      ['is_basis', 'UInt8'],
      ['import', 'UInt64'],
    ],
    engine: 'MergeTree ORDER BY (week, category, sub_category)',
  },
  {
    name: 'mdq_amount',
    about:
      'What people and merchants have of the weeks that a writer tests, on the shard of the person or merchant.',
    columns: [
      ['kind', NAME],
      ['week', 'Int32'],
      ['category', NAME],
      ['sub_category', NAME],
      ['on_basis', 'UInt8'],
      ['thing', TEXT],
      ['cents', 'Int64'],
      ['import', 'UInt64'],
    ],
    engine: 'MergeTree PARTITION BY import ORDER BY (kind, week, category, sub_category)',
  },
  {
    name: 'mdq_incoming',
    about: 'Order lines of other pipelines, as they would stand in a file; "mdq refresh" takes them in.',
    columns: [
      ['order_id', TEXT],
      ['ordered_at', TEXT],
      ['category', TEXT],
      ['sub_category', TEXT],
      ['product_id', TEXT],
      ['product_name', TEXT],
      ['tags', TEXT],
      ['amount', TEXT],
      ['payment_method', TEXT],
      ['merchant_id', TEXT],
      ['member_id', TEXT],
      ['status', TEXT],
      ['inserted_at', 'DateTime64(6)', 'DEFAULT now64(6)'],
      ['row_id', 'UUID', 'DEFAULT generateUUIDv4()'],
    ],
    engine: 'MergeTree ORDER BY order_id',
  },
  {
    name: 'mdq_taken',
    about: 'Which rows of mdq_incoming an import has taken.',
    columns: [
      ['row_id', 'UUID'],
      ['import', 'UInt64'],
    ],
    engine: 'MergeTree PARTITION BY import ORDER BY row_id',
  },
  {
    name: 'mdq_attempt',
    about: 'Imports that have begun and have not been cleaned up after.',
    columns: [['import', 'UInt64']],
    engine: 'MergeTree ORDER BY import',
  },
  {
    name: 'mdq_import',
    about: 'What was imported and changed when; files one to a line.',
    columns: [
      ['import', 'UInt64'],
      ['imported_at', TEXT],
      ['files', TEXT],
      ['lines', 'UInt64'],
      ['orders', 'UInt64'],
      ['replaced_orders', 'UInt64'],
      ['skipped_rows', 'UInt64'],
      ['kind', TEXT],
      ['done_by', TEXT],
      ['details', TEXT],
    ],
    engine: 'MergeTree ORDER BY import',
  },
  {
    name: 'mdq_mark',
    about: 'Ids that are not to come in again, as keyed hashes. The newest row about one holds.',
    columns: [
      ['kind', NAME],
      ['key', NAME],
      ['hash', TEXT],
      ['holds', 'UInt8'],
      ['import', 'UInt64'],
    ],
    engine: 'MergeTree ORDER BY (kind, hash)',
  },
  {
    name: 'mdq_figures',
    about: 'Published figures, in compressed parts.',
    columns: [
      ['import', 'UInt64'],
      ['part', 'UInt32'],
      ['bytes', TEXT, 'CODEC(NONE)'],
    ],
    engine: 'MergeTree PARTITION BY import ORDER BY part',
  },
];

/** All tables of lines have the same columns, in the same order. */
const LINE_TABLES = TABLES.filter(({ columns }) => columns === LINE_COLUMNS).map(({ name }) => name);

/** What tables of an older layout lack, in the order in which it came. A server that has none of them yet makes them whole. */
export const LATER_COLUMNS: readonly (readonly [table: string, columns: string])[] = [
  ['mdq_import', 'ADD COLUMN IF NOT EXISTS kind String, ADD COLUMN IF NOT EXISTS done_by String'],
  ['mdq_import', 'ADD COLUMN IF NOT EXISTS details String'],
  ...LINE_TABLES.map((name) => [name, 'ADD COLUMN IF NOT EXISTS first_of UInt8'] as const),
];

export function createStatement({ name, about, columns, engine }: TableDefinition): string {
  const lines = columns.map((column) => `  ${column.join(' ')}`);
  return `CREATE TABLE ${name} (\n${lines.join(',\n')}\n)\nENGINE = ${engine}\nCOMMENT '${about}'`;
}
