import type { Socket } from 'node:net';

/** Pipelined requests of one connection that are worked on together. */
const MAX_AT_WORK = 8;
/** Bytes of one connection that wait to be read before the next request is begun. */
const MAX_UNREAD = 256 * 1024;
/** Requests of all connections that wait for those before them. */
const MAX_WAITING = 10_000;

/** How long, and for how much more, a client is listened to that is still sending after the last answer. */
export const LINGER_MS = 2000;
export const LINGER_BYTES = 64 * 1024;

/** Told why the rest of a request will not come. */
type OnBroken = (error: NodeJS.ErrnoException) => void;

let waitingEverywhere = 0;
let unreadEverywhere = 0;

/** Bytes of answers, made for one request each, that all clients together have not taken yet. */
export function unreadBytes(): number {
  return unreadEverywhere;
}

/**
 * The requests of one connection. Few are worked on at once; the rest wait unstarted and no more are read, so that
 * a client that sends without reading costs next to nothing, and nothing is charged that cannot be sent.
 */
export class Connection {
  readonly #socket: Socket;
  #atWork = 0;
  #unread = 0;
  #waiting: (() => void)[] = [];
  #isPaused = false;
  #isRefusing = false;
  #finalBytes: string | undefined;
  /** How many bytes may have been read when it is no longer listened to. */
  #lingerUntil = 0;
  #isBroken = false;
  #onBroken: OnBroken | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.once('close', () => this.#dropWaiting());
  }

  /** Begins the work now or when it is its turn. `refuse` instead when too many wait everywhere: it must be the last. */
  run(begin: () => void, refuse: () => void): void {
    if (this.#isRefusing) return;
    if (this.#hasRoom()) {
      this.#begin(begin);
      return;
    }
    this.#isRefusing = waitingEverywhere >= MAX_WAITING;
    this.#waiting.push(this.#isRefusing ? refuse : begin);
    waitingEverywhere += 1;
    this.#pause();
  }

  /** Whether nothing more can be read from it. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Calls back should the rest of the request that is being read never come. Returns what takes that back. */
  whenBroken(call: OnBroken): () => void {
    this.#onBroken = call;
    return () => {
      if (this.#onBroken === call) this.#onBroken = undefined;
    };
  }

  /** What arrives is no HTTP, or no more of it. True: the request that was being read answers for it. */
  breakOff(error: NodeJS.ErrnoException): boolean {
    this.#isBroken = true;
    const call = this.#onBroken;
    call?.(error);
    return call !== undefined;
  }

  /** So many bytes could not be handed over yet; files are kept once, whoever reads them. */
  addUnread(bytes: number, isOwn: boolean): void {
    this.#unread += bytes;
    if (isOwn) unreadEverywhere += bytes;
  }

  /** One request has been answered, and the answer handed over. */
  finish(bytes = 0, isOwn = false): void {
    this.#unread -= bytes;
    if (isOwn) unreadEverywhere -= bytes;
    this.#atWork -= 1;
    // Nothing is begun, and so nothing charged, for a client that has gone.
    if (this.#socket.destroyed) this.#dropWaiting();
    while (this.#waiting.length > 0 && this.#hasRoom()) {
      waitingEverywhere -= 1;
      const begin = this.#waiting.shift();
      if (begin) this.#begin(begin);
    }
    if (this.#waiting.length === 0 && this.#isPaused) {
      this.#isPaused = false;
      this.#socket.resume();
    }
    this.#sendFinal();
  }

  /** Ends the connection with these bytes, after all answers that were asked for before. False: it is ending already. */
  endWith(finalBytes: string): boolean {
    if (this.#finalBytes !== undefined) {
      if (this.#socket.bytesRead > this.#lingerUntil) this.#socket.destroy();
      return false;
    }
    this.#finalBytes = finalBytes;
    this.#lingerUntil = this.#socket.bytesRead + LINGER_BYTES;
    this.#sendFinal();
    return true;
  }

  #sendFinal(): void {
    if (this.#finalBytes === undefined || this.#atWork > 0 || this.#waiting.length > 0) return;
    this.#socket.end(this.#finalBytes);
    // Who is still sending would be cut off from the answer: a little is read and thrown away.
    setTimeout(() => this.#socket.destroy(), LINGER_MS).unref();
  }

  #hasRoom(): boolean {
    return this.#atWork < MAX_AT_WORK && this.#unread <= MAX_UNREAD;
  }

  #begin(begin: () => void): void {
    this.#atWork += 1;
    begin();
  }

  /** Not at once: while a chunk is parsed, every request in it makes the socket read on. */
  #pause(): void {
    if (this.#isPaused) return;
    this.#isPaused = true;
    process.nextTick(() => {
      if (this.#isPaused) this.#socket.pause();
    });
  }

  #dropWaiting(): void {
    waitingEverywhere -= this.#waiting.length;
    this.#waiting = [];
    this.#isRefusing = true;
  }
}
