/** An import, and taking it back, is all or nothing: whenever it is killed, what is published is one version, whole. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../../../src/settings/config.ts';
import { openWarehouse } from '../../../src/warehouse/open.ts';
import { MDQ } from '../../support/command.ts';
import { trials } from '../../support/effort.ts';
import { writeCsv } from '../../support/order-files.ts';
import {
  difference,
  type Figures,
  publishedFigures,
  publishedVersion,
  servedFigures,
} from '../../support/reference/figures.ts';
import { row } from '../../support/reference/made-cases.ts';
import { MADE_TIME_ZONE, madeRows, madeRowsBetween, resentRows } from '../../support/reference/made-rows.ts';
import { allQuestions, someQuestions, urlOf } from '../../support/reference/questions.ts';
import { type Random, seededRandom } from '../../support/reference/random.ts';
import { Reference } from '../../support/reference/reference.ts';
import { mergeImports, parseCents, type RawRow } from '../../support/reference/reference-lines.ts';
import { seedOf } from '../../support/seed.ts';
import { spawnServer } from '../../support/server-process.ts';
import { type DataFolder, dataFolderFor } from '../../support/stores/data-folder.ts';
import { createAccount } from '../../support/stores/prepare.ts';
import { HANG_MS } from '../../support/until.ts';
import { PLENTY, temporaryFolder } from '../../support/workplace.ts';

const KILLS = trials(20);

const SETTINGS = { MDQ_TIMEZONE: MADE_TIME_ZONE };
const ROWS = madeRows();
const REFERENCE = new Reference(ROWS, { timeZone: MADE_TIME_ZONE });
const EVERYTHING = allQuestions(REFERENCE).map(urlOf);
const SOME = EVERYTHING.filter((_, i) => i % 8 === 0);
const SERVED = someQuestions(REFERENCE)
  .map(urlOf)
  .filter((_, i) => i % 2 === 0);

/** Two deliveries of the same orders: whichever comes last is the whole of what there is. */
const DELIVERIES = ['a', 'b'] as const;
type Delivery = (typeof DELIVERIES)[number];
const other = (delivery: Delivery): Delivery => (delivery === 'a' ? 'b' : 'a');

/** The same orders with other amounts, payment methods, tags and members. */
function sentAgain(rows: readonly RawRow[]): RawRow[] {
  return rows.map((row, i) => ({
    ...row,
    amount: String((parseCents(row.amount) % 9973n) + 1n),
    payment_method: row.payment_method === 'Credit card' ? 'Debit card' : 'Credit card',
    tags: row.tags ? `${row.tags};again=yes` : '',
    member_id: `n${i % 97}`,
  }));
}

const folder = await temporaryFolder({ after });
const calm = await dataFolderFor({ after }, SETTINGS);

const FILES = {
  a: await writeCsv(join(folder, 'a.csv'), ROWS),
  b: await writeCsv(join(folder, 'b.csv'), sentAgain(ROWS)),
};
/** Of each delivery, in a folder that never saw a kill. */
const FIGURES = { a: await calmFigures('a'), b: await calmFigures('b') };

async function calmFigures(delivery: Delivery): Promise<Figures> {
  await calm.succeed('import', FILES[delivery]);
  return publishedFigures(calm, EVERYTHING);
}

/** Which delivery is published: all figures that are asked for are of one. */
async function published(data: DataFolder, urls = SOME): Promise<Delivery> {
  const figures = await publishedFigures(data, urls);
  const found = DELIVERIES.find((delivery) => difference(figures, FIGURES[delivery]) === undefined);
  assert.ok(found, `figures of neither version: ${difference(figures, FIGURES.a)}`);
  return found;
}

type Step = { readonly name: string; readonly atMs: number };

/** So long after an import has told so many of its steps; where that never comes, its end. */
type Moment = { readonly steps: number; readonly afterMs: number };
const NEVER: Moment = { steps: 1000, afterMs: 0 };

/** An import that is killed at a moment, if it is not over by then: the steps that it told. */
async function importUntil(data: DataFolder, file: string, moment: Moment): Promise<Step[]> {
  const started = performance.now();
  const child = spawn(MDQ, ['import', file], { env: data.env, stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(child, 'exit');
  const steps: Step[] = [];
  const waitOrKill = () => {
    if (steps.length >= moment.steps) setTimeout(() => child.kill('SIGKILL'), moment.afterMs);
  };
  waitOrKill();
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    const isAwaited = steps.length < moment.steps;
    for (const name of text.trim().split('\n')) steps.push({ name, atMs: performance.now() - started });
    if (isAwaited) waitOrKill();
  });
  const [code] = await exited;
  if (code === 0) steps.push({ name: 'Done', atMs: performance.now() - started });
  return steps;
}

/** Moments of an import, one in its start and the others spread over its work: as random as each part is long. */
async function randomMoments(random: Random): Promise<Moment[]> {
  await importUntil(calm, FILES.a, NEVER);
  const steps = await importUntil(calm, FILES.b, NEVER);
  const [beginMs, endMs] = [Number(steps[0]?.atMs), Number(steps.at(-1)?.atMs)];
  return Array.from({ length: KILLS }, (_, i) => {
    const part = random.below(1000) / 1000;
    const atMs = i === 0 ? beginMs * part : beginMs + ((i - 1 + part) / (KILLS - 1)) * (endMs - beginMs);
    const told = steps.filter((step) => step.atMs <= atMs);
    return { steps: told.length, afterMs: atMs - (told.at(-1)?.atMs ?? 0) };
  });
}

