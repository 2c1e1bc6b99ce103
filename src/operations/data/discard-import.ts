import { linesOf } from '../../lib/text/lines.ts';
import { printable } from '../../lib/text/printable.ts';
import { endHeld, findHeld, mustNotBeApproving } from '../../warehouse/deliveries/held.ts';
import { defineOperation } from '../operation.ts';
import { nullable, object, text } from '../schema.ts';

export const discardImport = defineOperation({
  http: 'POST /imports/held/{id}/discard',
  summary: 'refuse a held delivery: its files go to refused/, and nothing is imported',
  role: 'admin',
  isLong: true,
  input: { id: text() },
  args: ['id'],
  output: object({ id: text(), delivery: text(), movedTo: nullable(text()) }),
  async run({ config: { dataDir }, by }, { id }) {
    const held = await findHeld(dataDir, id);
    await mustNotBeApproving(dataDir, id);
    const movedTo = await endHeld(dataDir, held, { refusedFor: `discarded by ${by}` });
    return { id, delivery: held.delivery, movedTo };
  },
  text: ({ delivery, movedTo }) =>
    linesOf(
      `Discarded ${printable(delivery)}; nothing was imported.`,
      movedTo !== null && `Its files are now in ${printable(movedTo)}.`,
    ).join('\n'),
});
