import { randomInt } from 'node:crypto';
import type { TestContext } from 'node:test';

/** The seed that a run is to be repeated with, or is to have instead of its usual one. */
export const givenSeed = process.env.TEST_SEED === undefined ? undefined : Number(process.env.TEST_SEED);

/** The seed of a random test, another one each time: it is printed, and `TEST_SEED` repeats it. */
export function seedOf(t: TestContext): number {
  const seed = givenSeed ?? randomInt(2 ** 31);
  t.diagnostic(`TEST_SEED=${seed}`);
  return seed;
}
