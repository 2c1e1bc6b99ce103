// What a question costs that was never asked before: calls with a random category, sub-category and range, one at a
// time, on few lines and on many, in turns. The baselines are the server on few lines, and the same questions in SQL
// on the raw lines in DuckDB, which must give the same figures. LINES_LARGE=1000000 ROUNDS=1 make it short.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Endpoint } from '../src/endpoints/form/endpoint.ts';
import { endpoints } from '../src/endpoints/index.ts';
import { openSnapshot, timeAnswers } from './support/answers.ts';
import { atLeast, atMost } from './support/goal.ts';
import { makeLines } from './support/lines.ts';
import { type Load, load, median } from './support/load.ts';
import { type Question, questionScript, randomQuestion } from './support/questions.ts';
import { expectSame, openRawLines, type RawLines } from './support/raw-lines.ts';
import { type RawQuery, rawSql } from './support/raw-sql.ts';
import { makeWorkplace, type RunningServer } from './support/servers.ts';
import { numberSetting } from './support/setting.ts';
import { rounded, say } from './support/tell.ts';

const LINES_SMALL = numberSetting('LINES_SMALL');
const LINES_LARGE = numberSetting('LINES_LARGE');
const ROUNDS = numberSetting('ROUNDS');
const SECONDS = numberSetting('SECONDS');
const SQL_RUNS = numberSetting('SQL_RUNS');
const GOALS = { p99OfSmall: 1.5, timesFaster: 100 };
/** Inside what the lines cover, together with the period before it. */
const CHECKED: Question = { category: 'Category 7', sub: 'Sub 127', start: '2025-02-12', end: '2025-06-15' };

type Period = Pick<Question, 'start' | 'end'>;

interface Side {
  readonly server: RunningServer;
  readonly headers: Readonly<Record<string, string>>;
  readonly file: string;
  readonly dataDir: string;
  readonly defaultPeriod: Period;
}

const folder = await mkdtemp(join(tmpdir(), 'mdq-bench-cold-'));
const servers: RunningServer[] = [];
try {
  const small = await serveLines(LINES_SMALL);
  const large = await serveLines(LINES_LARGE);
  await tellAnswers(small, large);
  const sql = await timeRawSql(large);
  const loads = await loadInTurns(small, large);
  tellSizes(loads);
  tellSql(loads, sql);
} finally {
  await Promise.all(servers.map((server) => server.stop()));
  await rm(folder, { recursive: true, force: true });
}

async function serveLines(lines: number): Promise<Side> {
  const place = await makeWorkplace(folder);
  const file = `${place.dataDir}.parquet`;
  say(`making and importing ${lines.toLocaleString('en')} lines`);
  await makeLines(file, lines);
  const { defaultPeriod } = (await place.mdq('import', file)) as unknown as Side;
  const [key = ''] = await place.makeKeys('bench');
  const server = await place.serve();
  servers.push(server);
  return { server, headers: { 'x-api-key': key }, file, dataDir: place.dataDir, defaultPeriod };
}

/** Milliseconds of each endpoint's question on the raw lines, once its answer has proved to be the same. */
async function timeRawSql(side: Side): Promise<ReadonlyMap<Endpoint, number>> {
  say('copying the lines into a table');
  const lines = await openRawLines(side.file, join(folder, 'raw.duckdb'));
  const times = new Map<Endpoint, number>();
  try {
    for (const endpoint of endpoints) {
      say(`${endpoint.path} in SQL`);
      const query = rawSql[endpoint.path];
      if (!query) throw new Error(`There is no SQL for ${endpoint.path}`);
      await compare(side, endpoint, lines, query);
      const runs: number[] = [];
      for (let run = 0; run < SQL_RUNS; run++) {
        const question = { ...randomQuestion(), ...fixedPeriod(side, endpoint) };
        const started = performance.now();
        await lines.ask(query, question);
        runs.push(performance.now() - started);
      }
      times.set(endpoint, median(runs));
    }
  } finally {
    lines.close();
  }
  return times;
}

async function compare(side: Side, endpoint: Endpoint, lines: RawLines, query: RawQuery): Promise<void> {
  const url = `${side.server.url}${endpoint.path}?${new URLSearchParams({ ...CHECKED })}`;
  const response = await fetch(url, { headers: side.headers });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const { data } = (await response.json()) as { data: Parameters<RawQuery['rows']>[0] };
  const raw = await lines.ask(query, { ...CHECKED, ...fixedPeriod(side, endpoint) });
  expectSame(endpoint.path, raw, query.rows(data));
}

