import type { DatabaseSync } from 'node:sqlite';
import type { PointLimits } from '../key-limits.ts';

/** Of the keys that were rotated to one another. */
export const IN_FAMILY = 'key IN (SELECT id FROM key WHERE id = ?1 OR family = ?1)';

/**
 * Sets the limits of a family of keys, or of an account, whose number is below 0, inside a transaction of the caller. What
 * was spent until now is looked up when they are first asked for.
 */
export function setPointLimits(db: DatabaseSync, counter: number, { perDay, perMonth }: PointLimits): void {
  const ofKeys = `
    UPDATE key SET per_day = ?1, per_month = ?2,
                   limits = iif(?1 IS NULL AND ?2 IS NULL, nullif(limits, '{}'), coalesce(limits, '{}'))
    WHERE id = ?3 OR family = ?3`;
  const ofAccount = 'UPDATE account SET per_day = ?1, per_month = ?2 WHERE id = -?3';
  db.prepare(counter > 0 ? ofKeys : ofAccount).run(perDay, perMonth, counter);
  db.prepare('DELETE FROM spent WHERE counter = ?').run(counter);
}
