import { atEnd } from '../at-end.ts';
import { startClickhouse, type TestServers } from './servers.ts';

let running: Promise<TestServers> | undefined;

/** Two shards, started when they are first needed and shared by all tests of the file. */
export function cluster(): Promise<TestServers> {
  if (!running) {
    running = startClickhouse(2);
    atEnd(async () => (await running)?.stop());
  }
  return running;
}
