import { UserError } from '../../../errors/operators.ts';
import { COLUMN_NAMES, COLUMNS, type ColumnName, type Profile } from '../../profile.ts';
import { QUANTITIES, UNIT_PRICES } from '../findings/unit-price.ts';
import { guessColumns, plainName } from '../guess.ts';
import { type Column, fullName, type Join, type Joined, type Table } from './joins.ts';

/** What one of our columns is taken from. */
export interface Choice {
  readonly ours: ColumnName;
  readonly table: Table;
  readonly column: Column;
  /** What it is multiplied by. */
  readonly times?: Column;
  /** Why it may be wrong. */
  readonly doubt?: string;
}

export interface Choices {
  readonly choices: readonly Choice[];
  /** Columns that were not found, and what each could be. */
  readonly missing: readonly { readonly ours: ColumnName; readonly couldBe: readonly string[] }[];
}

/** A line has these of its own: what another table says of the whole order would count once for each line. */
const OF_LINES = ['order_id', 'product_id', 'amount'] as const;
const MOST_LISTED = 6;
/** Every table has such columns, and they mean its own things. */
const MEANS_NOTHING = ['id', 'name'];

type TableColumn = Pick<Choice, 'table' | 'column'>;

/** Chooses a column for each of ours: by its name, else by what it holds and how the tables are joined. */
export function chooseColumns(joined: Joined, profile: Profile): Choices {
  const { lines, joins } = joined;
  const tables = [lines, ...joins.map(({ table }) => table)];
  const said = saidColumns(tables, profile);
  const byName = columnsByName(tables, said);
  // What is said is not guessed, nor is its column anything else.
  const isSaid = Object.fromEntries([...said.keys()].map((ours) => [ours, '']));
  const guessing: Profile = { set: { ...profile.set, ...isSaid } };
  const ofLines = guessColumns([...columnsByName([lines], said).keys()], guessing).columns;
  const first = Object.fromEntries(
    OF_LINES.flatMap((name) => (ofLines[name] === undefined ? [] : [[name, ofLines[name]]])),
  );
  const { columns } = guessColumns([...byName.keys()], { ...guessing, columns: first });
  const chosen = new Map<ColumnName, Choice>();
  const take = (ours: ColumnName, from: TableColumn | undefined, more: Partial<Choice> = {}) => {
    if (from && profile.set?.[ours] === undefined) chosen.set(ours, { ...from, ...more, ours });
  };
  for (const ours of COLUMN_NAMES) take(ours, said.get(ours) ?? byName.get(columns[ours] ?? ''));
  if (!said.has('amount')) chooseAmount(joined, chosen, take);
  chooseByJoins(joined, chosen, take);
  const category = chosen.get('category');
  if (!chosen.has('sub_category') && category)
    take('sub_category', category, {
      doubt: 'there is no second level of categories, so it is the first again',
    });
  return {
    choices: COLUMN_NAMES.flatMap((ours) => chosen.get(ours) ?? []),
    missing: COLUMN_NAMES.filter((ours) => !chosen.has(ours) && profile.set?.[ours] === undefined).map(
      (ours) => ({ ours, couldBe: COLUMNS[ours].isRequired ? couldBe(ours, tables, joins) : [] }),
    ),
  };
}

/** The columns that --map names, as TABLE.COLUMN or by their name alone: then the table nearest to the lines has it. */
function saidColumns(
  tables: readonly Table[],
  { columns = {} }: Profile,
): ReadonlyMap<ColumnName, TableColumn> {
  const all = tables.flatMap((table) => table.columns.map((column) => ({ table, column })));
  const isNamed = (theirs: string) => (each: TableColumn) =>
    theirs === each.column.name ||
    theirs === `${each.table.name}.${each.column.name}` ||
    theirs === fullName(each.table.name, each.column.name);
  return new Map(
    Object.entries(columns).map(([ours, theirs]) => {
      const [found, ...others] = all.filter(isNamed(theirs));
      const isGeneric = found && theirs === found.column.name && MEANS_NOTHING.includes(plainName(theirs));
      if (!found)
        throw new UserError(
          `There is no column ${theirs} for ${ours} in ${tables.map(({ name }) => name).join(', ')}. ` +
            `Say which, such as --map ${ours}=${firstName(tables)}`,
        );
      if (isGeneric && others.length > 0)
        throw new UserError(
          `Several tables have a column ${theirs}: say which with --map ${ours}=… and one of ` +
            `${[found, ...others].map(({ table, column }) => `${table.name}.${column.name}`).join(', ')}`,
        );
      return [ours as ColumnName, found];
    }),
  );
}

function firstName(tables: readonly Table[]): string {
  const [{ name = 'table', columns: [column] = [] } = {}] = tables.toReversed();
  return `${name}.${column?.name ?? 'column'}`;
}

