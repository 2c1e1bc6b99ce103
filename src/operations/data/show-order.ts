import { MissingError } from '../../errors/operators.ts';
import { formatDay } from '../../lib/calendar.ts';
import { count } from '../../lib/count.ts';
import { linesOf } from '../../lib/text/lines.ts';
import { printable } from '../../lib/text/printable.ts';
import { table } from '../../lib/text/table.ts';
import { defineOperation } from '../operation.ts';
import { choice, nullable, object, rows, text } from '../schema.ts';

const WAITING = {
  arrival: 'It is in no figure yet: it waits',
  deletion: 'Its deletion waits',
  change: 'Its change waits',
} as const;

export const showOrder = defineOperation({
  http: 'GET /orders/{id}',
  summary: 'what is kept of an order',
  role: 'viewer',
  input: { id: text() },
  args: ['id'],
  output: object({
    id: text(),
    day: text(),
    waits: nullable(choice(['arrival', 'deletion', 'change'])),
    lines: rows({
      category: text(),
      sub_category: text(),
      product_id: text(),
      tags: nullable(text()),
      amount: text(),
      payment_method: text(),
      merchant_id: nullable(text()),
      member_id: nullable(text()),
    }),
  }),
  async run({ warehouse }, { id }) {
    const order = await (await warehouse()).order(id);
    if (!order) throw new MissingError(`There is no order ${JSON.stringify(id)}`);
    const lines = order.lines.map((line) => ({
      category: line.category,
      sub_category: line.subCategory,
      product_id: line.productId,
      tags: line.tags,
      amount: (line.cents / 100).toFixed(2),
      payment_method: line.paymentMethod,
      merchant_id: line.merchantId,
      member_id: line.memberId,
    }));
    return { id, day: formatDay(order.day), waits: order.waits, lines };
  },
  text: ({ id, day, waits, lines }) =>
    linesOf(
      `Order ${printable(id)} of ${day}, ${count(lines.length, 'line')}`,
      table(lines),
      waits && `${WAITING[waits]} until published weeks are restated, with "mdq refresh --restate".`,
    ).join('\n'),
});
