// What bringing data in costs. The baseline is DuckDB alone, which copies the same file into a table and no more;
// both are timed as whole programs, from start to end. Then how it grows, and what serving the most of it takes.
// LINES=1000000 SIZES=1,2 (millions) PARTS=parquet,csv make it short.
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endpoints } from '../src/endpoints/index.ts';
import { atMost } from './support/goal.ts';
import { type MakeOptions, makeLines } from './support/lines.ts';
import { median } from './support/load.ts';
import { MDQ, type Measured, measure, memoryOf } from './support/measure.ts';
import { makeWorkplace, type Workplace } from './support/servers.ts';
import { numberSetting, numbersSetting, textSetting } from './support/setting.ts';
import { rounded, say } from './support/tell.ts';

const BARE_LOAD = fileURLToPath(new URL('bare-load.ts', import.meta.url));
const MILLION = 1e6;
const LINES = numberSetting('LINES');
const SIZES = numbersSetting('SIZES').map((millions) => millions * MILLION);
const LINES_PER_FILE = 20 * MILLION;
const ORDERS_PER_LINE = 2 / 5;
const LITTLE_MEMORY = '2GB';
const GOALS = { parquet: 2.2, csv: 1.8, more: 0.05, again: 0.5, undo: 1, startSeconds: 3, serverMiB: 1024 };

const PARTS = {
  parquet: () => besideDuckDb('parquet', GOALS.parquet),
  csv: () => besideDuckDb('csv', GOALS.csv),
  more,
  undo,
  growth,
  memory,
};

interface Report {
  readonly version: number;
  readonly orders: number;
  readonly unchangedOrders: number;
  readonly coverage: { readonly end: string };
}

interface Import extends Measured {
  readonly report: Report;
}

const folder = await mkdtemp(join(tmpdir(), 'mdq-bench-import-'));
/** The first import of all lines, on which more are put. */
let first: { readonly place: Workplace; readonly seconds: number } | undefined;

try {
  for (const part of chosenParts()) await PARTS[part]();
} finally {
  await rm(folder, { recursive: true, force: true });
}

function chosenParts(): (keyof typeof PARTS)[] {
  const names = textSetting('PARTS').split(',');
  const unknown = names.filter((name) => !(name in PARTS));
  if (unknown.length > 0) {
    throw new Error(`There is no part ${unknown.join(', ')}; there are: ${Object.keys(PARTS).join(', ')}`);
  }
  return names as (keyof typeof PARTS)[];
}

async function besideDuckDb(format: 'parquet' | 'csv', goal: number): Promise<void> {
  const file = await allLines(format);
  const place = await makeWorkplace(folder);
  const before = await duckDbAlone(file);
  const ours = await importInto(place, [file]);
  const after = await duckDbAlone(file);
  const baseline = median([before.seconds, after.seconds]);
  const ratio = ours.seconds / baseline;
  title(`${inMillions(LINES)} lines of ${format === 'csv' ? 'CSV' : 'Parquet'}, ${await inMiB(file)} MiB`);
  console.table({
    'DuckDB alone': { seconds: rounded(baseline), 'of DuckDB': 1, 'peak MiB': after.peakMiB },
    'mdq import': {
      seconds: rounded(ours.seconds),
      'of DuckDB': rounded(ratio),
      'peak MiB': ours.peakMiB,
      goal: atMost(goal, ratio),
    },
  });
  if (format === 'parquet') first = { place, seconds: ours.seconds };
  else await Promise.all([place.remove(), rm(file)]);
}

