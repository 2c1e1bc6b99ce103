import { newEvent } from '../accounts/outbox.ts';
import { formatDay } from '../lib/calendar.ts';
import { importedAs } from '../operations/data/import-warnings.ts';
import type { Config } from '../settings/config.ts';
import type { WarningCode } from '../snapshot/warning-codes.ts';
import { readAcknowledged } from '../warehouse/deliveries/acknowledged.ts';
import { type HeldDelivery, heldOrdersOf, heldOrdersPath, listHeld } from '../warehouse/deliveries/held.ts';
import type { HoldRules } from '../warehouse/deliveries/hold-rules.ts';
import type { ImportReport } from '../warehouse/warehouse.ts';
import { noted } from '../warehouse/warning.ts';

/** An import, and what it became where it was held. */
export interface Imported {
  readonly report: ImportReport;
  readonly held: HeldDelivery | undefined;
}

/** When an import is held: as the setting says, unless something else is said for this run. */
export async function holdRules(
  { dataDir, importHold }: Config,
  id: string,
  codes: readonly WarningCode[] = importHold,
): Promise<HoldRules> {
  return {
    codes,
    acknowledged: await readAcknowledged(dataDir),
    heldOrders: heldOrdersOf(dataDir, await listHeld(dataDir)),
    ordersTo: () => heldOrdersPath(dataDir, id),
  };
}

/** What is recorded of a held import besides its files. */
export function heldAbout(
  id: string,
  by: string,
  { firstDay, lines, orders, warnings, heldBy }: ImportReport,
) {
  return {
    id,
    by,
    firstDay: formatDay(firstDay),
    lines,
    orders,
    warnings: warnings.map(noted),
    heldBy: heldBy.map(({ code }) => code),
  };
}

/** What the audit log and webhooks are told of an import. */
export function toldOf(delivery: string, { report, held }: Imported) {
  const about = importedAs(delivery, report.warnings.map(noted));
  if (report.heldBy.length === 0)
    return { after: { version: report.facts.version, ...about }, published: about };
  const id = held?.id ?? null;
  return { after: { held: id, ...about }, events: held ? [newEvent('import.held', { id, ...about })] : [] };
}
