const POLL_MS = 500;

/** Keeps what is made of something in the accounts store: made again once it was changed there, by whatever server or command. */
export class StorePoller<Value, Made> {
  readonly #read: () => Promise<ReadonlyMap<string, Value>>;
  readonly #make: (stored: ReadonlyMap<string, Value>, before: Made) => Made | Promise<Made>;
  #stored: ReadonlyMap<string, Value> = new Map();
  #made: Made;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  /** `first` is what is made of nothing. */
  constructor(
    first: Made,
    read: () => Promise<ReadonlyMap<string, Value>>,
    make: (stored: ReadonlyMap<string, Value>, before: Made) => Made | Promise<Made>,
  ) {
    this.#made = first;
    this.#read = read;
    this.#make = make;
  }

  get now(): Made {
    return this.#made;
  }

  /** Reads it, then keeps looking for changes. */
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
    // Where the accounts cannot be reached nothing can be charged either: until then, it stays as it was.
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
    const stored = await this.#read();
    if (isSame(stored, this.#stored)) return;
    this.#made = await this.#make(stored, this.#made);
    this.#stored = stored;
  }
}

function isSame<Value>(a: ReadonlyMap<string, Value>, b: ReadonlyMap<string, Value>): boolean {
  return a.size === b.size && [...a].every(([name, value]) => b.get(name) === value);
}