/** A hundredth of new lines in the week after, and then what is there already. */
async function more(): Promise<void> {
  const all = await allLines('parquet');
  const { place, seconds } = await firstImport(all);
  const week = join(folder, 'week.parquet');
  const { coverage } = (await place.mdq('status')) as unknown as Report;
  const firstDay = new Date(Date.parse(coverage.end) + 86_400_000).toISOString().slice(0, 10);
  say('making a week of new lines');
  await makeLines(week, Math.ceil(LINES / 100), { from: ordersIn(LINES), firstDay, days: 7 });
  const added = await importInto(place, [week]);
  const weekAgain = await importInto(place, [week]);
  const allAgain = await importInto(place, [all]);
  const ratio = added.seconds / seconds;
  const unchanged = ({ report }: Import) => {
    const isSame = report.unchangedOrders === report.orders && report.version === added.report.version;
    return `nothing changes: ${isSame ? 'met' : 'missed'}`;
  };
  const told = (run: Import) => ({
    seconds: rounded(run.seconds),
    'of the first': rounded(run.seconds / seconds),
    orders: run.report.orders,
    unchanged: run.report.unchangedOrders,
    version: run.report.version,
  });
  title(`More, on top of ${inMillions(LINES)} lines`);
  console.table({
    'the first import': { seconds: rounded(seconds), 'of the first': 1, orders: ordersIn(LINES), version: 1 },
    '1 % new lines': { ...told(added), goal: atMost(GOALS.more, ratio) },
    'the same 1 % again': { ...told(weekAgain), goal: unchanged(weekAgain) },
    'all lines again': {
      ...told(allAgain),
      goal: `${unchanged(allAgain)}; ${atMost(GOALS.again, allAgain.seconds / seconds)}`,
    },
  });
}

/** Imports on top of all lines, of which some replace orders, and the first of all: each is taken back. */
async function undo(): Promise<void> {
  const all = await allLines('parquet');
  const { place } = await firstImport(all);
  const rows: Record<string, object> = {};
  const takeBack = async (name: string, { dataDir }: Workplace, imported: Import) => {
    say('mdq imports undo');
    const taken = await measure(MDQ, ['imports', 'undo', '--json'], { DATA_DIR: dataDir });
    say(`done in ${taken.seconds.toFixed(1)} s`);
    const ratio = taken.seconds / imported.seconds;
    rows[name] = {
      ...{ import: rounded(imported.seconds), undo: rounded(taken.seconds), ratio: rounded(ratio) },
      ...{ 'peak MiB': taken.peakMiB, goal: atMost(GOALS.undo, ratio) },
    };
  };
  const part = Math.ceil(LINES / 100);
  const replaced = { firstDay: '2024-01-02' };
  const files: [string, number, MakeOptions][] = [
    ['1 % new lines', part, { from: 2 * ordersIn(LINES) }],
    ['1 % of the orders, all replaced', part, replaced],
    ['all orders, all replaced', LINES, replaced],
  ];
  const file = join(folder, 'undone.parquet');
  for (const [name, lines, options] of files) {
    await makeLines(file, lines, options);
    await takeBack(name, place, await importInto(place, [file]));
    await rm(file);
  }
  const only = await makeWorkplace(folder);
  await takeBack('the first import', only, await importInto(only, [all]));
  await only.remove();
  title(`Taken back, on top of ${inMillions(LINES)} lines (seconds)`);
  console.table(rows);
}

async function growth(): Promise<void> {
  const rows: Record<string, object> = {};
  const largest = Math.max(...SIZES);
  for (const lines of SIZES.toSorted((a, b) => a - b)) {
    const files = await manyLines(lines);
    const place = await makeWorkplace(folder);
    const run = await importInto(place, files);
    const { bytes } = (await place.mdq('status')) as { bytes: { lines: number; published: number } };
    rows[`${inMillions(lines)} lines`] = {
      files: files.length,
      seconds: rounded(run.seconds),
      's per million': rounded((run.seconds / lines) * MILLION),
      'peak MiB': run.peakMiB,
      'lines MiB': mebibytes(bytes.lines),
      'published MiB': mebibytes(bytes.published),
    };
    await Promise.all(files.map((file) => rm(file)));
    if (lines === largest) await served(lines, place);
    await place.remove();
  }
  title('Growth: one import of Parquet files');
  console.table(rows);
}

