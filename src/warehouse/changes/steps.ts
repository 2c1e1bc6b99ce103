import type { OnProgress } from '../warehouse.ts';

/** About how much of its time an import spends on each step, in their order; steps that do not come up are passed over. */
export const SHARES = {
  read: 0.5,
  query: 0.05,
  place: 0.2,
  lookUp: 0.02,
  count: 0.2,
  relate: 0.02,
  publish: 0.01,
} as const;

/** Tells how far the whole is, of work that begins with a step: what comes before that in an import does not count. */
export function stepsFrom(first: keyof typeof SHARES, tell: OnProgress): OnProgress {
  const steps = Object.keys(SHARES).indexOf(first);
  const whole = Object.values(SHARES)
    .slice(steps)
    .reduce((sum, each) => sum + each, 0);
  let before = 0;
  let share = 0;
  return (step, fraction = 0, ofImport = 0) => {
    if (step) {
      before = Math.min(before + share, 1);
      share = ofImport / whole;
    }
    tell(step, Math.min(0.99, before + share * Math.min(1, fraction)));
  };
}
