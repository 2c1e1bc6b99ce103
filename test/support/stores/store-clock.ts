import { queryOn } from './postgres.ts';

const realNow = Date.now.bind(Date);

/** The clock that a store decides by: that of this process, and of the database where there is one. It stands still. */
export class StoreClock {
  readonly #url: string | undefined;
  #now = realNow();

  constructor({ ACCOUNTS_URL }: Readonly<Record<string, string>>) {
    this.#url = ACCOUNTS_URL;
  }

  get now(): number {
    return this.#now;
  }

  /** Before the first time, stores must be open: their opening compares clocks. */
  async set(now: number): Promise<void> {
    this.#now = now;
    Date.now = () => now;
    if (!this.#url) return;
    await queryOn(
      this.#url,
      `CREATE OR REPLACE FUNCTION mdq.now() RETURNS bigint LANGUAGE sql STABLE RETURN ${Math.floor(now)}::bigint`,
    );
  }

  /** This process has its own time again. */
  end(): void {
    Date.now = realNow;
  }

  pass(ms: number): Promise<void> {
    return this.set(this.#now + ms);
  }
}
