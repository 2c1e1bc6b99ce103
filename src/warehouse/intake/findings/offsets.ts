import type { Warning } from '../../warning.ts';
import type { ReadableFile } from '../reading/plain-text.ts';
import { sampleRows } from '../reading/sample.ts';
import type { ReadingContext } from '../reading/source.ts';

const LOOKED_AT = 100;
const OFFSET = '[0-9]:[0-9]{2}(:[0-9]{2}(\\.[0-9]+)?)? ?([+-][0-9]{2}(:?[0-9]{2})?)$';

/**
 * Days are counted in UTC unless it is said otherwise, and that holds for good once there are data. Times that all have an
 * offset tell that the shop is elsewhere.
 */
export async function otherTimeZone(
  context: ReadingContext,
  file: ReadableFile | undefined,
  timeZone: string,
): Promise<Warning[]> {
  const { connection } = context;
  if (!file || timeZone !== 'UTC') return [];
  const source = await sampleRows(context, file, {
    table: 'timed',
    columns: ({ cells }) => `trim(${cells.ordered_at}) AS time`,
    rows: LOOKED_AT,
  });
  // A type of its own has no offset that could be looked at.
  if (!source || source.typed?.time) return [];
  const [found] = await connection.rows(`
    SELECT min(time) AS example
    FROM (SELECT time, regexp_extract(time, '${OFFSET}', 3) AS "offset" FROM timed WHERE time <> '')
    HAVING bool_and("offset" <> '' AND NOT regexp_full_match("offset", '.00(:?00)?'))`);
  if (typeof found?.example !== 'string') return [];
  const message =
    `Times such as ${found.example} have an offset, and days are counted in UTC: orders near midnight are of another day than in the shop. ` +
    'Unless that is meant, say the time zone, such as Asia/Taipei, with the first import, which fixes it: mdq settings set MDQ_TIMEZONE; ' +
    'after an import, mdq imports undo first';
  return [{ code: 'utc-days', message }];
}
