import type { Accounts, Outcome, Settlement } from '../accounts/accounts.ts';

const MAX_BATCH = 512;

interface Waiting {
  readonly call: Settlement;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Settles calls that are in flight together in one transaction. While a batch is being written the next one
 * gathers, so the busier the service, the more calls share one write to disk.
 */
export class Meter {
  readonly #accounts: Accounts;
  #waiting: Waiting[] = [];
  #isRunning = false;

  constructor(accounts: Accounts) {
    this.#accounts = accounts;
  }

  settle(call: Settlement): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ call, resolve, reject });
      if (!this.#isRunning) {
        this.#isRunning = true;
        setImmediate(() => this.#run());
      }
    });
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MAX_BATCH);
      try {
        const outcomes = await this.#accounts.settle(batch.map(({ call }) => call));
        batch.forEach(({ resolve, reject }, index) => {
          const outcome = outcomes[index];
          if (outcome) resolve(outcome);
          else reject(new Error('a call was not settled'));
        });
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
      // Lets requests that have arrived meanwhile join the next batch.
      await new Promise((resume) => setImmediate(resume));
    }
    this.#isRunning = false;
  }
}
