import { count, thousands } from '../../../lib/count.ts';
import { lastShellWord } from '../../../lib/text/shell-word.ts';
import type { Connection } from '../../database/connection.ts';
import type { Warning } from '../../warning.ts';
import { oddNames } from './odd-names.ts';

/** What programs write where there is no value. */
const PLACEHOLDERS = [
  'null',
  'none',
  'nil',
  'nan',
  'n/a',
  'na',
  '0',
  '-',
  '--',
  'unknown',
  'guest',
  'undefined',
];
const MANY_ORDERS = 10;
const SAMPLE_ROWS = 100_000;
/** So many rows tell whether rows are doubled; of fewer different ones it may be chance. */
const LOOKED_AT = 500;
const FEWEST_DIFFERENT = 10;

/** What looks wrong in the rows to be taken, though each of them is good. */
export async function findingsOf(connection: Connection, isCheck = false): Promise<Warning[]> {
  return [
    ...(await oneMember(connection)),
    ...(await shortenedIds(connection)),
    ...(await doubledRows(connection)),
    ...(await lostOrders(connection, isCheck)),
    ...(await oddNames(connection)),
  ];
}

/** A member who stands for more than a tenth of the orders is none. A sample tells who could be one. */
async function oneMember(connection: Connection): Promise<Warning[]> {
  const { rows } = await connection.numbers<'rows'>('SELECT count(*) AS rows FROM staged');
  const every = Math.max(1, Math.floor(rows / SAMPLE_ROWS));
  const [found] = await connection.rows(
    `WITH sample AS MATERIALIZED (SELECT member_id FROM staged WHERE hash(rowid) % ${every} = 0),
          candidate AS (
            SELECT member_id FROM sample WHERE member_id IS NOT NULL
            GROUP BY member_id HAVING count(*) > 0.02 * (SELECT count(*) FROM sample)
          ), counted AS (
            SELECT member_id, count(DISTINCT order_id) AS orders FROM staged JOIN candidate USING (member_id)
            GROUP BY member_id ORDER BY orders DESC LIMIT 1
          )
     FROM counted`,
  );
  if (!found) return [];
  const { total } = await connection.numbers<'total'>('SELECT count(DISTINCT order_id) AS total FROM staged');
  const [member, orders] = [String(found.member_id), Number(found.orders)];
  const isMany = orders >= MANY_ORDERS || PLACEHOLDERS.includes(member.trim().toLowerCase());
  if (!isMany || orders * 10 <= total) return [];
  const message =
    `The member ${JSON.stringify(member)} has ${thousands(orders)} of ${thousands(total)} orders. ` +
    `If that is no member, leave the column blank there, or run: mdq members forget ${lastShellWord(member)}`;
  return [{ code: 'one-member', message, count: orders }];
}

/** Spreadsheets write long numbers as 2.02609E+10: what they leave out is lost, and different ones become one. */
async function shortenedIds(connection: Connection): Promise<Warning[]> {
  const columns = ['order_id', 'product_id', 'member_id'];
  const [found = {}] = await connection.rows(`
    SELECT ${columns.map((name) => `min(${name}) FILTER (regexp_full_match(${name}, '[0-9]([.,][0-9]+)?E\\+[0-9]+')) AS ${name}`).join(', ')}
    FROM (SELECT ${columns.join(', ')} FROM staged LIMIT ${SAMPLE_ROWS})`);
  const [name] = columns.filter((each) => typeof found[each] === 'string');
  if (name === undefined) return [];
  const message =
    `${name} holds ${found[name]}: a spreadsheet has shortened long numbers, so that different ones are the same. ` +
    'Export it again with that column as text; "mdq imports undo" takes an import back';
  return [{ code: 'shortened-ids', message }];
}

/** One product twice in an order is nothing special; nearly all of them twice is an export that was written twice. */
async function doubledRows(connection: Connection): Promise<Warning[]> {
  // By their time too: where rows are in its order, the engine skips the others unread.
  const { different, doubled } = await connection.numbers<'different' | 'doubled'>(`
    SELECT count(*) AS different, count(*) FILTER (WHERE copies % 2 = 0) AS doubled
    FROM (SELECT count(*) AS copies FROM staged
          SEMI JOIN (SELECT ordered_at, order_id FROM staged LIMIT ${LOOKED_AT}) USING (ordered_at, order_id)
          GROUP BY order_id, ordered_at, category, sub_category, product_id, tags, cents, payment_method, merchant_id,
                   member_id, status)`);
  if (different < FEWEST_DIFFERENT || doubled < 0.9 * different) return [];
  const message =
    'Nearly every row stands there twice, so that amounts are twice what they are. Was the export written twice into a file, or ' +
    'joined to a table that has a key twice? Export it again; "mdq imports undo" takes an import back';
  const { rows } = await connection.numbers<'rows'>('SELECT count(*) AS rows FROM staged');
  return [{ code: 'doubled-rows', message, count: rows }];
}

/** Orders that bad rows were left out of. Rows whose order could not be read may be of more of them. */
async function lostOrders(connection: Connection, isCheck: boolean): Promise<Warning[]> {
  const { rejects, unknown } = await connection.numbers<'rejects' | 'unknown'>(
    'SELECT count(*) AS rejects, count(*) FILTER (WHERE order_id IS NULL) AS unknown FROM reject',
  );
  if (rejects === 0) return [];
  const { lost, part } = await connection.numbers<'lost' | 'part'>(`
    SELECT count(*) FILTER (WHERE NOT is_kept) AS lost, count(*) FILTER (WHERE is_kept) AS part
    FROM (SELECT DISTINCT order_id, order_id IN (SELECT order_id FROM staged) AS is_kept
          FROM reject WHERE order_id IS NOT NULL)`);
  if (lost + part === 0) return [];
  const orders = (n: number) => `${unknown > 0 ? 'at least ' : ''}${count(n, 'order')}`;
  const told = [
    ...(lost > 0 ? [`${orders(lost)} ${isCheck ? 'would' : 'did'} not come in`] : []),
    ...(part > 0 ? [`${orders(part)} ${isCheck ? 'would come' : 'came'} in only in part`] : []),
  ];
  const message = isCheck
    ? `With --skip-bad-rows, ${told.join(' and ')}. Fix the rows`
    : `Because of the bad rows, ${told.join(' and ')}. Fix the rows and import the file again`;
  return [{ code: 'lost-orders', message, count: lost + part }];
}
