import { UserError } from '../../errors/operators.ts';
import { count } from '../../lib/count.ts';
import { defineOperation } from '../operation.ts';
import { listOf, object, optional, text, whole } from '../schema.ts';
import { factFields, factsJson, publishedLines } from './facts.ts';

export const deleteOrders = defineOperation({
  name: 'orders delete',
  http: 'POST /orders/delete',
  summary: 'remove orders and publish',
  role: 'admin',
  changes: true,
  isLong: true,
  input: { ids: optional(listOf(text(), { file: 'a text file with one order id a line' })) },
  args: ['ids'],
  output: object({ deletedOrders: whole(), deletedLines: whole(), asideOrders: whole(), ...factFields }),
  async run({ warehouse, onProgress }, { ids = [] }) {
    if (ids.length === 0) throw new UserError('Name the orders to delete, or a file with --file');
    const { facts, lines, orders, asideOrders } = await (await warehouse()).deleteOrders(ids, onProgress);
    return { deletedOrders: orders, deletedLines: lines, asideOrders, ...factsJson(facts), facts };
  },
  text: ({ deletedOrders, deletedLines, asideOrders, facts }) =>
    [
      ...(deletedOrders > 0
        ? [`Deleted ${count(deletedOrders, 'order')} with ${count(deletedLines, 'line')}.`]
        : []),
      ...(asideOrders > 0
        ? [
            `${deletedOrders > 0 ? '' : 'Nothing is deleted yet. '}The deletion of ${count(asideOrders, 'order')} waits: the figures of published weeks are not revised in passing.`,
          ]
        : []),
      ...publishedLines(facts),
    ].join('\n'),
});
