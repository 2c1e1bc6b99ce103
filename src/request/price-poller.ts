import type { Directory } from '../accounts/accounts.ts';
import type { Points } from '../endpoints/form/price.ts';
import { PriceList } from '../endpoints/form/price-list.ts';

const POLL_MS = 500;

/** Keeps the prices of now: another list once the operator has changed one, on whatever server. */
export class PricePoller {
  readonly #accounts: Pick<Directory, 'prices'>;
  #changed: ReadonlyMap<string, Points> = new Map();
  #list = new PriceList();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(accounts: Pick<Directory, 'prices'>) {
    this.#accounts = accounts;
  }

  get list(): PriceList {
    return this.#list;
  }

  /** Reads the prices, then keeps looking for other ones. */
  async start(): Promise<void> {
    await this.#look();
    this.#again();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #again(): void {
    if (this.#isStopped) return;
    // Where the accounts cannot be reached nothing can be charged either: until then, the prices stay.
    this.#timer = setTimeout(
      () =>
        void this.#look().then(
          () => this.#again(),
          () => this.#again(),
        ),
      POLL_MS,
    );
  }

  async #look(): Promise<void> {
    const changed = await this.#accounts.prices();
    if (isSame(changed, this.#changed)) return;
    this.#changed = changed;
    this.#list = new PriceList(changed);
  }
}

function isSame(a: ReadonlyMap<string, Points>, b: ReadonlyMap<string, Points>): boolean {
  return a.size === b.size && [...a].every(([path, base]) => b.get(path) === base);
}
