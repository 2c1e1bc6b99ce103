import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Connection, dayOf, literal } from '../../database/connection.ts';
import { FINGERPRINT } from '../../fingerprint.ts';
import type { IntakePlace } from '../../intake/intake.ts';
import { namedTags } from '../../intake/stage.ts';
import { textsOf } from '../server/ask.ts';
import type { Attempt } from '../server/attempt.ts';
import { onEach } from '../server/cluster.ts';
import { FIRST_OF } from '../server/schema.ts';
import { OWN } from './visible.ts';

const FILE_BYTES = '64MB';
const PARQUET = `FORMAT parquet, COMPRESSION zstd, FILE_SIZE_BYTES '${FILE_BYTES}'`;

const ORDER_COLUMNS = 'order_id String, day Int32, lines UInt32, fingerprint UInt64';
const LINE_COLUMNS = `order_id String, day Int32, category String, sub_category String, product_id String,
  tags String, tag_list Array(String), cents Int64, payment_method String, merchant_id String, member_id String, first_of UInt8`;

const namesIn = (columns: string) => columns.replaceAll(/ [A-Z]\w*(\(\w+\))?/g, '');

/** Which shard an order is on, for good. */
const shardOf = (id: string, shards: number) => `CAST(md5_number_lower(${id}) % ${shards} AS INTEGER)`;

/** What is staged, as orders with their day and their shard; those that are only cancelled have no lines. */
export async function makeArriving(connection: Connection, shards: number): Promise<void> {
  await connection.run(`
    CREATE OR REPLACE TEMP TABLE arriving AS
    SELECT order_id, ${dayOf('min(ordered_at)')} AS day,
           CAST(count(*) AS UINTEGER) AS lines, CAST((${FINGERPRINT}) % 18446744073709551616 AS UBIGINT) AS fingerprint,
           ${shardOf('order_id', shards)} AS shard,
           min(payment_method) = max(payment_method) AND count(member_id) IN (0, count(*)) AS is_paid_alike
    FROM staged GROUP BY order_id
    UNION ALL
    SELECT DISTINCT id, -1, CAST(0 AS UINTEGER), CAST(0 AS UBIGINT), ${shardOf('id', shards)}, true FROM cancelled`);
}

const TAG_LISTS = `
  CREATE OR REPLACE TEMP TABLE tag_list AS
  SELECT tags, list_sort(list(key || '=' || value)) AS list FROM (${namedTags('staged')}) GROUP BY tags`;

/** Brings the arriving orders to their shards, to be compared with those that are there. */
export async function uploadOrders(attempt: Attempt, intake: IntakePlace): Promise<void> {
  await send(attempt, intake, {
    what: 'orders',
    rows: (shard) => `SELECT order_id, day, lines, fingerprint FROM arriving WHERE shard = ${shard}`,
    insert: `INSERT INTO mdq_arriving (${namesIn(ORDER_COLUMNS)}, import)
             SELECT ${namesIn(ORDER_COLUMNS)}, {import:UInt64} FROM input('${ORDER_COLUMNS}') FORMAT Parquet`,
  });
}

/** Lines of the orders that are meant: all of each, or none, as they tell what they are the first of. */
const stagedLines = (which: string, also = '') => `
  SELECT order_id, day, category, sub_category, product_id, coalesce(tags, '') AS tags,
         coalesce(tag_list.list, []) AS tag_list, cents, payment_method,
         coalesce(merchant_id, '') AS merchant_id, coalesce(member_id, '') AS member_id,
         CAST(CASE WHEN is_paid_alike IS NOT TRUE THEN ${FIRST_OF.unknown}
                   WHEN lag(category) OVER in_order IS NULL THEN ${FIRST_OF.order}
                   WHEN lag(category) OVER in_order <> category THEN ${FIRST_OF.category}
                   WHEN lag(sub_category) OVER in_order <> sub_category THEN ${FIRST_OF.subCategory}
                   ELSE ${FIRST_OF.nothing} END AS UTINYINT) AS first_of
  FROM staged JOIN arriving USING (order_id) LEFT JOIN tag_list USING (tags) ${also}
  WHERE ${which}
  WINDOW in_order AS (PARTITION BY order_id ORDER BY category, sub_category)`;

