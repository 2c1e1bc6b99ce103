import { count } from '../../lib/count.ts';
import { linesOf } from '../../lib/text/lines.ts';
import { defineOperation, InputError } from '../operation.ts';
import { flag, listOf, object, optional, text, whole } from '../schema.ts';
import { factFields, factsJson, publishedLines } from './facts.ts';

export const deleteOrders = defineOperation({
  http: 'POST /orders/delete',
  summary: 'remove orders and publish',
  role: 'admin',
  isLong: true,
  input: {
    ids: listOf(text(), {
      description: 'the orders to delete',
      file: 'a text file with one order id a line',
    }),
    againAllowed: optional(flag({ description: 'let later imports bring them in again' })),
  },
  args: ['ids'],
  output: object({ deletedOrders: whole(), deletedLines: whole(), asideOrders: whole(), ...factFields }),
  async check(_, { ids }) {
    if (ids.length === 0) throw new InputError('{ids}: name the orders to delete');
  },
  async run({ warehouse, onProgress }, { ids, againAllowed }) {
    const { facts, lines, orders, asideOrders } = await (await warehouse()).deleteOrders(ids, {
      mayReturn: againAllowed ?? false,
      onProgress,
    });
    return { deletedOrders: orders, deletedLines: lines, asideOrders, ...factsJson(facts), facts };
  },
  text: ({ deletedOrders, deletedLines, asideOrders, facts }, { againAllowed }) =>
    linesOf(
      deletedOrders > 0 && `Deleted ${count(deletedOrders, 'order')} with ${count(deletedLines, 'line')}.`,
      asideOrders > 0 &&
        `${deletedOrders > 0 ? '' : 'Nothing is deleted yet. '}The deletion of ${count(asideOrders, 'order')} waits: the figures of published weeks are not revised in passing.`,
      !againAllowed &&
        `Later imports leave ${deletedOrders + asideOrders === 1 ? 'it' : 'them'} out; "mdq orders allow ID" lifts that.`,
      publishedLines(facts),
    ).join('\n'),
});