test(`an import killed at ${KILLS} random moments is in as a whole or not at all, and the next one works`, async (t) => {
  const seed = seedOf(t);
  const random = seededRandom(seed);
  const data = await dataFolderFor(t, SETTINGS);
  await data.succeed('import', FILES.a);
  const { key } = await createAccount(data.env, 'acme', PLENTY);
  const server = await spawnServer(data.env);
  t.after(() => server.child.kill('SIGKILL'));
  /** The server shows what is published; until it does, what it showed before. */
  const assertServed = async (now: Delivery, before: Delivery) => {
    const late = performance.now() + HANG_MS;
    for (;;) {
      const served = await servedFigures(server.url, key, SERVED);
      const wrong = difference(served, FIGURES[now]);
      if (wrong === undefined) return;
      assert.ok(performance.now() < late, wrong);
      for (const [url, body] of served) {
        assert.ok(body === FIGURES[before].get(url) || body === FIGURES[now].get(url), `${url}: ${body}`);
      }
      await sleep(100);
    }
  };

  let state: Delivery = 'a';
  const told: string[] = [];
  for (const moment of await randomMoments(random)) {
    const version = await publishedVersion(data);
    const steps: Step[] = await importUntil(data, FILES[other(state)], moment);
    const step = steps.at(-1)?.name ?? 'Starting';
    const after = await published(data);
    const isNamed = (await publishedVersion(data)) !== version;
    assert.equal(after, isNamed ? other(state) : state, `killed at ${step}`);
    await assertServed(after, state);

    // The next writer finds all of the import in the warehouse or nothing of it.
    await (await openWarehouse(readConfig(data.env))).refresh();
    const now = await published(data);
    if (isNamed) assert.equal(now, after);
    told.push(
      `${step} ${Math.round(moment.afterMs)} ms after step ${moment.steps}: ${now === state ? 'not in' : 'in'}`,
    );
    state = now;
  }
  t.diagnostic(`killed at\n${told.join('\n')}`);

  for (const delivery of [other(state), state]) {
    await data.succeed('import', FILES[delivery]);
    assert.equal(await published(data, EVERYTHING), delivery);
    await assertServed(delivery, other(delivery));
  }
  await assertNothingLeft(data);
});

/** No more than the newest version and the one before it, and nothing that a writer needs while it works. */
async function assertNothingLeft(data: DataFolder): Promise<void> {
  const version = await publishedVersion(data);
  const kept = ['current.json', ...[version - 1, version].map((each) => `v${each}.snapshot`)];
  assert.deepEqual((await readdir(join(data.path, 'published'))).sort(), kept.sort());
  assert.ok(!(await readdir(data.path)).includes('warehouse.duckdb.tmp'));
}

const KILLED_AT_RENAME = fileURLToPath(new URL('../../support/faults/killed-at-rename.ts', import.meta.url));
const UNDO = ['imports', 'undo'] as const;

test('an undo that is killed right before any of its files gets its name is done or not done', async (t) => {
  const data = await dataFolderFor(t, SETTINGS);
  // Two imports, of which the second replaces, adds and brings names.
  const first = madeRowsBetween('2024-12-01', '2025-02-28');
  const other = row({ order_id: 'n', ordered_at: '2025-01-01', category: 'New', sub_category: 'Name' });
  const second = [...resentRows(first), { ...other, tags: 'a=b', payment_method: 'IOU' }];
  const all = new Reference(mergeImports([first, second]), { timeZone: MADE_TIME_ZONE });
  const urls = someQuestions(all).map(urlOf);
  const file = await writeCsv(join(data.path, 'second.csv'), second);
  await data.succeed('import', await writeCsv(join(data.path, 'first.csv'), first));
  const without = await publishedFigures(data, urls);
  await data.succeed('import', file);
  const withIt = await publishedFigures(data, urls);
  const assertOneOf = async (expected: readonly Figures[], when: string) => {
    const found = await publishedFigures(data, urls);
    const wrong = expected.map((each) => difference(found, each));
    assert.ok(wrong.includes(undefined), `${when}: ${wrong[0]}`);
  };

  const outcomes: boolean[] = [];
  for (let rename = 1, isKilled = true; isKilled; rename++) {
    const when = `killed at rename ${rename}`;
    const version = await publishedVersion(data);
    const env = { ...data.env, KILL_AT_RENAME: String(rename) };
    const args = [...process.execArgv, KILLED_AT_RENAME, ...UNDO];
    const [code, signal] = await once(spawn(process.execPath, args, { env, stdio: 'ignore' }), 'exit');
    isKilled = signal === 'SIGKILL';
    const isNamed = (await publishedVersion(data)) !== version;
    if (code === 0) assert.ok(isNamed, when);
    await assertOneOf([isNamed ? without : withIt], when);
    // A writer finds what the process that was killed had committed, and names it.
    await data.succeed('refresh');
    await assertOneOf(isNamed ? [without] : [without, withIt], when);
    const again = await data.mdq(...UNDO);
    if (again.code !== 0) assert.match(again.stderr, /the newest is an undo of an import/, when);
    await assertOneOf([without], `${when}, and taken back again`);
    await data.succeed('import', file);
    await assertOneOf([withIt], `${when}, and imported again`);
    outcomes.push(again.code !== 0);
  }
  t.diagnostic(`taken back: ${outcomes.join(', ')}`);
  const isKilledAfter = outcomes.slice(0, -1).includes(true);
  assert.ok(outcomes.includes(false) && isKilledAfter, 'killed before and after it holds');
});
