import { setTimeout as sleep } from 'node:timers/promises';
import type { Day } from '../../../lib/calendar.ts';
import type { Pruned } from '../../books.ts';
import type { Connections } from '../database/connections.ts';
import { isBusy } from '../postgres-error.ts';
import { inTransaction } from '../transaction.ts';
import { listMonths } from './partitions.ts';

/** Few enough that nobody waits long for their locks. */
const STEP = 10_000;
/** Others charge again between two attempts to drop months. */
const LOCK_MS = 500;
const ATTEMPTS = 20;

/**
 * Forgets the charges of all days before one. One transaction says so, and drops the months that lie wholly before it;
 * what is left of them no longer counts, and is deleted step by step. Running it again goes on with that.
 */
export async function prune(
  connections: Connections,
  before: Day,
  onProgress: (fraction: number) => void = () => {},
): Promise<Pruned> {
  const pruned = await dropMonths(connections, before);
  const months = await connections.use(listMonths);
  for (const { table } of months.filter(({ start }) => start < before)) {
    const [row] = await connections.query(`SELECT count(*) AS all FROM mdq.${table} WHERE day < $1`, [
      before,
    ]);
    const all = Number(row?.all);
    for (let removed = 0; removed < all; removed += STEP) {
      await connections.query(
        `DELETE FROM mdq.${table}
         WHERE ctid = ANY (ARRAY (SELECT ctid FROM mdq.${table} WHERE day < $1 LIMIT ${STEP}))`,
        [before],
      );
      onProgress(Math.min(1, (removed + STEP) / all));
    }
  }
  return pruned;
}

async function dropMonths(connections: Connections, before: Day): Promise<Pruned> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(connections, async (client) => {
        await client.query(`SET LOCAL lock_timeout = ${LOCK_MS}`);
        const { rows } = await client.query<Pruned>(
          `WITH old AS (SELECT pruned_before FROM mdq.state FOR UPDATE), new AS (
             UPDATE mdq.state SET pruned_before = greatest(pruned_before, $1))
           SELECT coalesce(sum(calls), 0)::bigint AS calls, coalesce(sum(points), 0)::bigint AS points
           FROM old JOIN mdq.usage ON day >= old.pruned_before AND day < $1`,
          [before],
        );
        const months = (await listMonths(client)).filter(({ end }) => end <= before);
        for (const { table } of months) await client.query(`DROP TABLE mdq.${table}`);
        return rows[0] ?? { calls: 0, points: 0 };
      });
    } catch (error) {
      if (!isBusyCause(error) || attempt === ATTEMPTS) throw error;
      await sleep(LOCK_MS);
    }
  }
}

function isBusyCause(error: unknown): boolean {
  return error instanceof Error && isBusy(error.cause);
}
