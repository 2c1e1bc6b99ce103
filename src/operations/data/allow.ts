import { count } from '../../lib/count.ts';
import type { Warehouse } from '../../warehouse/warehouse.ts';
import { defineOperation, InputError } from '../operation.ts';
import { listOf, object, text, whole } from '../schema.ts';

/** Lifts what a deletion or a forgetting means for later imports; what is gone stays gone until they bring it again. */
function allowing(kind: Parameters<Warehouse['allow']>[0], summary: string) {
  return defineOperation({
    http: `POST /${kind}s/allow`,
    summary,
    role: 'admin',
    isLong: true,
    input: { ids: listOf(text(), { description: `ids of ${kind}s`, isPersonal: kind === 'member' }) },
    args: ['ids'],
    output: object({ allowed: whole() }),
    async check(_, { ids }) {
      if (ids.length === 0) throw new InputError(`{ids}: name the ${kind}s`);
    },
    async run({ warehouse }, { ids }) {
      await (await warehouse()).allow(kind, ids);
      return { allowed: ids.length };
    },
    text: ({ allowed }) => `Later imports may bring ${count(allowed, kind)} in again.`,
  });
}

export const allowOrders = allowing('order', 'let later imports bring deleted orders in again');
export const allowMembers = allowing('member', 'let later imports name forgotten members again');
