import { count } from '../../lib/count.ts';
import { linesOf } from '../../lib/text/lines.ts';
import { defineOperation, InputError } from '../operation.ts';
import { listOf, object, optional, text, whole } from '../schema.ts';
import { factFields, factsJson, publishedLines } from './facts.ts';

export const forgetMembers = defineOperation({
  http: 'POST /members/forget',
  summary: 'blank members on all their lines and publish',
  role: 'admin',
  isLong: true,
  input: {
    ids: optional(listOf(text(), { description: 'the members to forget', isPersonal: true })),
    email: optional({
      ...text({
        description: 'the e-mail address of a member to forget, where a query made it one with mdq_member',
        label: 'address',
        isPersonal: true,
      }),
      // Not in the log: a plain hash of an address is found by whoever has a list of addresses.
      isSecret: true,
    }),
  },
  args: ['ids'],
  output: object({ changedLines: whole(), changedOrders: whole(), asideOrders: whole(), ...factFields }),
  async run({ warehouse, onProgress }, { ids = [], email }) {
    if (ids.length === 0 && email === undefined)
      throw new InputError('Name the members in ids, or give {email}');
    const { facts, lines, orders, asideOrders } = await (await warehouse()).forgetMembers(
      ids,
      onProgress,
      email,
    );
    return { changedLines: lines, changedOrders: orders, asideOrders, ...factsJson(facts), facts };
  },
  text: ({ changedLines, changedOrders, asideOrders, facts }, { email }) =>
    linesOf(
      `Blanked the member on ${count(changedLines, 'line')} of ${count(changedOrders, 'order')}.`,
      asideOrders > 0 &&
        'In the figures of published weeks it counts, without its name, until they are restated.',
      email === undefined
        ? 'Later imports leave it blank too; "mdq members allow ID" lifts that.'
        : 'Later imports leave it blank too.',
      publishedLines(facts),
    ).join('\n'),
});
