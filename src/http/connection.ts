import type { Socket } from 'node:net';
import type { HeldBytes } from './held-bytes.ts';

/** Pipelined requests of one connection that are worked on together. */
const MAX_AT_WORK = 8;
/** Bytes of one connection that wait to be read before the next request is begun. */
const MAX_UNREAD = 256 * 1024;
/** Requests of all connections that wait for those before them; whoever has but a few waiting is let in all the same. */
const MAX_WAITING = 10_000;
const FEW_WAITING = 16;
/** Whatever is at work on a connection that is to end, it ends after this. */
const END_MS = 30_000;

/** How long, and for how much more, a client is listened to that is still sending after the last answer. */
export const LINGER_MS = 2000;
export const LINGER_BYTES = 64 * 1024;

/** Told why the rest of a request will not come. */
type OnBroken = (error: NodeJS.ErrnoException) => void;

let waitingEverywhere = 0;

let turn = 0;
let isTurnCounted = false;

/** The number of this turn of the event loop. */
function thisTurn(): number {
  if (!isTurnCounted) {
    isTurnCounted = true;
    setImmediate(() => {
      turn += 1;
      isTurnCounted = false;
    });
  }
  return turn;
}

/** An answer that the client has not taken yet. */
interface UnreadAnswer {
  readonly client: string;
  readonly bytes: number;
  readonly countAsRead: () => void;
}

/**
 * The requests of one connection. Few are worked on at once; the rest wait unstarted and no more are read, so that
 * a client that sends without reading costs next to nothing, and nothing is charged that cannot be sent.
 */
export class Connection {
  readonly #socket: Socket;
  /** What all clients have not read, these included. */
  readonly #unreadByAll: HeldBytes;
  readonly #unread = new Set<UnreadAnswer>();
  #atWork = 0;
  /** What may turn out to be the last request: nothing behind it is begun before it is answered. */
  #alone: object | undefined;
  /** The request that was begun last. */
  #newest: object | undefined;
  /** How many requests have come of which nothing more is to come. */
  #whole = 0;
  #begunInTurn = 0;
  #turn = 0;
  #isToGoOn = false;
  #waiting: (() => void)[] = [];
  #isPaused = false;
  #isRefusing = false;
  #finalBytes: string | undefined;
  #deadline: NodeJS.Timeout | undefined;
  /** How many bytes may have been read when it is no longer listened to. */
  #lingerUntil = 0;
  #isBroken = false;
  #onBroken: OnBroken | undefined;

