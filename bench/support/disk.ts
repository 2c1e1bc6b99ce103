import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Load } from './load.ts';

/** What the commit of a single charge writes to SQLite's log: five pages, each with its header. */
const COMMIT_BYTES = 5 * (4096 + 24);
/** As large as the log gets before it is begun again. */
const LOG_BYTES = 200 * COMMIT_BYTES;

/** Writes and syncs what a commit does, one after the other: more commits than these no disk takes. */
export function loadDisk(folder: string, seconds: number): Load {
  const path = join(folder, 'disk.bench');
  const file = openSync(path, 'w');
  try {
    writeSync(file, Buffer.alloc(LOG_BYTES));
    fdatasyncSync(file);
    const commit = Buffer.alloc(COMMIT_BYTES, 1);
    const times: number[] = [];
    const began = performance.now();
    for (let now = began; now < began + seconds * 1000; ) {
      writeSync(file, commit, 0, COMMIT_BYTES, (times.length * COMMIT_BYTES) % LOG_BYTES);
      fdatasyncSync(file);
      const done = performance.now();
      times.push(done - now);
      now = done;
    }
    const callsPerSecond = (times.length / (performance.now() - began)) * 1000;
    times.sort((a, b) => a - b);
    const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
    return { callsPerSecond, p50Ms: at(0.5), p99Ms: at(0.99), calls: times.length, refused: 0 };
  } finally {
    closeSync(file);
    rmSync(path);
  }
}
