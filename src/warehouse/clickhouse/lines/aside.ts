import { sumUp } from '../server/ask.ts';
import type { Attempt } from '../server/attempt.ts';
import { WAITING } from './visible.ts';

/*
 * With disclosure control, a published week is not revised in passing: a change of its orders is kept beside the lines,
 * on the same shard, until a restatement takes it in. An order without lines is one that is to go.
 */

export async function countAside(attempt: Attempt): Promise<number> {
  const query = `SELECT toInt64(count()) FROM mdq_aside_order WHERE ${WAITING}`;
  return (await sumUp(attempt, query, attempt.values, ['orders'])).orders;
}
