// What a year of traffic costs those who look at it: audit, usage, statements, export and prune of ten million charged
// calls over grants that expire, through the real commands and the running server. ROWS=1000000 makes fewer of them.
import { CALLERS, callUntil } from './support/call-until.ts';
import { makeCharges } from './support/charges.ts';
import { median } from './support/load.ts';
import { runMdq } from './support/measure.ts';
import { makeWorkplace } from './support/servers.ts';
import { numberSetting } from './support/setting.ts';
import { rounded } from './support/tell.ts';

const ROWS = numberSetting('ROWS');
const DAYS = 365;
const ROUNDS = 5;
const GRANTS = 24;
const PATH = '/api/public/market/focus';

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const place = await makeWorkplace();
const run = (...args: string[]) => runMdq(place.dataDir, ...args);
const table: Record<string, { seconds: number; lines?: number; 'peak MiB'?: number }> = {};

try {
  await place.mdq('demo');
  // One account has nine tenths of the calls, by many keys: its totals are as fine as they get.
  const keys = [...(await place.makeKeys('large', 18)), ...(await place.makeKeys('small', 2))];
  // Points that expire, in the order of their ends, beside those that do not.
  for (let n = 1; n <= GRANTS; n++)
    await place.mdq('points', 'grant', 'large', '1000', '--expires', daysAgo(-10 * n));
  const making = await timed(() => makeCharges({ dataDir: place.dataDir, keys, rows: ROWS, days: DAYS }));
  console.log(`${ROWS.toLocaleString('en')} calls over ${DAYS} days, made in ${making.toFixed(0)} s`);

  await tell('mdq audit', () => place.mdq('audit'));
  for (const by of ['day', 'path', 'key']) {
    await tell(`mdq usage --by ${by}`, () => run('usage', 'large', '--by', by));
  }
  await tell('mdq statement', () => run('statement', 'large', '--month', daysAgo(40).slice(0, 7)));
  const { seconds, output: lines, peakMiB } = await run('usage', 'large', '--by', 'call', '--csv');
  table['mdq usage --by call --csv'] = { seconds, lines, 'peak MiB': peakMiB };

  const server = await place.serve();
  try {
    const headers = { 'x-api-key': keys[0] ?? '' };
    const get = async (path: string) => {
      const response = await fetch(server.url + path, { headers });
      await response.arrayBuffer();
      return response.ok;
    };
    await tell('/api/account/usage, 30 days', () => get('/api/account/usage'));
    await tell('/api/account/usage, a year', () => get(`/api/account/usage?start=${daysAgo(DAYS)}`));
    const month = daysAgo(40).slice(0, 7);
    await tell('/api/account/statement', () => get(`/api/account/statement?month=${month}`));
    await tell('/api/account/calls', () => get('/api/account/calls'));

    const pruning = run('usage', '--prune', daysAgo(DAYS - 31));
    const calls = await callUntil(pruning, () => get(PATH));
    table['mdq usage --prune, a month, while serving'] = { seconds: (await pruning).seconds };
    console.log(`Meanwhile ${CALLERS} callers: ${JSON.stringify(calls)}`);
  } finally {
    await server.stop();
  }
  await tell('mdq audit, after the prune', () => place.mdq('audit'));
  for (const row of Object.values(table)) row.seconds = rounded(row.seconds, 3);
  console.table(table);
} finally {
  await place.remove();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

/** The median of several rounds. */
async function tell(what: string, work: () => Promise<unknown>): Promise<void> {
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await timed(work));
  table[what] = { seconds: median(rounds) };
}
