import type { ByteText } from '../byte-text.ts';
import type { Points } from '../endpoints/price.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** What a question is answered with and what it costs, once it is paid. */
export interface PreparedAnswer {
  readonly body: ByteText;
  readonly points: Points;
}

const MAX_ANSWERS = 10_000;
const MAX_BYTES = 64 * 2 ** 20;
/** What an entry takes beside its texts, roughly. */
const OVERHEAD_BYTES = 300;

/**
 * Answers that were made, by path and query as they were sent, for as long as their snapshot lives. The oldest
 * goes first when there are too many. Whether a call is charged does not depend on it.
 */
export class PreparedAnswers {
  #snapshot: Snapshot | undefined;
  readonly #answers = new Map<string, PreparedAnswer>();
  #bytes = 0;

  find(snapshot: Snapshot, target: string): PreparedAnswer | undefined {
    return snapshot === this.#snapshot ? this.#answers.get(target) : undefined;
  }

  keep(snapshot: Snapshot, target: string, answer: PreparedAnswer): void {
    if (snapshot !== this.#snapshot) this.#startOver(snapshot);
    this.#answers.set(target, answer);
    this.#bytes += sizeOf(target, answer);
    while (this.#answers.size > MAX_ANSWERS || this.#bytes > MAX_BYTES) this.#dropOldest();
  }

  #startOver(snapshot: Snapshot): void {
    this.#snapshot = snapshot;
    this.#answers.clear();
    this.#bytes = 0;
  }

  #dropOldest(): void {
    const [oldest] = this.#answers;
    if (!oldest) return;
    this.#answers.delete(oldest[0]);
    this.#bytes -= sizeOf(...oldest);
  }
}

function sizeOf(target: string, { body }: PreparedAnswer): number {
  return OVERHEAD_BYTES + target.length + body.length;
}
