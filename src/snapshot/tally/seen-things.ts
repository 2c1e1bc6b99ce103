const FIRST_CAPACITY = 1 << 12;
/** Bits of the hash of what was seen last: its table fits into the nearest caches, and is enough for a day of most shops. */
const RECENT_BITS = 15;

/** Things that were seen, as columns: which, in which group of series, and on which day. */
export interface Seen {
  readonly thing: Int32Array<ArrayBuffer>;
  readonly group: Int32Array<ArrayBuffer>;
  /** As its index in the list of days, counted from one. */
  readonly day: Uint16Array<ArrayBuffer>;
  /** The first day that is counted: what was seen before it is remembered, and comes in any order. */
  readonly from: number;
}

/** Notes what is seen, one day after the other. */
export class SeenThings {
  #thing = new Int32Array(FIRST_CAPACITY);
  #group = new Int32Array(FIRST_CAPACITY);
  #day = new Uint16Array(FIRST_CAPACITY);
  #length = 0;
  #from = Number.POSITIVE_INFINITY;
  /** The row in which a thing in a group may have been noted last. */
  readonly #recent = new Int32Array(1 << RECENT_BITS);

  /** What was seen before the first day that is counted: all of it comes before the rest. */
  remember(thing: number, group: number, day: number): void {
    this.#push(thing, group, day);
  }

  /** Most of what is seen again on a day is left out here; the rest is when it is counted. */
  see(thing: number, group: number, day: number): void {
    const slot = (Math.imul(thing, 0x9e3779b1) ^ Math.imul(group, 0x85ebca6b)) >>> (32 - RECENT_BITS);
    const row = this.#recent[slot] ?? 0;
    if (this.#thing[row] === thing && this.#group[row] === group && this.#day[row] === day) return;
    this.#recent[slot] = this.#length;
    this.#from = Math.min(this.#from, day);
    this.#push(thing, group, day);
  }

  get seen(): Seen {
    return {
      thing: this.#thing.subarray(0, this.#length),
      group: this.#group.subarray(0, this.#length),
      day: this.#day.subarray(0, this.#length),
      from: this.#from,
    };
  }

  #push(thing: number, group: number, day: number): void {
    if (this.#length === this.#thing.length) this.#grow();
    this.#thing[this.#length] = thing;
    this.#group[this.#length] = group;
    this.#day[this.#length] = day;
    this.#length += 1;
  }

  #grow(): void {
    const longer = <T extends Int32Array | Uint16Array>(column: T, made: T): T => {
      made.set(column);
      return made;
    };
    const length = 2 * this.#length;
    this.#thing = longer(this.#thing, new Int32Array(length));
    this.#group = longer(this.#group, new Int32Array(length));
    this.#day = longer(this.#day, new Uint16Array(length));
  }
}
