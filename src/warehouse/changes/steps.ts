import type { OnProgress } from '../warehouse.ts';

/** About how much of the time each step of an import takes; steps that do not come up are passed over. */
const SHARES: Readonly<Record<string, number>> = {
  Reading: 0.5,
  Running: 0.05,
  Putting: 0.2,
  Looking: 0.02,
  Sorting: 0.2,
  Relating: 0.02,
  Publishing: 0.01,
};

/** Turns how far a step is into how far the whole is. Steps are told by their first word. */
export class Steps {
  readonly #tell: OnProgress;
  #whole = 0;
  #before = 0;
  #share = 0;

  /** `first` is the first step of the work: what comes before it in an import does not count. */
  constructor(tell: OnProgress, first: keyof typeof SHARES) {
    this.#tell = tell;
    const names = Object.keys(SHARES);
    for (const name of names.slice(names.indexOf(first))) this.#whole += SHARES[name] ?? 0;
  }

  /** Begins a step, or a part of one; with a fraction and no name, tells how far the step is. */
  readonly onProgress = (step: string, fraction = 0, part = 1): void => {
    if (step) {
      this.#before = Math.min(this.#before + this.#share, 1);
      this.#share = ((SHARES[step.split(' ', 1)[0] ?? ''] ?? 0) * part) / this.#whole;
    }
    this.#tell(step, Math.min(0.99, this.#before + this.#share * Math.min(1, fraction)));
  };
}
