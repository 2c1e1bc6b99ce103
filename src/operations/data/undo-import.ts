import { formatDay } from '../../lib/calendar.ts';
import { count } from '../../lib/count.ts';
import { linesOf } from '../../lib/text/lines.ts';
import { defineOperation } from '../operation.ts';
import { listOf, object, text, time, whole } from '../schema.ts';
import { factFields, factsJson, minute, publishedLines, shortFiles } from './facts.ts';

export const undoImport = defineOperation({
  http: 'POST /imports/undo',
  summary: 'take the newest import back and publish, while nothing else was changed since',
  role: 'admin',
  isLong: true,
  input: {},
  output: object({
    undone: object({ at: time(), lines: whole(), orders: whole(), files: listOf(text()) }),
    ...{ takenBackOrders: whole(), takenBackLines: whole(), returnedOrders: whole(), asideOrders: whole() },
    ...factFields,
  }),
  async run({ warehouse, onProgress }) {
    const { undone, facts, orders, lines, returnedOrders, asideOrders } = await (
      await warehouse()
    ).undoImport(onProgress);
    return {
      undone: {
        at: new Date(undone.at),
        ...{ lines: undone.lines, orders: undone.orders, files: undone.files },
      },
      ...{ takenBackOrders: orders, takenBackLines: lines, returnedOrders, asideOrders },
      ...factsJson(facts),
      facts,
    };
  },
  text: ({ undone, takenBackOrders, returnedOrders, facts }) =>
    linesOf(
      `Took back the import of ${minute(undone.at.toISOString())} (${shortFiles(undone.files)}): ${count(takenBackOrders, 'order')} that it brought or changed` +
        `${returnedOrders > 0 ? `; ${count(returnedOrders, 'order')} that it replaced or removed ${returnedOrders === 1 ? 'is' : 'are'} back` : ''}.`,
      facts.withheldFrom !== undefined &&
        `Weeks from ${formatDay(facts.withheldFrom)} on are withheld. Import their orders again, then publish them with "mdq refresh --restate". What was suppressed stays suppressed.`,
      publishedLines(facts),
    ).join('\n'),
});
