import { UserError } from '../../errors/operators.ts';
import { linesOf } from '../../lib/text/lines.ts';
import { printable } from '../../lib/text/printable.ts';
import { endHeld, findHeld, mustNotBeApproving } from '../../warehouse/deliveries/held.ts';
import { defineOperation } from '../operation.ts';
import { nullable, object, text } from '../schema.ts';
import { approvedImport } from './approved-import.ts';
import { minute } from './facts.ts';

export const discardImport = defineOperation({
  http: 'POST /imports/held/{id}/discard',
  summary: 'refuse a held delivery: its files go to refused/, and nothing is imported',
  role: 'admin',
  isLong: true,
  input: { id: text() },
  args: ['id'],
  output: object({ id: text(), delivery: text(), movedTo: nullable(text()) }),
  async run({ config: { dataDir }, warehouse, by }, { id }) {
    const held = await findHeld(dataDir, id);
    await mustNotBeApproving(dataDir, id);
    const approved = await approvedImport(await warehouse(), id);
    if (approved)
      throw new UserError(
        `${held.delivery} was imported ${minute(approved.entry.at)}, and its approval ended before its files were moved; nothing was discarded. ` +
          `To finish: mdq imports approve ${id}. To take the import back first: mdq imports undo`,
      );
    const movedTo = await endHeld(dataDir, held, { refusedFor: `discarded by ${by}` });
    return { id, delivery: held.delivery, movedTo };
  },
  text: ({ delivery, movedTo }) =>
    linesOf(
      `Discarded ${printable(delivery)}; nothing was imported.`,
      movedTo !== null && `Its files are now in ${printable(movedTo)}.`,
    ).join('\n'),
});