/** The period of an endpoint that is not asked for one. */
function fixedPeriod({ defaultPeriod }: Side, { period }: Endpoint): Partial<Period> {
  return period === 'asked' ? {} : defaultPeriod;
}

type Loads = ReadonlyMap<Endpoint, readonly { readonly small: Load; readonly large: Load }[]>;

async function loadInTurns(small: Side, large: Side): Promise<Loads> {
  const loads = new Map<Endpoint, { small: Load; large: Load }[]>();
  for (const [index, endpoint] of endpoints.entries()) {
    say(`${endpoint.path} under load`);
    const rounds: { small: Load; large: Load }[] = [];
    const seed = (round: number) => index * (ROUNDS + 1) + round;
    for (const side of [small, large]) await ask(side, endpoint, seed(ROUNDS));
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push({
        small: await ask(small, endpoint, seed(round)),
        large: await ask(large, endpoint, seed(round)),
      });
    }
    loads.set(endpoint, rounds);
  }
  return loads;
}

async function ask({ server, headers }: Side, endpoint: Endpoint, seed: number): Promise<Load> {
  const script = join(folder, 'questions.lua');
  await writeFile(script, questionScript(endpoint, seed));
  const result = await load(server.url, { connections: 1, seconds: SECONDS, headers, script });
  if (result.calls === 0 || result.refused > 0) {
    throw new Error(`${endpoint.path} refused ${result.refused} of ${result.calls} calls`);
  }
  return result;
}

/** Making an answer, without what carries it: that is all that could depend on the number of lines. */
async function tellAnswers(small: Side, large: Side): Promise<void> {
  const snapshots = [await openSnapshot(small.dataDir), await openSnapshot(large.dataDir)] as const;
  const rows = endpoints.map((endpoint) => {
    const rounds = Array.from({ length: ROUNDS + 1 }, () =>
      snapshots.map((snapshot) => timeAnswers(snapshot, endpoint)),
    ).slice(1);
    const of = (side: number, share: number) =>
      median(
        rounds.map((round) => round[side]?.at(Math.floor((round[side]?.length ?? 0) * share)) ?? Number.NaN),
      );
    const ratio = of(1, 0.99) / of(0, 0.99);
    return [
      endpoint.path,
      {
        'small p50 µs': rounded(of(0, 0.5)),
        'large p50 µs': rounded(of(1, 0.5)),
        'small p99 µs': rounded(of(0, 0.99)),
        'large p99 µs': rounded(of(1, 0.99)),
        'p99 of small': rounded(ratio),
        goal: atMost(GOALS.p99OfSmall, ratio),
      },
    ];
  });
  console.log(`\nMaking the answers to new questions, in one process, ${ROUNDS} rounds in turns`);
  console.table(Object.fromEntries(rows));
}

function tellSizes(loads: Loads): void {
  const rows = Array.from(loads, ([{ path }, rounds]) => {
    const of = (figure: (round: (typeof rounds)[number]) => number) => rounded(median(rounds.map(figure)));
    const ratio = median(rounds.map(({ small, large }) => large.p99Ms / small.p99Ms));
    return [
      path,
      {
        'small p50 ms': of(({ small }) => small.p50Ms),
        'large p50 ms': of(({ large }) => large.p50Ms),
        'small p99 ms': of(({ small }) => small.p99Ms),
        'large p99 ms': of(({ large }) => large.p99Ms),
        'p99 of small': rounded(ratio),
        goal: atMost(GOALS.p99OfSmall, ratio),
      },
    ];
  });
  console.log(
    `\n${LINES_SMALL.toLocaleString('en')} lines (small, the baseline) and ${LINES_LARGE.toLocaleString('en')} ` +
      `(large): new questions one at a time, ${ROUNDS} rounds of ${SECONDS} s in turns`,
  );
  console.table(Object.fromEntries(rows));
}

function tellSql(loads: Loads, sql: ReadonlyMap<Endpoint, number>): void {
  const rows = Array.from(loads, ([endpoint, rounds]) => {
    const p50 = median(rounds.map(({ large }) => large.p50Ms));
    const sqlMs = sql.get(endpoint) ?? Number.NaN;
    return [
      endpoint.path,
      {
        'SQL ms': rounded(sqlMs),
        'p50 ms': rounded(p50),
        'times faster': Math.round(sqlMs / p50),
        goal: atLeast(GOALS.timesFaster, sqlMs / p50),
      },
    ];
  });
  console.log(
    `\n${LINES_LARGE.toLocaleString('en')} lines: SQL on the raw lines in DuckDB (the baseline, median of ` +
      `${SQL_RUNS}), which gave the same figures, and a call`,
  );
  console.table(Object.fromEntries(rows));
}
