// Runs the benchmarks that are named, or all of them: `npm run bench -- mcp metering`; `-- --help` lists them.
import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { whyNoClickhouse } from '../test/support/clickhouse/servers.ts';
import { noPostgres } from '../test/support/stores/postgres-server.ts';

type Tool = 'wrk' | 'PostgreSQL' | 'ClickHouse';

interface Benchmark {
  readonly about: string;
  /** Environment variables that change it, with what they are where nobody sets them. */
  readonly settings: Readonly<Record<string, string>>;
  readonly needs?: readonly Tool[];
  /** Takes long, or needs something besides, and is run only when it is named. */
  readonly isOnlyNamed?: boolean;
}

const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  import: {
    about: '"mdq import" beside DuckDB alone, and how it grows',
    settings: { PARTS: 'parquet,csv,more,undo,growth,memory', LINES: '20000000', SIZES: '1,10,100' },
  },
  publish: { about: 'what a new version of the data costs callers', settings: { ROUNDS: '9' } },
  privacy: { about: 'what disclosure control costs', settings: { LINES: '20000000', ROUNDS: '3' } },
  cold: {
    about: 'questions that were never asked before, beside SQL on the raw lines',
    settings: { LINES_SMALL: '1000000', LINES_LARGE: '20000000', ROUNDS: '5', SECONDS: '2', SQL_RUNS: '5' },
    needs: ['wrk'],
  },
  metering: {
    about: 'charged calls beside a bare route',
    settings: { ROUNDS: '5', SECONDS: '3', CONNECTIONS: '1,8,64,256' },
    needs: ['wrk'],
  },
  'answer-cache': { about: 'what keeping answers saves', settings: { ROUNDS: '11' } },
  ledger: { about: 'who looks at a year of calls', settings: { ROWS: '10000000' } },
  'scale-out-processes': {
    about: 'what a second process gives',
    settings: { ROUNDS: '5', SECONDS: '3', CONNECTIONS: '64,256' },
    needs: ['wrk', 'PostgreSQL'],
  },
  'scale-out-accounts': {
    about: 'charges in PostgreSQL beside single-row updates',
    settings: { ROUNDS: '5', SECONDS: '3', CALLERS: '256', ACCOUNTS: '20' },
    needs: ['PostgreSQL'],
  },
  'scale-out-warehouse': {
    about: 'ClickHouse beside the embedded engine, which is 0 shards',
    settings: { LINES: '20000000', SHARDS: '0,1,2' },
    needs: ['ClickHouse'],
  },
  backup: {
    about: 'a backup, alone and while calls are charged',
    settings: { CHARGES: '10000000', LINES: '20000000' },
  },
  mcp: { about: 'what a search of the documentation takes of a processor', settings: { ROUNDS: '11' } },
  waits: { about: 'how long people wait outside of a call', settings: { ROUNDS: '5' } },
  site: { about: 'how long a page takes to be there, in a browser', settings: { ROUNDS: '5' } },
  attack: { about: 'malformed requests (also SEED, KINDS)', settings: { COUNT: '100000' } },
  'attack-floods': {
    about: 'what a flood of what costs nothing does to the others',
    settings: { SECONDS: '5' },
  },
  soak: {
    about: 'a long day, in minutes',
    settings: { SECONDS: '600' },
    isOnlyNamed: true,
  },
  before: {
    about: 'paid calls beside the program of another checkout, which BEFORE names',
    settings: { ROUNDS: '9', SECONDS: '3' },
    needs: ['wrk', 'PostgreSQL'],
    isOnlyNamed: true,
  },
};

const PLACE = new URL('./', import.meta.url);
const { execPath } = process;

const named = process.argv.slice(2);
if (named.includes('--help')) {
  console.log(help());
  process.exit();
}
/** `scale-out` stands for all that begin so. */
const meant = (name: string) =>
  Object.keys(BENCHMARKS).filter((each) => each === name || each.startsWith(`${name}-`));
const unknown = named.filter((name) => meant(name).length === 0);
if (unknown.length > 0) stop(`There is no benchmark ${unknown.join(', ')}.\n\n${help()}`);
const all = Object.keys(BENCHMARKS).filter((name) => !BENCHMARKS[name]?.isOnlyNamed);
const chosen = named.length > 0 ? named.flatMap(meant) : all;

// Before the first of them begins: some take an hour.
const needed = new Set(chosen.flatMap((name) => BENCHMARKS[name]?.needs ?? []));
if (needed.has('wrk') && spawnSync('wrk').error) stop('wrk is missing: apt-get install wrk');
const missing = [needed.has('PostgreSQL') && noPostgres, needed.has('ClickHouse') && whyNoClickhouse].filter(
  (each) => typeof each === 'string',
);
if (missing.length > 0) stop(`${missing.join('\n')}\n.ci/install and "npm test" install what is missing.`);

console.log(`${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`);
for (const name of chosen) {
  const { settings } = BENCHMARKS[name] ?? { settings: {} };
  const set = Object.entries({ ...settings, ...process.env }).filter(([key]) => key in settings);
  console.log(`\n## ${name} ${set.map(([key, value]) => `${key}=${value}`).join(' ')}`);
  const script = fileURLToPath(new URL(`./${name}.ts`, PLACE));
  const env = { ...settings, ...process.env };
  const { status } = spawnSync(execPath, [script], { env, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

function help(): string {
  const lines = Object.entries(BENCHMARKS).map(([name, { about, settings, isOnlyNamed }]) => {
    const set = Object.entries(settings).map(([key, value]) => `${key}=${value}`);
    return `  ${name.padEnd(20)} ${about}${isOnlyNamed ? '; only when it is named' : ''}\n${' '.repeat(23)}${set.join(' ')}`;
  });
  return `SETTING=value npm run bench -- NAME…   without a name all, which takes hours\n\n${lines.join('\n')}`;
}

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}