/** How soon a server on the lines answers, and what it holds. */
async function served(lines: number, place: Workplace): Promise<void> {
  const [key = ''] = await place.makeKeys('bench');
  say('starting the server');
  const started = performance.now();
  const server = await place.serve();
  try {
    const call = async (path: string) => {
      const response = await fetch(server.url + path, { headers: { 'x-api-key': key } });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    };
    await call('/api/public/market/focus');
    const seconds = (performance.now() - started) / 1000;
    for (const { path } of endpoints) await call(path);
    const memory = memoryOf(server.pid, 'VmRSS');
    title(`mdq serve on ${inMillions(lines)} lines`);
    console.table({
      'seconds until it answers': { value: rounded(seconds), goal: atMost(GOALS.startSeconds, seconds) },
      'MiB in memory after a few calls': { value: memory, goal: atMost(GOALS.serverMiB, memory) },
    });
  } finally {
    await server.stop();
  }
}

async function memory(): Promise<void> {
  const file = await allLines('parquet');
  const place = await makeWorkplace(folder);
  const run = await importInto(place, [file], { MDQ_IMPORT_MEMORY: LITTLE_MEMORY }).catch((error) => {
    say(String(error));
    return { seconds: Number.NaN, peakMiB: Number.NaN };
  });
  title(`${inMillions(LINES)} lines of Parquet with MDQ_IMPORT_MEMORY=${LITTLE_MEMORY}`);
  console.table({
    'mdq import': {
      seconds: rounded(run.seconds),
      'peak MiB': run.peakMiB,
      goal: `passes: ${'report' in run ? 'met' : 'missed'}`,
    },
  });
  await place.remove();
}

async function firstImport(file: string): Promise<NonNullable<typeof first>> {
  if (first) return first;
  const place = await makeWorkplace(folder);
  const { seconds } = await importInto(place, [file]);
  first = { place, seconds };
  return first;
}

async function importInto(
  place: Workplace,
  files: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Import> {
  say(`mdq import of ${files.length === 1 ? files[0] : `${files.length} files`}`);
  const run = await measure(MDQ, ['import', ...files, '--json'], { ...env, DATA_DIR: place.dataDir });
  say(`done in ${run.seconds.toFixed(1)} s`);
  return { ...run, report: JSON.parse(run.output) as Report };
}

async function duckDbAlone(file: string): Promise<Measured> {
  const database = join(folder, 'bare.duckdb');
  say(`DuckDB alone on ${file}`);
  const run = await measure(process.execPath, [BARE_LOAD, file, database]);
  say(`done in ${run.seconds.toFixed(1)} s`);
  await rm(database);
  return run;
}

/** All lines in one file, made when first asked for. */
async function allLines(format: 'parquet' | 'csv'): Promise<string> {
  const file = join(folder, `lines.${format}`);
  const isMade = await stat(file).catch(() => undefined);
  if (!isMade) {
    say(`making ${file}`);
    await makeLines(file, LINES);
  }
  return file;
}

/** Any number of lines, in files that the machine can make one by one. */
async function manyLines(lines: number): Promise<string[]> {
  const files: string[] = [];
  for (let from = 0; from < lines; from += LINES_PER_FILE) {
    const file = join(folder, `growth-${files.length}.parquet`);
    say(`making ${file}`);
    await makeLines(file, Math.min(LINES_PER_FILE, lines - from), { from: ordersIn(from) });
    files.push(file);
  }
  return files;
}

function ordersIn(lines: number): number {
  return Math.ceil(lines * ORDERS_PER_LINE);
}

async function inMiB(file: string): Promise<number> {
  return mebibytes((await stat(file)).size);
}

function mebibytes(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}

function inMillions(lines: number): string {
  return `${lines / MILLION} million`;
}

function title(text: string): void {
  console.log(`\n${text}`);
}
