import { type Facts, type ImportFacts, importsIn } from '../../snapshot/tables.ts';
import { readNewest } from '../../warehouse/versions/read-newest.ts';
import type { Warehouse } from '../../warehouse/warehouse.ts';

/** The import of a delivery that is still listed as held: its approval was killed between publication and moving its files. */
export async function approvedImport(
  warehouse: Warehouse,
  id: string,
): Promise<{ readonly facts: Facts; readonly entry: ImportFacts } | undefined> {
  await warehouse.recover();
  const newest = await readNewest(warehouse, (version) => warehouse.describe(version));
  const entry = newest && importsIn(newest.content.facts).find(({ held }) => held === id);
  return entry && { facts: newest.content.facts, entry };
}
