/**
 * How much of the random trials is run. `npm run test:all` runs a part, another one each time; `TEST_EFFORT=1 npm run test:all` runs
 * all of them.
 */
const EFFORT = Number(process.env.TEST_EFFORT ?? 0.25);

/** How many of so many trials are run. */
export function trials(all: number): number {
  return Math.ceil(all * EFFORT);
}

/** Whether everything is run, also what takes long on servers. */
export const isEverythingRun = EFFORT >= 1;
