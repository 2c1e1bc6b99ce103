import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 300_000;
const LOOK_AGAIN_MS = 200;

/**
 * Waits for its turn at work that only one process may do, and keeps the turn until this process ends. False: another
 * process has done the work meanwhile.
 */
export async function takeTurn(lock, isDone) {
  let isWaiting = false;
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(LOOK_AGAIN_MS)) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      if (isDone()) return false;
      const owner = ownerOf(lock);
      if (!isRunning(owner)) rmSync(lock, { force: true });
      else if (!isWaiting) console.error(`Process ${owner} is already at it: waiting for its end…`);
      isWaiting = true;
      continue;
    }
    process.once('exit', () => rmSync(lock, { force: true }));
    return !isDone();
  }
  console.error(`Process ${ownerOf(lock)} holds ${lock} and does not end. End it, then run this again.`);
  process.exit(1);
}

function ownerOf(lock) {
  try {
    // Empty: its owner is about to write.
    return Number(readFileSync(lock, 'utf8')) || process.pid;
  } catch {
    return 0;
  }
}

export function isRunning(pid) {
  if (!pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
