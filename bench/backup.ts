// What a backup costs, alone and while the service charges, and how long it takes to check and to restore it.
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CALLERS, callUntil } from './support/call-until.ts';
import { makeCharges } from './support/charges.ts';
import { makeLines } from './support/lines.ts';
import { type Measured, runMdq } from './support/measure.ts';
import { makeWorkplace } from './support/servers.ts';
import { numberSetting } from './support/setting.ts';
import { rounded } from './support/tell.ts';

const CHARGES = numberSetting('CHARGES');
const LINES = numberSetting('LINES');
const DAYS = 365;
const PATH = '/api/public/market/focus';

const place = await makeWorkplace();
const folder = await mkdtemp(join(tmpdir(), 'mdq-bench-backup-'));
const table: Record<string, { seconds: number; 'peak MiB': number }> = {};
const tell = async (what: string, running: Promise<Measured<number>>) => {
  const { seconds, peakMiB } = await running;
  table[what] = { seconds: rounded(seconds, 1), 'peak MiB': peakMiB };
};

try {
  const orders = join(folder, 'orders.parquet');
  await makeLines(orders, LINES);
  await place.mdq('import', orders);
  const keys = await place.makeKeys('large', 20);
  await makeCharges({ dataDir: place.dataDir, keys, rows: CHARGES, days: DAYS });
  console.log(`${CHARGES.toLocaleString('en')} charges, ${LINES.toLocaleString('en')} lines`);

  const backup = join(folder, 'backup');
  await tell('mdq backup', runMdq(place.dataDir, 'backup', backup));
  for (const file of ['accounts.sqlite', 'warehouse.duckdb', 'published/v1.snapshot']) {
    const { size } = await stat(join(backup, file));
    console.log(`${file}: ${(size / 2 ** 20).toFixed(0)} MiB`);
  }

  const server = await place.serve();
  try {
    const headers = { 'x-api-key': keys[0] ?? '' };
    const get = async () => {
      const response = await fetch(server.url + PATH, { headers });
      await response.arrayBuffer();
      return response.ok;
    };
    const taking = runMdq(place.dataDir, 'backup', join(folder, 'backup-2'));
    console.log(`Meanwhile ${CALLERS} callers: ${JSON.stringify(await callUntil(taking, get))}`);
    await tell('mdq backup, while serving', taking);
    const after = new Promise((resolve) => setTimeout(resolve, 5000));
    console.log(`In the five seconds after: ${JSON.stringify(await callUntil(after, get))}`);
  } finally {
    await server.stop();
  }
  await tell('mdq verify', runMdq(place.dataDir, 'verify', backup));
  await tell('mdq restore', runMdq(join(folder, 'restored'), 'restore', backup));
  console.table(table);
} finally {
  await Promise.all([place.remove(), rm(folder, { recursive: true, force: true })]);
}
