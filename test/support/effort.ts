/** The share of random trials to run: few in `npm test`, more in `npm run test:all`, all of them with `TEST_EFFORT=1`. */
const EFFORT = Number(process.env.TEST_EFFORT ?? 0.05);

/** How many of `all` trials to run, at least one. */
export function trials(all: number): number {
  return Math.ceil(all * EFFORT);
}

/** Whether this is not `npm test`, but a run of everything: on every engine too. */
export const isThorough = process.env.TEST_EFFORT !== undefined;

/** The option `skip` of tests that take long and prove little that others do not. */
export const onlyInTestAll = isThorough ? false : 'npm run test:all runs it';

/** Whether everything is run, also what takes long on servers. */
export const isEverythingRun = EFFORT >= 1;
