import { isDeepStrictEqual } from 'node:util';
import type { IntakePlace } from '../../intake/intake.ts';
import type { WaitingChanges } from '../../move.ts';
import { textsOf } from '../server/ask.ts';
import type { Attempt } from '../server/attempt.ts';
import { onEach } from '../server/cluster.ts';
import { stageWritten } from './stage-written.ts';
import { makeArriving, uploadWaiting } from './upload.ts';
import { OWN, VISIBLE } from './visible.ts';

/** What waits of an order, as a text that differs where it does. */
const TOLD = "concat(toString(day), ' ', toString(lines), ' ', toString(fingerprint), ' ', order_id)";

/** Makes what waits aside just what is written, and tells whether that is another than before. */
export async function replaceAside(
  attempt: Attempt,
  intake: IntakePlace,
  { file, removed }: WaitingChanges,
): Promise<boolean> {
  const { servers, values, signal } = attempt;
  const { connection } = intake;
  await attempt.begin();
  await stageWritten(connection, file);
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE cancelled AS
     SELECT unnest(CAST(json($ids) AS VARCHAR[])) AS id, unnest(CAST(json($days) AS INTEGER[])) AS day`,
    {
      ids: JSON.stringify(removed.map(({ id }) => id)),
      days: JSON.stringify(removed.map(({ day }) => day)),
    },
  );
  await makeArriving(connection, servers.length);
  await connection.run('UPDATE arriving SET day = cancelled.day FROM cancelled WHERE id = order_id');
  await uploadWaiting(attempt, intake);
  await onEach(servers, (server) =>
    server.run(
      `INSERT INTO mdq_aside_order (order_id, day, lines, fingerprint, import, waits)
       SELECT order_id, day, lines, fingerprint, {import:UInt64}, 0 FROM mdq_aside_order
       WHERE waits = 1 AND ${VISIBLE} AND order_id NOT IN (SELECT order_id FROM mdq_aside_order WHERE ${OWN})`,
      values,
      signal,
    ),
  );
  const waiting = async (which: string) =>
    (
      await textsOf(attempt, `SELECT ${TOLD} FROM mdq_aside_order WHERE waits = 1 AND ${which}`, values)
    ).sort();
  return !isDeepStrictEqual(await waiting(VISIBLE), await waiting(OWN));
}
