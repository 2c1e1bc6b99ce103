/** Nobody can be singled out: an attacker that asks everything and solves for single cells finds no small one. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { ImportRequest, Warehouse } from '../../../src/warehouse/warehouse.ts';
import { isEverythingRun } from '../../support/effort.ts';
import { writeCsv } from '../../support/order-files.ts';
import { row } from '../../support/reference/made-cases.ts';
import { Attacker, type Scope, type Side } from '../../support/reference/privacy-attacker.ts';
import { answerOf, publishedSnapshot } from '../../support/reference/published-answers.ts';
import { seededRandom } from '../../support/reference/random.ts';
import { formatDay, parseDay, type Range } from '../../support/reference/reference-calendar.ts';
import { type Line, type RawRow, readLines } from '../../support/reference/reference-lines.ts';
import { givenSeed } from '../../support/seed.ts';
import { ENGINES, embedded, type TestEngine } from '../../support/stores/warehouse-engines.ts';

const SEED = givenSeed ?? 20_250_106;
const K = 4;
const M = 2;
const FIRST = parseDay('2025-01-06');
const WEEKS = Array.from({ length: 8 }, (_, i) => FIRST + 7 * i);
const AUDIENCE = ['Credit card'];
const METHODS = ['Credit card', 'Cash', 'LINE Pay'];

/** About how many orders a week a sub-category has. */
const SUBS: readonly (readonly [category: string, sub: string, orders: number])[] = [
  ...[['Food', 'Tea', 22] as const, ['Food', 'Nuts', 9] as const, ['Food', 'Saffron', 1] as const],
  ...[['Health', 'Vitamins', 40] as const, ['Health', 'Self-tests', 1] as const],
  ...[['Toys', 'Cars', 2] as const, ['Toys', 'Dolls', 2] as const, ['Toys', 'Kites', 1] as const],
  ...[['Home', 'Lamps', 14] as const, ['Home', 'Beds', 30] as const, ['Home', 'Vases', 5] as const],
];

/** Orders of one line each: counts then add up as amounts do, which is the best that an attacker can hope for. */
function madeOrders(seed: number, weeks: readonly number[], prefix = 'o'): RawRow[] {
  const random = seededRandom(seed);
  return weeks.flatMap((week) =>
    SUBS.flatMap(([category, sub, usual]) =>
      Array.from({ length: random.below(2 * usual + 1) }, (_, i) =>
        row({
          order_id: `${prefix}-${formatDay(week)}-${sub}-${i}`,
          ordered_at: formatDay(week + random.below(7)),
          ...{ category, sub_category: sub, amount: String(1 + random.below(900)) },
          payment_method: random.pick(METHODS),
          // One merchant sells most lamps.
          merchant_id: `s${sub === 'Lamps' && random.chance(0.9) ? 0 : random.below(6)}`,
          member_id: random.chance(0.15) ? '' : `m${random.below(40)}`,
        }),
      ),
    ),
  );
}

async function openMarket(t: TestContext, engine: TestEngine, env: Record<string, string> = {}) {
  const { warehouse, importing } = await openWith(t, engine, env);
  const subs = SUBS.map(([category, sub]) => ({ category, sub }));
  const attacker = new Attacker({ subs, weeks: WEEKS, methods: METHODS, audienceMethods: AUDIENCE });
  const interrogate = async () => {
    const snapshot = await publishedSnapshot(warehouse);
    const coverage = { first: snapshot.coverage.start, last: snapshot.coverage.end };
    attacker.interrogate(
      (path, parameters) => answerOf(snapshot, `${path}?${new URLSearchParams(parameters)}`),
      coverage,
      allRanges(),
    );
  };
  return { warehouse, importing, attacker, interrogate };
}

async function openWith(t: TestContext, engine: TestEngine, env: Record<string, string>) {
  const { warehouse, folder } = await engine.open(t, {
    ...{ MDQ_DEFAULT_WEEKS: '3', MDQ_AUDIENCE_METHODS: AUDIENCE.join(',') },
    ...env,
  });
  let file = 0;
  const importing = async (rows: readonly RawRow[], request: Partial<ImportRequest> = {}) =>
    warehouse.import({ files: [await writeCsv(join(folder, `${file++}.csv`), rows)], ...request });
  return { warehouse, importing };
}

function allRanges(): Range[] {
  return WEEKS.flatMap((first, i) => WEEKS.slice(i).map((last) => ({ first, last: last + 6 })));
}

interface Secret {
  readonly what: string;
  readonly found: number | undefined;
  readonly truth: number;
}

/**
 * Every cell, every two sub-categories of a category together, and every side of the restricted basis in those, that
 * have too few people or merchants; with what is found.
 */
function secretsIn(lines: readonly Line[], attacker: Attacker): Secret[] {
  const subs = SUBS.map(([category, sub]) => ({ category, sub }));
  const sets: (readonly Scope[])[] = [
    ...[...new Set(SUBS.map(([category]) => category))].map((category) => [{ category }]),
    ...subs.map((one) => [one]),
    ...subs.flatMap((one, i) =>
      subs.slice(i + 1).flatMap((other) => (one.category === other.category ? [[one, other]] : [])),
    ),
  ];
  const secrets: Secret[] = [];
  for (const set of sets) {
    for (const week of WEEKS) {
      const inWeek = lines.filter((line) => line.day >= week && line.day < week + 7 && set.some(isOf(line)));
      for (const side of ['all', 'on', 'outside'] as const) {
        const own = inWeek.filter((line) => isOn(line, side));
        const people = new Set(own.map((line) => line.member)).size;
        const merchants = new Set(own.map((line) => line.merchant)).size;
        if (own.length === 0 || (people >= K && merchants >= M)) continue;
        const unknowns = new Map(set.flatMap((scope) => [...attacker.unknowns(scope, [week], side)]));
        const what = `${set.map(({ category, sub = '' }) => `${category} ${sub}`).join(' and ')} ${formatDay(week)} ${side}`;
        const amount = own.reduce((sum, line) => sum + Number(line.cents), 0);
        secrets.push({ what: `amount of ${what}`, found: attacker.amounts.solve(unknowns), truth: amount });
        secrets.push({
          what: `orders of ${what}`,
          found: attacker.orders.solve(unknowns),
          truth: own.length,
        });
      }
    }
  }
  return secrets;
}

