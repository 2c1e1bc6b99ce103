import type { ImportFacts } from '../../snapshot/tables.ts';
import type { Connection } from '../database/connection.ts';
import type { Mark, State, Undo } from '../engine.ts';
import { importValues } from '../import-row.ts';

export async function readState(connection: Connection): Promise<State> {
  const [state] = await connection.rows(
    'SELECT version, time_zone, complete_through, published_start, published_end, withheld_from, undo FROM state',
  );
  const settings = await connection.rows('SELECT name, value FROM setting');
  const stored = Object.fromEntries(
    settings.map(({ name, value }) => [String(name), JSON.parse(String(value))]),
  );
  if (!state) return { base: undefined, stored, completeThrough: null, published: null, undo: null };
  const through = state.complete_through;
  return {
    base: Number(state.version),
    stored: { ...stored, timeZone: String(state.time_zone) },
    completeThrough: through === null ? null : Number(through),
    published:
      state.published_start === null
        ? null
        : {
            ...{ start: Number(state.published_start), end: Number(state.published_end) },
            ...(state.withheld_from !== null && { withheldFrom: Number(state.withheld_from) }),
          },
    undo: state.undo === null ? null : (JSON.parse(String(state.undo)) as Undo),
  };
}

/** Replaces what is noted; part of the transaction that changes the lines. */
export async function writeState(
  connection: Connection,
  { base, stored, completeThrough, published, undo }: State,
): Promise<void> {
  await connection.run('DELETE FROM state; DELETE FROM setting');
  const settings = Object.entries(stored).map(([name, value]) => ({ name, value: JSON.stringify(value) }));
  await connection.run(
    `INSERT INTO setting SELECT setting.name, setting.value
     FROM (SELECT unnest(CAST(json($settings) AS STRUCT(name VARCHAR, value VARCHAR)[])) AS setting)`,
    { settings: JSON.stringify(settings) },
  );
  if (base === undefined) return;
  await connection.run(
    `INSERT INTO state (version, time_zone, complete_through, published_start, published_end, withheld_from, undo)
     VALUES ($base, $zone, $through, $start, $end, $withheld, $undo)`,
    {
      base,
      zone: stored.timeZone ?? 'UTC',
      through: completeThrough,
      start: published?.start ?? null,
      end: published?.end ?? null,
      withheld: published?.withheldFrom ?? null,
      undo: undo && JSON.stringify(undo),
    },
  );
}

export async function noteImport(connection: Connection, facts: ImportFacts): Promise<void> {
  await connection.run(
    'INSERT INTO import VALUES ($at, $files, $lines, $orders, $replaced, $skipped, $kind, $by, $details)',
    { ...importValues(facts) },
  );
}

export async function readMarks(connection: Connection): Promise<Mark[]> {
  return (await connection.rows('SELECT kind, key, hash FROM mark')) as unknown as Mark[];
}

export async function addMarks(connection: Connection, marks: readonly Mark[]): Promise<void> {
  await connection.run(`INSERT INTO mark ${MARKS} EXCEPT FROM mark`, { marks: JSON.stringify(marks) });
}

export async function removeMarks(connection: Connection, marks: readonly Mark[]): Promise<void> {
  await connection.run(`DELETE FROM mark WHERE (kind, key, hash) IN (${MARKS})`, {
    marks: JSON.stringify(marks),
  });
}

const MARKS = `SELECT each.kind, each.key, each.hash
  FROM (SELECT unnest(CAST(json($marks) AS STRUCT(kind VARCHAR, key VARCHAR, hash VARCHAR)[])) AS each)`;
