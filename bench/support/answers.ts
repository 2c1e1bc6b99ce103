import type { Endpoint } from '../../src/endpoints/form/endpoint.ts';
import { makeAnswer } from '../../src/request/endpoint-product.ts';
import { readConfig } from '../../src/settings/config.ts';
import { Snapshot } from '../../src/snapshot/snapshot.ts';
import { openWarehouse } from '../../src/warehouse/open.ts';
import { randomQuestion } from './questions.ts';

const CALLS = 2000;

/** The figures of a data folder in memory, as a server has them. */
export async function openSnapshot(dataDir: string): Promise<Snapshot> {
  const warehouse = await openWarehouse(readConfig({ DATA_DIR: dataDir }));
  const version = await warehouse.current();
  if (version === undefined) throw new Error(`${dataDir} has nothing published`);
  return Snapshot.of(await warehouse.load(version));
}

/** Microseconds of making answers to new questions, from the query string to the JSON: sorted. */
export function timeAnswers(snapshot: Snapshot, endpoint: Endpoint): Float64Array {
  const times = new Float64Array(CALLS);
  for (let call = 0; call < CALLS; call++) {
    const query = new URLSearchParams({ ...randomQuestion() }).toString();
    const started = performance.now();
    makeAnswer(endpoint, snapshot, query);
    times[call] = (performance.now() - started) * 1000;
  }
  return times.sort();
}
