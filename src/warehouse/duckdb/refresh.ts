import { UserError } from '../../errors.ts';
import { type Day, defaultPeriod } from '../../snapshot/calendar.ts';
import { spliceRows, weeklyOf } from '../../snapshot/day-rows.ts';
import { packSightings, type SightingRows } from '../../snapshot/pack-sightings.ts';
import {
  type Facts,
  type ImportFacts,
  MAX_DAYS,
  paymentSeries,
  type RefreshSettings,
  type SubName,
  scopeCount,
  type Tables,
  type Tag,
} from '../../snapshot/tables.ts';
import type { OnProgress } from '../warehouse.ts';
import type { Connection } from './connection.ts';
import {
  DAILY,
  DAILY_TYPES,
  PAYMENT_TYPES,
  PAYMENTS,
  RELATED,
  RELATED_TYPES,
  SIGHTING_TYPES,
  SIGHTINGS,
} from './figures-sql.ts';

export interface RefreshOptions {
  readonly settings: RefreshSettings;
  readonly version: number;
  readonly weekly: boolean;
  /** A version that is right for all days before `from`; without one, everything is made anew. */
  readonly earlier?: { readonly tables: Tables; readonly from: Day } | undefined;
  readonly onProgress: OnProgress;
}

/** Makes the tables of a snapshot from the lines: only the days that have changed, where that is known. */
export async function refreshTables(connection: Connection, options: RefreshOptions): Promise<Tables> {
  const { settings, earlier, onProgress } = options;
  const facts = await readFacts(connection, options);
  const from = earlier?.from ?? facts.coverage.start;
  await prepareTail(connection, settings, from);
  const names = await readNames(connection);
  const { days } = await connection.columns({ days: 'i32' }, 'SELECT DISTINCT day FROM orders ORDER BY day');
  if (days.length > MAX_DAYS)
    throw new UserError(`Orders on more than ${MAX_DAYS} days are more than can be kept`);

  onProgress('Adding up sales');
  const laterDaily = await connection.columns(DAILY_TYPES, DAILY);
  const daily = earlier ? spliceRows('scope', earlier.tables.daily, laterDaily, from) : laterDaily;
  onProgress('Counting payments');
  const laterPayments = await connection.columns(PAYMENT_TYPES, PAYMENTS);
  const payments = earlier
    ? spliceRows('series', renumbered(earlier.tables, names.methods.length), laterPayments, from)
    : laterPayments;

  const pack = async (name: keyof typeof SIGHTINGS, seriesCount: number) => {
    const rows: SightingRows = await connection.columns(SIGHTING_TYPES, SIGHTINGS[name]);
    return packSightings(seriesCount, days, rows, earlier && { packed: earlier.tables[name], from });
  };
  onProgress('Counting members and merchants');
  const members = await pack('members', scopeCount(names));
  const merchants = await pack('merchants', scopeCount(names));
  onProgress('Counting tags');
  const taggedWith = await pack('taggedWith', names.tags.length);
  const tagged = await pack('tagged', names.subs.length);
  onProgress('Relating purchases');
  const period = defaultPeriod(facts.coverage, settings.defaultWeeks);
  const related = await connection.columns(RELATED_TYPES, RELATED, { ...period });
  return {
    facts,
    ...names,
    days,
    daily,
    weekly: options.weekly ? weeklyOf(daily) : null,
    payments,
    members,
    merchants,
    taggedWith,
    tagged,
    related,
  };
}

async function readFacts(connection: Connection, { settings, version }: RefreshOptions): Promise<Facts> {
  const { lines, orders, cents, start, end } = await connection.numbers<
    'lines' | 'orders' | 'cents' | 'start' | 'end'
  >(`
    SELECT count(*) AS lines, (SELECT count(*) FROM orders) AS orders, coalesce(sum(cents), 0) AS cents,
           min(day) AS start, max(day) AS end
    FROM line`);
  if (lines === 0) throw new UserError('There are no order lines yet; "mdq import FILE" brings some');
  if (cents > Number.MAX_SAFE_INTEGER) {
    throw new UserError('All amounts together are too large to be added up exactly');
  }
  return {
    version,
    publishedAt: new Date().toISOString(),
    coverage: { start, end },
    lines,
    orders,
    settings,
    imports: await readImports(connection),
  };
}

async function readImports(connection: Connection): Promise<ImportFacts[]> {
  const rows = await connection.rows('SELECT * FROM import ORDER BY rowid');
  return rows.map((row) => ({
    at: String(row.imported_at),
    files: String(row.files).split('\n'),
    lines: Number(row.lines),
    orders: Number(row.orders),
    replacedOrders: Number(row.replaced_orders),
    skippedRows: Number(row.skipped_rows),
  }));
}

/** The lines from a day on, and those before it, with what the queries ask of them. */
async function prepareTail(connection: Connection, settings: RefreshSettings, from: Day): Promise<void> {
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE audience AS
     SELECT id FROM method WHERE name IN (SELECT unnest(string_split($methods, chr(10))))`,
    { methods: settings.audienceMethods.join('\n') },
  );
  // A view takes no parameters; the day is a number of our own.
  const lines = (condition: string) => `
    SELECT *, member IS NOT NULL AND method IN (SELECT id FROM audience) AS is_audience FROM line WHERE ${condition}`;
  await connection.run(`
    CREATE OR REPLACE TEMP VIEW tail AS ${lines(`day >= ${from}`)};
    CREATE OR REPLACE TEMP VIEW past AS ${lines(`day < ${from}`)}`);
}

async function readNames(
  connection: Connection,
): Promise<Pick<Tables, 'categories' | 'subs' | 'methods' | 'tags'>> {
  const list = async (table: string) =>
    (await connection.rows(`SELECT name FROM ${table} ORDER BY id`)).map((row) => String(row.name));
  return {
    categories: await list('category'),
    subs: (await connection.rows('SELECT category, name FROM sub ORDER BY id')) as unknown as SubName[],
    methods: await list('method'),
    tags: (await connection.rows('SELECT sub, key, value FROM tag ORDER BY id')) as unknown as Tag[],
  };
}

/** The payments of an earlier version, as they are numbered now that there may be more methods. */
function renumbered({ payments, methods }: Tables, now: number): Tables['payments'] {
  const before = methods.length;
  const series = payments.series.map((id) => paymentSeries(Math.floor(id / before), id % before, now));
  return { ...payments, series };
}