function isOf(line: Line): (scope: Scope) => boolean {
  return ({ category, sub }) => line.category === category && (sub ?? line.sub) === line.sub;
}

function isOn(line: Line, side: Side): boolean {
  return side === 'all' || (line.member !== '' && AUDIENCE.includes(line.method)) === (side === 'on');
}

const CONTROLLED = { MDQ_MIN_PEOPLE: String(K), MDQ_MIN_MERCHANTS: String(M), MDQ_MAX_SHARE: '85' };
const END = row({ order_id: 'end', ordered_at: '2025-03-03', category: 'Food', sub_category: 'Tea' });

test('without disclosure control the attacker finds what single people bought', async (t) => {
  t.diagnostic(`TEST_SEED=${SEED}`);
  const rows = [...madeOrders(SEED, WEEKS), END];
  const { importing, attacker, interrogate } = await openMarket(t, embedded);
  await importing(rows);
  await interrogate();
  const secrets = secretsIn(readLines(rows, 'UTC'), attacker);
  const found = secrets.filter(({ found }) => found !== undefined);
  t.diagnostic(`${attacker.amounts.count} sums; ${found.length} of ${secrets.length} secrets found`);
  for (const { what, found: value, truth } of found) assert.equal(value, truth, what);
  for (const kind of ['amount of', 'orders of']) {
    const ofKind = secrets.filter(({ what }) => what.startsWith(kind) && what.endsWith(' all'));
    assert.ok(ofKind.length > 20);
    assert.ok(
      ofKind.every((secret) => secret.found !== undefined),
      `${kind} cells`,
    );
  }
});

for (const engine of ENGINES) {
  const isShort = engine !== embedded && !isEverythingRun;
  const how = isShort ? `${engine.name}, fewer publications` : engine.name;
  test(
    `with it none comes out: not from ranges, levels, payments, months, nor from one publication to the next: ${how}`,
    {
      skip: engine.skip,
    },
    (t) => attack(t, engine, isShort),
  );
}

async function attack(t: TestContext, engine: TestEngine, isShort: boolean): Promise<void> {
  t.diagnostic(`TEST_SEED=${SEED}`);
  const { warehouse, importing, attacker, interrogate } = await openMarket(t, engine, CONTROLLED);
  const orders = madeOrders(SEED, WEEKS);
  const of = (from: number, to: number) =>
    orders.filter((order) => {
      const day = parseDay(order.ordered_at);
      return (
        day >= (WEEKS[from] ?? Number.POSITIVE_INFINITY) && day < (WEEKS[to] ?? Number.POSITIVE_INFINITY)
      );
    });
  const late = madeOrders(SEED + 1, WEEKS.slice(0, 3), 'late').filter((_, i) => i % 9 === 0);
  const changed = of(1, 2).map((order) => ({ ...order, amount: '1', member_id: 'm1' }));
  const some = of(2, 3)
    .slice(0, 5)
    .map((order) => order.order_id);
  const steps: (() => Promise<unknown>)[] = isShort
    ? [
        () => importing(of(0, 4)),
        () => importing([...late, ...changed, ...of(4, 6)]),
        () => warehouse.deleteOrders(some),
        () => importing([...of(6, 8), END]),
      ]
    : [
        () => importing(of(0, 4)),
        // A new week, then months instead of weeks, then orders that come late, changed, and no more.
        () => importing(of(4, 5)),
        () => importing(of(5, 6), { weekly: false }),
        () => importing(late),
        () => importing(changed),
        () => warehouse.deleteOrders(some),
        () => warehouse.forgetMembers(['m3']),
        () => importing(of(6, 8)),
        () => importing([END]),
      ];
  // What is set aside is taken in by a change of numbers: that is a restatement, which tells what it changes.
  for (const step of steps) {
    await step();
    await interrogate();
  }
  assert.equal(
    attacker.amounts.contradictions + attacker.orders.contradictions,
    0,
    'a published week was revised',
  );
  const secrets = secretsIn(readLines([...orders, END], 'UTC'), attacker);
  const found = secrets.filter(({ found }) => found !== undefined);
  t.diagnostic(`${attacker.amounts.count} sums; ${found.length} of ${secrets.length} secrets found`);
  assert.ok(secrets.length > 100);
  assert.deepEqual(found, []);

  // Other numbers: more is closed, and what was closed stays so.
  await assertNothingOpens(warehouse, { minPeople: K + 2 });
  if (!isShort) await assertNothingOpens(warehouse, { minPeople: K, minMerchants: M + 1 });
}

async function assertNothingOpens(warehouse: Warehouse, numbers: object): Promise<void> {
  const closed = async () => {
    const { closed, closedBasis } = await warehouse.load(Number(await warehouse.current()));
    return [closed, closedBasis].flatMap(({ scope, day }, kind) =>
      Array.from(scope, (id, i) => `${kind} ${id} ${day[i]}`),
    );
  };
  const before = await closed();
  await warehouse.changeSettings(numbers);
  const after = new Set(await closed());
  assert.deepEqual(
    before.filter((cell) => !after.has(cell)),
    [],
  );
}
