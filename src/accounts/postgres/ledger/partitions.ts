import { type Day, firstOfMonth, firstOfNextMonth, formatDay } from '../../../lib/calendar.ts';
import type { Client, Connections } from '../database/connections.ts';
import { inTransaction } from '../transaction.ts';

/** One number for all who add a month: they take turns. */
const PARTITION_LOCK = 6_581_618;

interface Month {
  readonly table: string;
  readonly start: Day;
  /** The first day that is no longer in it. */
  readonly end: Day;
}

function monthOf(day: Day): Month {
  const start = firstOfMonth(day);
  return {
    table: `charge_${formatDay(start).slice(0, 7).replace('-', '_')}`,
    start,
    end: firstOfNextMonth(day),
  };
}

/** Makes room for the charges of these days. Charging goes on meanwhile: attaching a table that is ready asks for a weaker lock than making it in place. */
export async function addMonths(connections: Connections, days: readonly Day[]): Promise<void> {
  const months = new Map(days.map((day) => [firstOfMonth(day), monthOf(day)]));
  await inTransaction(connections, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [PARTITION_LOCK]);
    const there = new Set((await listMonths(client)).map(({ start }) => start));
    for (const { table, start, end } of months.values()) {
      if (there.has(start)) continue;
      await client.query(
        `CREATE TABLE mdq.${table} (LIKE mdq.charge INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`,
      );
      await client.query(
        `ALTER TABLE mdq.charge ATTACH PARTITION mdq.${table} FOR VALUES FROM (${start}) TO (${end})`,
      );
    }
  });
}

/** The months that there are charges of, the oldest first. */
export async function listMonths(client: Client): Promise<Month[]> {
  const { rows } = await client.query<{ table: string }>(`
    SELECT relname AS table FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = 'mdq.charge'::regclass AND relname ~ '^charge_\\d{4}_\\d{2}$' ORDER BY relname`);
  return rows.map(({ table }) => {
    const [year, month] = table.slice('charge_'.length).split('_').map(Number);
    return monthOf(Date.UTC(year ?? 0, (month ?? 1) - 1) / 86_400_000);
  });
}
