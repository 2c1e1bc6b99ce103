/** What a cluster tells of a week closes the same cells as all lines of that week. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../../test/support/reference/random.ts';
import { WeekCloser, type WeekLines } from './close-week.ts';
import type { PrivacyNumbers } from './numbers.ts';
import { type Held, type Part, sumsOf, tellingFor } from './sum-week.ts';

const CATEGORIES = ['A', 'B', 'C'];
const SUBS = Array.from({ length: 9 }, (_, i) => ({ category: i % 3, name: `s${i}` }));
const WEEKS = 400;

type Line = { sub: number; member: number; merchant: number; cents: number; isOnBasis: boolean };

/** Few people and merchants, some without a name, some amounts of nothing, some far above the others. */
function madeWeek(random: ReturnType<typeof seededRandom>): Line[] {
  const [people, merchants] = [2 + random.below(9), 1 + random.below(6)];
  return Array.from({ length: 1 + random.below(90) }, () => {
    const member = random.chance(0.1) ? -1 : random.below(people);
    return {
      ...{ sub: Math.min(random.below(SUBS.length), random.below(SUBS.length)), member },
      merchant: random.chance(0.1) ? -1 : random.below(merchants),
      cents: random.chance(0.1) ? 0 : random.below(100) * (random.chance(0.05) ? 100 : 1),
      isOnBasis: member >= 0 && random.chance(0.6),
    };
  });
}

function asColumns(lines: readonly Line[]): WeekLines {
  return {
    length: lines.length,
    sub: Int32Array.from(lines, ({ sub }) => sub),
    member: Int32Array.from(lines, ({ member }) => member),
    merchant: Int32Array.from(lines, ({ merchant }) => merchant),
    cents: Float64Array.from(lines, ({ cents }) => cents),
    isOnBasis: Uint8Array.from(lines, ({ isOnBasis }) => Number(isOnBasis)),
  };
}

/** What the shards tell: somebody is on one of them, and each lists the largest that it has. */
function told(lines: readonly Line[], numbers: readonly PrivacyNumbers[], shards: number): Part[] {
  const telling = tellingFor(numbers);
  const parts = [...Map.groupBy(lines, ({ sub, isOnBasis }) => `${sub} ${isOnBasis}`).values()];
  const held = (who: 'member' | 'merchant', most: number): Held[][] =>
    parts.map((part) => {
      const sums = new Map<number, number>();
      for (const line of part) sums.set(line[who], (sums.get(line[who]) ?? 0) + line.cents);
      const all = [...sums].map(([id, cents]) => ({ id, cents })).sort((a, b) => b.cents - a.cents);
      return Array.from({ length: shards }, (_, shard) =>
        all.filter(({ id }) => (id + 1) % shards === shard).slice(0, most),
      ).flat();
    });
  const tell = (who: 'member' | 'merchant', listed: number) => {
    const all = held(who, Number.POSITIVE_INFINITY);
    const large = new Set(
      held(who, telling.followed)
        .flat()
        .map(({ id }) => id),
    );
    return held(who, listed).map((some, i) => [
      ...some,
      ...(all[i] ?? []).filter(({ id }) => large.has(id) && !some.some((one) => one.id === id)),
    ]);
  };
  const [people, merchants] = [tell('member', telling.people), tell('merchant', telling.merchants)];
  return parts.map((part, i) => ({
    ...{ sub: part[0]?.sub ?? 0, isOnBasis: part[0]?.isOnBasis ?? false },
    cents: part.reduce((sum, { cents }) => sum + cents, 0),
    ...{ people: people[i] ?? [], merchants: merchants[i] ?? [] },
  }));
}

test('thousands of made weeks, numbers of every kind', () => {
  const random = seededRandom(20_250_106);
  const names = { categories: CATEGORIES, subs: SUBS };
  let closed = 0;
  let fewer = 0;
  for (let week = 0; week < WEEKS; week++) {
    const lines = madeWeek(random);
    const numbers = Array.from({ length: 1 + random.below(2) }, () => ({
      minPeople: random.pick([0, 0, 1, 2, 3, 4, 6]),
      minMerchants: random.pick([0, 0, 1, 2, 3]),
      maxShare: random.pick([100, 90, 80, 50, 34, 33, 20]),
    }));
    const sums = sumsOf(told(lines, numbers, 1 + random.below(3)));
    if (sums.length < lines.length) fewer++;
    for (const each of numbers) {
      const closer = new WeekCloser(names, each);
      const expected = closer.close(asColumns(lines));
      const actual = closer.close(sums);
      assert.deepEqual(
        { cells: actual.cells.toSorted(), basis: actual.basis.toSorted() },
        { cells: expected.cells.toSorted(), basis: expected.basis.toSorted() },
        `week ${week} ${JSON.stringify(each)}`,
      );
      closed += expected.cells.length;
    }
  }
  assert.ok(closed > WEEKS && fewer > WEEKS / 10);
});
