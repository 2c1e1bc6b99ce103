import { setTimeout as sleep } from 'node:timers/promises';

const DAY_MS = 86_400_000;
/** Longer than the tests of any file that speak of today. */
const ROOM_MS = 180_000;

/** For tests that speak of today: where midnight (UTC) is near they wait for it, so that it does not come between them. */
export async function sameDay(): Promise<void> {
  const leftMs = DAY_MS - (Date.now() % DAY_MS);
  if (leftMs < ROOM_MS) await sleep(leftMs + 1000);
}