/** Every file asks again which orders are meant, so where all are, that is left out. Orders are meant whole. */
const insertLines = (table: string, which: string | undefined) => `
  INSERT INTO ${table} (${namesIn(LINE_COLUMNS)}, import)
  SELECT ${namesIn(LINE_COLUMNS)}, {import:UInt64} FROM input('${LINE_COLUMNS}')
  ${which === undefined ? '' : `WHERE order_id IN (${which})`} FORMAT Parquet`;

/** Brings the lines of those orders that are new or other than before to their shards: perhaps all that arrive. */
export async function uploadLines(attempt: Attempt, intake: IntakePlace, areAll: boolean): Promise<void> {
  await intake.connection.run(TAG_LISTS);
  await send(attempt, intake, {
    what: 'lines',
    rows: (shard) => stagedLines(`shard = ${shard} AND lines > 0`),
    insert: insertLines('mdq_line', areAll ? undefined : `SELECT order_id FROM mdq_order WHERE ${OWN}`),
  });
}

/** Brings the lines of orders whose change is to wait beside those that are there. */
export async function uploadAsideLines(attempt: Attempt, intake: IntakePlace): Promise<void> {
  const { connection } = intake;
  const waiting = `SELECT order_id FROM mdq_aside_order WHERE ${OWN} AND waits = 1 AND lines > 0`;
  const ids = await textsOf(attempt, waiting, attempt.values);
  if (ids.length === 0) return;
  await connection.run(TAG_LISTS);
  await connection.run(
    'CREATE OR REPLACE TEMP TABLE late AS SELECT unnest(CAST(json($ids) AS VARCHAR[])) AS order_id',
    { ids: JSON.stringify(ids) },
  );
  await send(attempt, intake, {
    what: 'aside',
    rows: (shard) => stagedLines(`shard = ${shard}`, 'SEMI JOIN late USING (order_id)'),
    insert: insertLines('mdq_aside_line', waiting),
  });
}

/** Brings all that is staged beside the lines that are there, as changes that wait. */
export async function uploadWaiting(attempt: Attempt, intake: IntakePlace): Promise<void> {
  const { connection } = intake;
  const { orders } = await connection.numbers<'orders'>('SELECT count(*) AS orders FROM arriving');
  if (orders === 0) return;
  await connection.run(TAG_LISTS);
  await send(attempt, intake, {
    what: 'waiting-orders',
    rows: (shard) => `SELECT order_id, day, lines, fingerprint FROM arriving WHERE shard = ${shard}`,
    insert: `INSERT INTO mdq_aside_order (${namesIn(ORDER_COLUMNS)}, import, waits)
             SELECT ${namesIn(ORDER_COLUMNS)}, {import:UInt64}, 1 FROM input('${ORDER_COLUMNS}') FORMAT Parquet`,
  });
  await send(attempt, intake, {
    what: 'waiting-lines',
    rows: (shard) => stagedLines(`shard = ${shard} AND lines > 0`),
    insert: insertLines('mdq_aside_line', undefined),
  });
}

/** The engine writes the rows of a shard to files while those of the shard before are on their way. */
async function send(
  { servers, id, signal }: Attempt,
  { connection, workDir }: IntakePlace,
  { what, rows, insert }: { what: string; rows: (shard: number) => string; insert: string },
): Promise<void> {
  const written: Promise<string>[] = [];
  for (const shard of servers.keys()) {
    const before = written.at(-1);
    const write = async () => {
      await before;
      const folder = join(workDir, `${what}-${shard}`);
      await mkdir(folder);
      await connection.run(`COPY (${rows(shard)}) TO ${literal(folder)} (${PARQUET}, OVERWRITE_OR_IGNORE)`);
      return folder;
    };
    written.push(write());
  }
  await onEach(servers, async (server, shard) => {
    const folder = (await written[shard]) ?? '';
    for (const file of (await readdir(folder)).sort()) {
      const path = join(folder, file);
      await server.insert(insert, createReadStream(path), { import: id }, signal);
      await rm(path);
    }
    await rm(folder, { recursive: true });
  });
}
