import { type Day, parseDay } from '../../lib/calendar.ts';
import type { ImportWarning } from '../../snapshot/tables.ts';
import type { WarningCode } from '../../snapshot/warning-codes.ts';
import type { Connection } from '../database/connection.ts';
import { literal } from '../database/connection.ts';
import { SharesHeldOrder } from '../warehouse-errors.ts';
import type { Warning } from '../warning.ts';
import type { Acknowledged } from './acknowledged.ts';

/** A warning that grew to more than this multiple of what an operator saw is one that they have not seen. */
const MAX_GROWTH = 2;
const MAX_NAMED = 3;

/** When an import is held: for a warning of these codes that is new to the data and that no operator has seen. */
export interface HoldRules {
  readonly codes: readonly WarningCode[];
  readonly acknowledged: readonly Acknowledged[];
  /** What an operator saw of this delivery when they approved it. */
  readonly approved?: readonly Pick<ImportWarning, 'code' | 'count'>[];
  /** Codes that an operator accepts with this import, however many rows they are about. */
  readonly accepted?: readonly string[];
  /** Files with the ids of orders in held deliveries: an import that has one of them is refused. */
  readonly heldOrders?: readonly HeldOrders[];
  /** With disclosure control, no week is published that has orders in these; `heldOrders` where it is missing. */
  readonly stillHeld?: readonly Pick<HeldOrders, 'id' | 'firstDay'>[];
  /** Where the ids of orders of an import that is held are written. */
  ordersTo?(): Promise<string>;
}

export interface HeldOrders {
  readonly id: string;
  /** The first day with an order. */
  readonly firstDay: Day;
  readonly path: string;
}

/** The same warnings, and which of them an operator has acknowledged by a day. */
export function markAcknowledged(
  warnings: readonly Warning[],
  { acknowledged = [] }: Partial<HoldRules> = {},
  today: Day,
): Warning[] {
  return warnings.map((warning) => {
    const isKnown = acknowledged.some(
      (each) =>
        isSeen(warning, each) &&
        isSameGap(warning, each) &&
        (each.until === null || (parseDay(each.until) ?? 0) >= today),
    );
    return isKnown ? { ...warning, acknowledged: true } : warning;
  });
}

/** The warnings that hold an import into data that have some warnings already. */
export function holdingWarnings(
  warnings: readonly Warning[],
  there: readonly Warning[],
  { codes, approved = [], accepted = [] }: HoldRules,
): Warning[] {
  return warnings.filter(
    (warning) =>
      codes.includes(warning.code) &&
      !warning.acknowledged &&
      !accepted.includes(warning.code) &&
      !there.some(({ code, about }) => code === warning.code && about === warning.about) &&
      !approved.some((each) => isSeen(warning, each)),
  );
}

function isSeen({ code, count = 1 }: Warning, seen: Pick<ImportWarning, 'code' | 'count'>): boolean {
  return code === seen.code && count <= seen.count * MAX_GROWTH;
}

/** A gap stays in the data for good: who acknowledges it has not seen the next one. Its days stand in its text. */
function isSameGap({ code, about = '' }: Warning, { text }: Acknowledged): boolean {
  return code !== 'gap' || text.includes(about);
}

const STAGED_IDS = 'SELECT order_id AS id FROM staged UNION SELECT id FROM cancelled';

/** Refuses an import that has an order of a held delivery: whichever came second would undo the other. */
export async function refuseHeldOrders(
  connection: Connection,
  { heldOrders = [] }: Partial<HoldRules> = {},
): Promise<void> {
  for (const { id, path } of heldOrders) {
    const rows = await connection.rows(
      `SELECT id FROM (${STAGED_IDS}) SEMI JOIN read_parquet(${literal(path)}) USING (id) ORDER BY id LIMIT ${MAX_NAMED}`,
    );
    if (rows.length > 0)
      throw new SharesHeldOrder(
        id,
        rows.map((row) => String(row.id)),
      );
  }
}

/** Writes the ids of the orders of a held import, removed ones too. */
export async function keepHeldOrders(connection: Connection, { ordersTo }: HoldRules): Promise<void> {
  if (!ordersTo) return;
  await connection.run(`COPY (${STAGED_IDS}) TO ${literal(await ordersTo())} (FORMAT parquet)`);
}
