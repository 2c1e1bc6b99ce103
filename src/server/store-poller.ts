const POLL_MS = 500;

/** Keeps what is made of something in the accounts store: made again once it was changed there, by whatever server or command. */
export class StorePoller<Value, Made> {
  readonly #read: () => Promise<ReadonlyMap<string, Value>>;
  readonly #make: (stored: ReadonlyMap<string, Value>, before: Made) => Made | Promise<Made>;
  #stored: ReadonlyMap<string, Value> = new Map();
  #made: Made;

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

  /** Reads it, and makes it again where it was changed. */
  async look(): Promise<void> {
    const stored = await this.#read();
    if (isSame(stored, this.#stored)) return;
    this.#made = await this.#make(stored, this.#made);
    this.#stored = stored;
  }
}

/** Looks for changes again and again, at one thing after another: a store that cannot be read is waited for once in a round. */
export class StorePolling {
  readonly #pollers: readonly Pick<StorePoller<unknown, unknown>, 'look'>[];
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(pollers: readonly Pick<StorePoller<unknown, unknown>, 'look'>[]) {
    this.#pollers = pollers;
  }

  async start(): Promise<void> {
    await this.#lookAtAll();
    this.#again();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #again(): void {
    if (this.#isStopped) return;
    const goOn = () => this.#again();
    // Where the accounts cannot be reached nothing can be charged either: until then, all stays as it was.
    this.#timer = setTimeout(() => void this.#lookAtAll().then(goOn, goOn), POLL_MS);
  }

  async #lookAtAll(): Promise<void> {
    for (const poller of this.#pollers) await poller.look();
  }
}

function isSame<Value>(a: ReadonlyMap<string, Value>, b: ReadonlyMap<string, Value>): boolean {
  return a.size === b.size && [...a].every(([name, value]) => b.get(name) === value);
}
