import { storedLine } from '../../stored-line.ts';
import type { StoredOrder } from '../../warehouse.ts';
import type { Server } from '../server/server.ts';
import type { VisibleImports } from '../versions/version-record.ts';
import { FORGOTTEN } from './forget-members.ts';
import { VISIBLE } from './visible.ts';

/** What a server keeps of an order. Where it was replaced and that is not cleaned up yet, the newest rows hold. */
export async function readOrder(
  server: Server,
  visible: VisibleImports,
  id: string,
): Promise<StoredOrder | undefined> {
  const values = { ...visible, id };
  const [order] = await server.rows(
    `SELECT day, lines, import FROM mdq_order WHERE order_id = {id:String} AND ${VISIBLE}
     ORDER BY import DESC LIMIT 1`,
    values,
  );
  const [aside] = await server.rows(
    `SELECT day, lines, waits, import FROM mdq_aside_order WHERE order_id = {id:String} AND ${VISIBLE}
     ORDER BY import DESC LIMIT 1`,
    values,
  );
  const change = Number(aside?.waits) === 1 ? aside : undefined;
  const kept = Number(order?.lines ?? 0) > 0 ? order : undefined;
  // An order that came too late for its published week has no lines yet but those that wait.
  const shown = kept ?? change;
  if (!shown || Number(shown.lines) === 0) return undefined;
  const waits = !kept ? 'arrival' : !change ? null : Number(change.lines) === 0 ? 'deletion' : 'change';
  const rows = await server.rows(
    `SELECT category, sub_category, product_id, tags, cents, payment_method, merchant_id, member_id
     FROM ${kept ? 'mdq_line' : 'mdq_aside_line'}
     WHERE day = {day:Int32} AND order_id = {id:String} AND import = {import:UInt64}
     ORDER BY category, sub_category, product_id, cents`,
    { id, day: shown.day, import: shown.import },
  );
  // Nothing is an empty text here, and who was forgotten still has a number.
  const optional = (value: unknown) =>
    value === '' || String(value).startsWith(FORGOTTEN) ? null : String(value);
  return { id, day: Number(shown.day), waits, lines: rows.map((row) => storedLine(row, optional)) };
}
