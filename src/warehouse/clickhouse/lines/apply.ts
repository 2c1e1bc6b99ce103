import type { DayRange } from '../../../lib/calendar.ts';
import type { Applied, RefuseUnknown } from '../../engine.ts';
import type { IntakePlace } from '../../intake/intake.ts';
import { firstDay, sumUp, textsOf } from '../server/ask.ts';
import type { Attempt } from '../server/attempt.ts';
import { onEach } from '../server/cluster.ts';
import type { Values } from '../server/server.ts';
import { makeArriving, uploadAsideLines, uploadLines, uploadOrders } from './upload.ts';
import { OWN, VISIBLE } from './visible.ts';

const ARRIVING = `order_id IN (SELECT order_id FROM mdq_arriving WHERE ${OWN})`;
const isPublished = (day: string) => `${day} BETWEEN {lateFrom:Int32} AND {lateTo:Int32}`;

/**
 * The arriving orders beside the same orders as they are there, and as they wait; one that is not there has no lines. A
 * change of an order in a published week is late: it has to wait. Of all others nothing waits any more.
 */
const COMPARED = `
  SELECT *, NOT is_same AND NOT is_late AND new_lines + old_lines > 0 AS is_changed,
         (is_late OR waits) AND NOT (is_late AND is_as_aside) AS is_aside_changed
  FROM (
    SELECT *, if(new_lines > 0, new_day, old_day) AS day,
           NOT is_same AND ((new_lines > 0 AND ${isPublished('new_day')}) OR (old_lines > 0 AND ${isPublished('old_day')})) AS is_late,
           waits AND aside_lines = new_lines AND aside_day = day AND aside_fingerprint = new_fingerprint AS is_as_aside
    FROM (
      SELECT arriving.order_id AS order_id, arriving.day AS new_day, arriving.lines AS new_lines,
             arriving.fingerprint AS new_fingerprint, kept.day AS old_day, kept.lines AS old_lines,
             aside.waits AS waits, aside.day AS aside_day, aside.lines AS aside_lines, aside.fingerprint AS aside_fingerprint,
             new_lines > 0 AND old_lines = new_lines AND old_day = new_day AND kept.fingerprint = new_fingerprint AS is_same
      FROM (SELECT order_id, day, lines, fingerprint FROM mdq_arriving WHERE ${OWN}) AS arriving
      LEFT JOIN (SELECT order_id, day, lines, fingerprint FROM mdq_order WHERE ${VISIBLE} AND ${ARRIVING}) AS kept
      ON kept.order_id = arriving.order_id
      LEFT JOIN (SELECT order_id, day, lines, fingerprint, waits FROM mdq_aside_order WHERE ${VISIBLE} AND ${ARRIVING}) AS aside
      ON aside.order_id = arriving.order_id))`;

/** For the conditions on published weeks; without any, no day is in them. */
export function lateValues(published: DayRange | null): Values {
  return { lateFrom: published?.start ?? 0, lateTo: published?.end ?? -1 };
}

const COUNTS = [
  ...(['unchanged', 'replaced', 'removed', 'removedLines', 'late', 'removedLater'] as const),
  /** Orders that wait with other rows than before, or no longer. */
  'asideChanged',
  /** Orders that only waited and are removed, and their lines. */
  ...(['dropped', 'droppedLines'] as const),
  'from',
] as const;

/** Compares the arriving orders with those that are there, and writes down those that are new, other, or to go. */
async function writeOrders(attempt: Attempt, published: DayRange | null) {
  const { servers, signal } = attempt;
  const values = { ...attempt.values, ...lateValues(published) };
  const counted = await sumUp(
    attempt,
    `SELECT toInt64(countIf(is_same)), toInt64(countIf(is_changed AND new_lines > 0 AND old_lines > 0)),
            toInt64(countIf(is_changed AND new_lines = 0)), toInt64(sumIf(old_lines, is_changed AND new_lines = 0)),
            toInt64(countIf(is_late)), toInt64(countIf(is_late AND new_lines = 0)),
            toInt64(countIf(is_aside_changed)),
            toInt64(countIf(aside_lines > 0 AND old_lines + new_lines = 0)),
            toInt64(sumIf(aside_lines, old_lines + new_lines = 0)),
            ${firstDay('is_changed', 'least(day, if(old_lines > 0, old_day, new_day))')}
     FROM (${COMPARED})`,
    values,
    COUNTS,
  );
  await onEach(servers, async (server) => {
    await server.run(
      `INSERT INTO mdq_order (order_id, day, lines, fingerprint, import)
       SELECT order_id, day, new_lines, new_fingerprint, {import:UInt64} FROM (${COMPARED}) WHERE is_changed`,
      values,
      signal,
    );
    if (counted.asideChanged > 0)
      await server.run(
        `INSERT INTO mdq_aside_order (order_id, day, lines, fingerprint, import, waits)
         SELECT order_id, day, new_lines, new_fingerprint, {import:UInt64}, is_late FROM (${COMPARED})
         WHERE is_aside_changed AND order_id NOT IN (SELECT order_id FROM mdq_aside_order WHERE ${OWN})`,
        values,
        signal,
      );
  });
  return counted;
}

/** Brings the staged rows to their shards: orders that were there before are replaced whole. */
export async function applyStaged(
  attempt: Attempt,
  intake: IntakePlace,
  published: DayRange | null,
  refuse?: RefuseUnknown,
): Promise<Applied> {
  const { connection } = intake;
  await attempt.begin();
  await makeArriving(connection, attempt.servers.length);
  const { lines, orders } = await connection.numbers<'lines' | 'orders'>(
    'SELECT (SELECT count(*) FROM staged) AS lines, (SELECT count(*) FROM arriving WHERE lines > 0) AS orders',
  );
  await uploadOrders(attempt, intake);
  if (refuse)
    refuse(
      await textsOf(
        attempt,
        `SELECT order_id FROM (${COMPARED}) WHERE new_lines + old_lines + aside_lines = 0`,
        { ...attempt.values, ...lateValues(published) },
      ),
    );
  const {
    unchanged,
    replaced,
    removed,
    removedLines,
    late,
    removedLater,
    asideChanged,
    dropped,
    droppedLines,
    from,
  } = await writeOrders(attempt, published);
  if (lines > 0 && Number.isFinite(from)) await uploadLines(attempt, intake, unchanged + late === 0);
  if (published && asideChanged > 0) await uploadAsideLines(attempt, intake);
  return {
    lines,
    orders,
    replacedOrders: replaced,
    unchangedOrders: unchanged,
    removedOrders: removed,
    gone: { orders: removed + dropped, lines: removedLines + droppedLines },
    asideOrders: late,
    removedLater,
    changesAside: asideChanged > 0,
    from: Number.isFinite(from) ? from : undefined,
  };
}