  constructor(socket: Socket, unreadByAll: HeldBytes) {
    this.#socket = socket;
    this.#unreadByAll = unreadByAll;
    socket.once('close', () => {
      this.#dropWaiting();
      // Not every response gets an event when its connection closes.
      for (const { countAsRead } of this.#unread) countAsRead();
      // A timer would keep all of it in memory until its time.
      clearTimeout(this.#deadline);
    });
  }

  /** Begins the work now or when it is its turn. `refuse` instead when too many wait everywhere: it must be the last. */
  run(begin: () => void, refuse: () => void): void {
    if (this.#isRefusing) return;
    if (this.#finalBytes !== undefined) {
      // Nothing is begun, and so nothing charged, behind the bytes that end it.
      this.#lingerNoLonger();
      return;
    }
    if (this.#waiting.length === 0 && this.#hasRoom()) {
      this.#begin(begin);
      return;
    }
    this.#isRefusing = waitingEverywhere >= MAX_WAITING && this.#waiting.length >= FEW_WAITING;
    this.#waiting.push(this.#isRefusing ? refuse : begin);
    waitingEverywhere += 1;
    this.#pause();
    this.#goOnLater();
  }

  /** This request is worked on now. */
  noteBegun(request: object): void {
    this.#newest = request;
  }

  /** Whether no other was begun behind it. */
  isNewest(request: object): boolean {
    return this.#newest === request;
  }

  /** Nothing behind this request is begun until it is answered. */
  holdBehind(request: object): void {
    this.#alone = request;
  }

  /** The answer that is being sent is the last: nothing is begun, and so nothing charged, that cannot be answered. */
  takeNoMore(): void {
    this.#dropWaiting();
  }

  /** Whether something was asked that has no answer yet. A request that never comes to its end has a limit of its own. */
  get isWaitedOn(): boolean {
    return this.#atWork > this.#unread.size;
  }

  /** Whether all that was asked is answered, and the answers handed over. */
  get isIdle(): boolean {
    return this.#atWork === 0 && this.#waiting.length === 0;
  }

  /** Whether nothing more can be read from it. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** A request has come of which nothing more is to come. */
  noteWhole(): void {
    this.#whole += 1;
  }

  /** Returns what tells whether a whole request has come since, or one has come to its end. */
  sinceNow(): () => boolean {
    const [whole, onBroken] = [this.#whole, this.#onBroken];
    return () => this.#whole !== whole || (onBroken !== undefined && this.#onBroken !== onBroken);
  }

  /** Calls back should the rest of the request that is being read never come. Returns what takes that back. */
  whenBroken(call: OnBroken): () => void {
    this.#onBroken = call;
    return () => {
      if (this.#onBroken === call) this.#onBroken = undefined;
    };
  }

  /**
   * What arrives is no HTTP, or no more of it. True: that is answered for, by the request that was being read or
   * because it is not the first time.
   */
  breakOff(error: NodeJS.ErrnoException): boolean {
    if (this.#isBroken) {
      this.#lingerNoLonger();
      return true;
    }
    this.#isBroken = true;
    this.#lingerUntil = this.#socket.bytesRead + LINGER_BYTES;
    const call = this.#onBroken;
    call?.(error);
    return call !== undefined;
  }

  /** Who goes on sending is given up. */
  #lingerNoLonger(): void {
    if (this.#socket.bytesRead > this.#lingerUntil) this.#socket.destroy();
  }

  /** A request is answered, but so many bytes could not be handed over yet. Returns what is to be called once they are. */
  finishLater(request: object, client: string, bytes: number): () => void {
    const countAsRead = this.#unreadByAll.add(client, bytes);
    const answer = { client, bytes, countAsRead };
    this.#unread.add(answer);
    return () => {
      countAsRead();
      this.#unread.delete(answer);
      this.finish(request);
    };
  }

  /** One request has been answered, and the answer handed over. */
  finish(request: object): void {
    this.#atWork -= 1;
    if (this.#alone === request) this.#alone = undefined;
    this.#goOn();
  }

  #goOn(): void {
    // Nothing is begun, and so nothing charged, for a client that has gone.
    if (this.#socket.destroyed) this.#dropWaiting();
    while (this.#waiting.length > 0 && this.#hasRoom()) {
      waitingEverywhere -= 1;
      const begin = this.#waiting.shift();
      if (begin) this.#begin(begin);
    }
    if (this.#waiting.length > 0) this.#goOnLater();
    if (this.#waiting.length === 0 && this.#isPaused) {
      this.#isPaused = false;
      this.#socket.resume();
    }
    this.#sendFinal();
  }

  /** Ends the connection with these bytes, after all answers that were asked for before. */
  endWith(finalBytes: string): void {
    this.#finalBytes = finalBytes;
    this.#destroyAfter(END_MS);
    this.#sendFinal();
  }

  #sendFinal(): void {
    if (this.#finalBytes === undefined || this.#atWork > 0 || this.#waiting.length > 0) return;
    this.#socket.end(this.#finalBytes);
    // Who is still sending would be cut off from the answer: a little is read and thrown away.
    this.#destroyAfter(LINGER_MS);
  }

  #destroyAfter(ms: number): void {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => this.#socket.destroy(), ms).unref();
  }

  /** What is answered at once makes no room by it: a client that sends thousands of requests must not hold up a turn. */
  #goOnLater(): void {
    if (this.#isToGoOn || this.#atWork > 0) return;
    this.#isToGoOn = true;
    setImmediate(() => {
      this.#isToGoOn = false;
      this.#goOn();
    });
  }

  #hasRoom(): boolean {
    if (this.#atWork >= MAX_AT_WORK || this.#alone) return false;
    if (this.#begunInTurn >= MAX_AT_WORK && this.#turn === thisTurn()) return false;
    let bytes = 0;
    for (const answer of this.#unread) {
      if (this.#unreadByAll.isTooMuchFor(answer.client)) return false;
      bytes += answer.bytes;
    }
    return bytes <= MAX_UNREAD;
  }

  #begin(begin: () => void): void {
    const now = thisTurn();
    if (now !== this.#turn) {
      this.#turn = now;
      this.#begunInTurn = 0;
    }
    this.#begunInTurn += 1;
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
