import { randomUUID } from 'node:crypto';
import type { Accounts } from '../accounts/accounts.ts';
import { Notices } from '../accounts/notices.ts';
import { type Due, type DueWebhook, type Outbox, pauseAfter } from '../accounts/outbox.ts';
import { StoreError } from '../errors/stores.ts';
import { send } from './send.ts';
import { signedHeaders } from './signature.ts';

const LOOK_MS = 1000;
/** A process that is gone is noticed after this. */
const LEASE_MS = 30_000;
const FORGET_MS = 3_600_000;
/** How often it is looked for what time alone brings about. */
const NOTICE_MS = 60_000;

interface Options {
  /** Hosts that may be anywhere, and without TLS. */
  readonly trustedHosts: ReadonlySet<string>;
  readonly onError: (error: unknown) => void;
  /** Of the books, until they keep one. */
  readonly timeZone?: string;
  /** For tests: how often it looks, and for how long it waits for an answer. */
  readonly lookMs?: number;
  readonly answerMs?: number;
}

/**
 * Sends what is in the outbox: one process at a time, whichever holds the lease, and for each webhook one message after
 * another, so that one who hangs holds up nobody else. Sent at least once: killed in between, it is sent again.
 */
export class Courier {
  readonly #accounts: Accounts;
  readonly #options: Options;
  readonly #holder = randomUUID();
  readonly #busy = new Map<string, Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  #looking: Promise<void> | undefined;
  #noticing: Promise<void> | undefined;
  readonly #stop = new AbortController();
  #heldUntil = 0;
  #forgottenUntil = 0;
  #noticedUntil = 0;
  readonly #notices: Notices;

  constructor(accounts: Accounts, options: Options) {
    this.#accounts = accounts;
    this.#options = options;
    this.#notices = new Notices(accounts, options.timeZone ?? 'UTC');
    this.#timer = setInterval(() => this.#look(), options.lookMs ?? LOOK_MS);
  }

  async stop(): Promise<void> {
    // What is under way is sent again by whoever comes next.
    this.#stop.abort();
    clearInterval(this.#timer);
    await this.#looking;
    await this.#noticing;
    await Promise.all(this.#busy.values());
    // Whoever else is there need not wait for it to run out.
    if (this.#heldUntil > performance.now())
      await this.#change((outbox) => outbox.takeLease(this.#holder, -1)).catch(this.#options.onError);
  }

  #look(): void {
    this.#looking ??= this.#deliverDue()
      .catch((error) => this.#tell(error))
      .finally(() => {
        this.#looking = undefined;
      });
  }

  /** That the store was left is no trouble: whoever serves from the new one delivers from there. */
  #tell(error: unknown): void {
    const isLeft = error instanceof StoreError && (error.kind === 'moving' || error.kind === 'moved');
    if (!isLeft) this.#options.onError(error);
  }

  async #deliverDue(): Promise<void> {
    const now = performance.now();
    if (now >= this.#noticedUntil && !this.#noticing) {
      this.#noticedUntil = now + NOTICE_MS;
      this.#noticing = this.#notice()
        .catch((error) => this.#tell(error))
        .finally(() => {
          this.#noticing = undefined;
        });
    }
    const due = await this.#accounts.outbox.dueWebhooks();
    if ((due.length === 0 && this.#busy.size === 0) || !(await this.#holdsLease())) return;
    for (const webhook of due) {
      if (this.#stop.signal.aborted || this.#busy.has(webhook.id)) continue;
      const work = this.#deliverTo(webhook)
        .catch(this.#options.onError)
        .finally(() => this.#busy.delete(webhook.id));
      this.#busy.set(webhook.id, work);
    }
  }

  /** Beside the deliveries: with many accounts it takes a while. */
  async #notice(): Promise<void> {
    const mayGoOn = async () => !this.#stop.signal.aborted && (await this.#holdsLease());
    if ((await this.#accounts.outbox.hasWebhooks()) && (await mayGoOn())) await this.#notices.look(mayGoOn);
  }

  /** Whether this process delivers. Renewed when half of it is over: it is a write to the store. */
  async #holdsLease(): Promise<boolean> {
    const now = performance.now();
    if (now < this.#heldUntil - LEASE_MS / 2) return true;
    const isHeld = await this.#change((outbox) => outbox.takeLease(this.#holder, LEASE_MS));
    if (isHeld) this.#heldUntil = now + LEASE_MS;
    if (isHeld && now > this.#forgottenUntil) {
      this.#forgottenUntil = now + FORGET_MS;
      await this.#change((outbox) => outbox.forgetOld());
    }
    return isHeld;
  }

  /** In a transaction, for which a store that is locked is waited for without holding up the calls of this process. */
  #change<T>(work: (outbox: Outbox) => Promise<T>): Promise<T> {
    return this.#accounts.transaction(({ outbox }) => work(outbox));
  }

  async #deliverTo(webhook: DueWebhook): Promise<void> {
    while (!this.#stop.signal.aborted && performance.now() < this.#heldUntil) {
      const due = await this.#accounts.outbox.nextDue(webhook.id);
      if (!due) return;
      const { isDelivered, result } = await this.#send(webhook, due);
      if (this.#stop.signal.aborted && !isDelivered) return;
      const nextInMs = isDelivered ? null : pauseAfter(due.attempts + 1, due.since, Date.now());
      await this.#change((outbox) => outbox.noteAttempt(due.number, { isDelivered, result, nextInMs }));
    }
  }

  #send({ url, secrets }: DueWebhook, { event }: Due) {
    const now = new Date();
    const body = `{"type":${JSON.stringify(event.type)},"timestamp":${JSON.stringify(event.at)},"data":${event.data}}`;
    const headers = signedHeaders(event.id, now, body, secrets);
    const { trustedHosts, answerMs } = this.#options;
    return send(url, headers, body, { trustedHosts, answerMs, signal: this.#stop.signal });
  }
}
