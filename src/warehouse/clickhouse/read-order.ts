import type { KeptOrder } from '../warehouse.ts';
import { FORGOTTEN } from './orders.ts';
import type { Server } from './server.ts';
import type { VisibleImports } from './version-record.ts';
import { VISIBLE } from './visible.ts';

/** What a server keeps of an order. Where it was replaced and that is not cleaned up yet, the newest rows hold. */
export async function readOrder(
  server: Server,
  visible: VisibleImports,
  id: string,
): Promise<KeptOrder | undefined> {
  const values = { ...visible, id };
  const [order] = await server.rows(
    `SELECT day, lines, import FROM mdq_order WHERE order_id = {id:String} AND ${VISIBLE}
     ORDER BY import DESC LIMIT 1`,
    values,
  );
  if (!order || Number(order.lines) === 0) return undefined;
  const [aside] = await server.rows(
    `SELECT lines, waits FROM mdq_aside_order WHERE order_id = {id:String} AND ${VISIBLE}
     ORDER BY import DESC LIMIT 1`,
    values,
  );
  const waits = Number(aside?.waits) === 1 ? (Number(aside?.lines) === 0 ? 'deletion' : 'change') : null;
  const rows = await server.rows(
    `SELECT category, sub_category, product_id, tags, cents, payment_method, merchant_id, member_id
     FROM mdq_line WHERE day = {day:Int32} AND order_id = {id:String} AND import = {import:UInt64}
     ORDER BY category, sub_category, product_id, cents`,
    { id, day: order.day, import: order.import },
  );
  const optional = (value: unknown) => (value === '' ? null : String(value));
  const member = (value: unknown) => (String(value).startsWith(FORGOTTEN) ? null : optional(value));
  return {
    id,
    day: Number(order.day),
    waits,
    lines: rows.map((row) => ({
      category: String(row.category),
      subCategory: String(row.sub_category),
      productId: String(row.product_id),
      tags: optional(row.tags),
      cents: Number(row.cents),
      paymentMethod: String(row.payment_method),
      merchantId: optional(row.merchant_id),
      memberId: member(row.member_id),
    })),
  };
}
