import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { LogRequest } from './list-log.ts';
import { readLog } from './read-log.ts';

/* The thread of list-log.ts. */

const LOCKED_MS = 5000;

const { path, query } = workerData as LogRequest;
const db = new DatabaseSync(path, { readOnly: true, timeout: LOCKED_MS });
try {
  parentPort?.postMessage(readLog(db, query, true));
} finally {
  db.close();
}