/** Where each name leads: a column's own, and the one together with its table's. The table nearest to the lines first. */
function columnsByName(
  tables: readonly Table[],
  said: ReadonlyMap<ColumnName, TableColumn>,
): Map<string, TableColumn> {
  const byName = new Map<string, TableColumn>();
  const taken = new Set([...said.values()].map(({ column }) => column));
  for (const table of tables)
    for (const column of table.columns) {
      if (taken.has(column)) continue;
      const names = [fullName(table.name, column.name)];
      if (!MEANS_NOTHING.includes(plainName(column.name))) names.unshift(column.name);
      for (const name of names) if (!byName.has(name)) byName.set(name, { table, column });
    }
  return byName;
}

type Take = (ours: ColumnName, from: TableColumn | undefined, more?: Partial<Choice>) => void;

/** Prices of one piece are multiplied; what is not a line's own is doubted. */
function chooseAmount({ lines, joins }: Joined, chosen: ReadonlyMap<ColumnName, Choice>, take: Take): void {
  const named = (names: readonly string[]) =>
    lines.columns.find(({ name }) => names.includes(plainName(name)));
  const [quantity, unitPrice] = [named(QUANTITIES), named(UNIT_PRICES)];
  const amount = chosen.get('amount');
  if (amount?.table === lines) {
    if (quantity)
      take('amount', amount, { doubt: `if that is the price of one piece, multiply it by ${quantity.name}` });
    return;
  }
  if (unitPrice) {
    const doubt = quantity
      ? `that of one piece, so it is multiplied by ${quantity.name}`
      : 'that of one piece';
    take('amount', { table: lines, column: unitPrice }, { doubt, ...(quantity && { times: quantity }) });
    return;
  }
  const keys = joins.flatMap(({ key, toKey }) => [key, toKey]);
  const numbers = lines.columns.filter(
    (column) => column.holds === 'numbers' && column !== quantity && !keys.includes(column),
  );
  const decimals = numbers.filter(({ decimal }) => decimal !== undefined);
  const [only, ...others] = decimals.length > 0 ? decimals : numbers;
  if (only && others.length === 0) {
    const doubt = `its name says nothing: it is the only column of ${lines.name} that holds amounts`;
    take('amount', { table: lines, column: only }, { doubt });
  } else if (amount) {
    const doubt = `it is not in ${lines.name}: where an order has several lines, each of them has all of it`;
    take('amount', amount, { doubt });
  }
}

/** Ids and the time, where their names say nothing: the order is what has a date, the product what has none. */
function chooseByJoins({ lines, joins }: Joined, chosen: ReadonlyMap<ColumnName, Choice>, take: Take): void {
  const isTaken = (column: Column) => [...chosen.values()].some((choice) => choice.column === column);
  const dates = datesIn([lines, ...joins.map(({ table }) => table)]);
  const [date, ...otherDates] = dates;
  if (!chosen.has('ordered_at') && date) {
    const others = otherDates.length > 0 ? `; so do ${listOf(otherDates)}` : '';
    take('ordered_at', date, { doubt: `its name says nothing: it holds dates${others}` });
  }
  const fromLines = joins.filter(({ to }) => to === lines);
  const isDated = ({ table }: Join) => table.columns.some(({ holds }) => holds === 'dates');
  const key = (join: Join | undefined) => join && { table: lines, column: join.toKey };
  const doubt = (join: Join | undefined) => ({
    doubt: `its name says nothing: it is the key of ${join?.table.name}`,
  });
  if (!chosen.has('order_id')) {
    const order = fromLines.find((join) => isDated(join) && !isTaken(join.toKey));
    take('order_id', key(order), doubt(order));
  }
  if (!chosen.has('product_id')) {
    const product = fromLines.find((join) => !isDated(join) && !isTaken(join.toKey));
    take('product_id', key(product), doubt(product));
  }
}

function datesIn(tables: readonly Table[]): TableColumn[] {
  return tables.flatMap((table) =>
    table.columns.filter(({ holds }) => holds === 'dates').map((column) => ({ table, column })),
  );
}

/** Columns that hold what one of ours would, for the operator to choose from. */
function couldBe(ours: ColumnName, tables: readonly Table[], joins: readonly Join[]): string[] {
  const keys = new Set(joins.flatMap(({ key, toKey }) => [key, toKey]));
  const fits = (column: Column) => {
    if (keys.has(column)) return false;
    if (ours === 'amount') return column.holds === 'numbers';
    if (ours === 'ordered_at') return column.holds === 'dates';
    return column.holds === 'text' && (column.isRepeating || !ours.endsWith('category'));
  };
  return tables
    .flatMap((table) => table.columns.filter(fits).map((column) => `${table.name}.${column.name}`))
    .slice(0, MOST_LISTED);
}

function listOf(columns: readonly TableColumn[]): string {
  return columns
    .slice(0, MOST_LISTED)
    .map(({ table, column }) => `${table.name}.${column.name}`)
    .join(', ');
}
