import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';

/** More than anything takes on any machine: it ends a test that would hang and decides nothing else. */
export const HANG_MS = 120_000;
const LOOK_MS = 10;

/** Waits until something holds. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const late = performance.now() + HANG_MS;
  while (!(await holds())) {
    if (performance.now() > late) throw new Error(`waited in vain until ${what}`);
    await sleep(LOOK_MS);
  }
}

/** So many turns of the event loop later, whatever was planned has happened. */
export async function turns(): Promise<void> {
  for (let i = 0; i < 5; i++) await turn();
}
