import { count } from '../../lib/count.ts';
import { linesOf } from '../../lib/text/lines.ts';
import { defineOperation } from '../operation.ts';
import { listOf, object, text, whole } from '../schema.ts';
import { factFields, factsJson, publishedLines } from './facts.ts';

export const forgetMembers = defineOperation({
  http: 'POST /members/forget',
  summary: 'blank members on all their lines and publish',
  role: 'admin',
  isLong: true,
  input: { ids: listOf(text(), { description: 'the members to forget', isPersonal: true }) },
  args: ['ids'],
  output: object({ changedLines: whole(), changedOrders: whole(), asideOrders: whole(), ...factFields }),
  async run({ warehouse, onProgress }, { ids }) {
    const { facts, lines, orders, asideOrders } = await (await warehouse()).forgetMembers(ids, onProgress);
    return { changedLines: lines, changedOrders: orders, asideOrders, ...factsJson(facts), facts };
  },
  text: ({ changedLines, changedOrders, asideOrders, facts }) =>
    linesOf(
      `Blanked the member on ${count(changedLines, 'line')} of ${count(changedOrders, 'order')}.`,
      asideOrders > 0 &&
        'In the figures of published weeks it counts, without its name, until they are restated.',
      'Later imports leave it blank too; "mdq members allow ID" lifts that.',
      publishedLines(facts),
    ).join('\n'),
});
