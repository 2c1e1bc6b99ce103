import { UserError } from '../../errors/operators.ts';
import { count } from '../../lib/count.ts';
import { linesOf } from '../../lib/text/lines.ts';
import { printable } from '../../lib/text/printable.ts';
import { WARNING_CODES } from '../../snapshot/warning-codes.ts';
import { readAcknowledged } from '../../warehouse/deliveries/acknowledged.ts';
import {
  endHeld,
  listHeld,
  mustBeMovable,
  oldestHeld,
  withHeldFiles,
} from '../../warehouse/deliveries/held.ts';
import { noted } from '../../warehouse/warning.ts';
import { defineOperation } from '../operation.ts';
import { listOf, nullable, object, optional, text, whole } from '../schema.ts';
import { factFields, factsJson, publishedLines } from './facts.ts';
import { importedAs, WARNING, warningLine } from './import-warnings.ts';

export const approveImport = defineOperation({
  http: 'POST /imports/held/{id}/approve',
  summary: 'import exactly the files of the oldest held delivery, and publish',
  role: 'admin',
  isLong: true,
  input: {
    id: text(),
    accept: optional(
      listOf(text(), {
        description: 'codes of warnings that the delivery has now and had not when it was held',
        label: 'codes',
      }),
    ),
  },
  args: ['id'],
  output: object({
    ...{ id: text(), delivery: text(), lines: whole(), orders: whole(), replacedOrders: whole() },
    warnings: listOf(WARNING),
    movedTo: nullable(text()),
    ...factFields,
  }),
  async run({ config: { dataDir }, warehouse, onProgress }, { id, accept = [] }) {
    const held = await oldestHeld(dataDir, id);
    await mustBeMovable(held);
    const hold = {
      // Of the data at this moment; it may have other warnings than when the delivery was looked at.
      codes: WARNING_CODES,
      acknowledged: await readAcknowledged(dataDir),
      approved: held.warnings,
      accepted: accept,
    };
    const report = await withHeldFiles(dataDir, held, async (request) =>
      (await warehouse()).import({ ...request, hold }, onProgress),
    );
    if (report.heldBy.length > 0) {
      const codes = report.heldBy.map(({ code }) => code).join(',');
      throw new UserError(
        `${held.delivery} has other warnings now than when it was held; nothing was imported. ` +
          `To import it with them: mdq imports approve ${id} --accept ${codes}`,
        report.heldBy.map(noted).map(warningLine),
      );
    }
    const movedTo = await endHeld(dataDir, held, 'taken');
    const { lines, orders, replacedOrders, warnings, facts } = report;
    return {
      ...{ id, delivery: held.delivery, lines, orders, replacedOrders, movedTo },
      warnings: warnings.map(noted),
      ...factsJson(facts),
      facts,
      published: importedAs(held.delivery, report),
    };
  },
  published: ({ published }) => published,
  async failing({ config: { dataDir } }, { id }) {
    const held = (await listHeld(dataDir)).find((each) => each.id === id);
    return held ? { delivery: held.delivery } : {};
  },
  text: ({ delivery, lines, orders, replacedOrders, warnings, movedTo, facts }) =>
    linesOf(
      `Imported ${printable(delivery)}: ${count(lines, 'line')} of ${count(orders, 'order')}; ${count(replacedOrders, 'order')} replaced.`,
      movedTo !== null && `Its files are now in ${printable(movedTo)}.`,
      publishedLines(facts),
      warnings.filter(({ acknowledged }) => !acknowledged).map(warningLine),
    ).join('\n'),
});
