import { UserError } from '../../errors/operators.ts';
import { count } from '../../lib/count.ts';
import { linesOf } from '../../lib/text/lines.ts';
import { printable } from '../../lib/text/printable.ts';
import { WARNING_CODES } from '../../snapshot/warning-codes.ts';
import { readAcknowledged } from '../../warehouse/deliveries/acknowledged.ts';
import {
  endHeld,
  type HeldDelivery,
  heldOrdersOf,
  listHeld,
  mustBeMovable,
  oldestHeld,
  withHeldFiles,
} from '../../warehouse/deliveries/held.ts';
import type { ImportReport, ImportRequest } from '../../warehouse/warehouse.ts';
import { noted } from '../../warehouse/warning.ts';
import { defineOperation } from '../operation.ts';
import { listOf, nullable, object, optional, text, whole } from '../schema.ts';
import { approvedImport } from './approved-import.ts';
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
      // The data may have changed since the delivery was held, and so may its warnings.
      codes: WARNING_CODES,
      acknowledged: await readAcknowledged(dataDir),
      approved: held.warnings,
      accepted: accept,
      stillHeld: heldOrdersOf(
        dataDir,
        (await listHeld(dataDir)).filter((each) => each.id !== id),
      ),
    };
    const store = await warehouse();
    const approved = await approvedImport(store, id);
    const { lines, orders, replacedOrders, warnings, facts } = approved
      ? { ...approved.entry, warnings: approved.entry.warnings ?? [], facts: approved.facts }
      : await importHeld(dataDir, held, (request) => store.import({ ...request, hold }, onProgress));
    const movedTo = await endHeld(dataDir, held, 'taken');
    return {
      ...{ id, delivery: held.delivery, lines, orders, replacedOrders, movedTo, warnings },
      ...factsJson(facts),
      facts,
      published: importedAs(held.delivery, warnings),
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

async function importHeld(
  dataDir: string,
  held: HeldDelivery,
  importing: (request: ImportRequest) => Promise<ImportReport>,
) {
  const report = await withHeldFiles(dataDir, held, importing);
  if (report.heldBy.length > 0) {
    const codes = report.heldBy.map(({ code }) => code).join(',');
    throw new UserError(
      `${held.delivery} has other warnings now than when it was held; nothing was imported. ` +
        `To import it with them: mdq imports approve ${held.id} --accept ${codes}`,
      report.heldBy.map(noted).map(warningLine),
    );
  }
  return { ...report, warnings: report.warnings.map(noted) };
}
