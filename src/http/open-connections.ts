import type { Socket } from 'node:net';

interface Options {
  readonly most: number;
  /** Whose connection it is. */
  readonly peerOf: (socket: Socket) => string;
  /** Whether nothing is asked on it, and nothing waits to be read. */
  readonly isIdle: (socket: Socket) => boolean;
}

/**
 * The connections that are open, by who holds them. Where there are more than may be, whoever has the most gives an idle
 * one up, so that nobody alone keeps the others out.
 */
export class OpenConnections {
  readonly #options: Options;
  readonly #byPeer = new Map<string, Set<Socket>>();
  #count = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  add(socket: Socket): void {
    const peer = this.#options.peerOf(socket);
    const own = this.#byPeer.get(peer) ?? new Set();
    this.#byPeer.set(peer, own);
    own.add(socket);
    this.#count += 1;
    socket.once('close', () => {
      this.#count -= 1;
      own.delete(socket);
      if (own.size === 0) this.#byPeer.delete(peer);
    });
    if (this.#count > this.#options.most) (this.#spare(own) ?? socket).destroy();
  }

  /** The oldest that somebody else can do without. */
  #spare(own: ReadonlySet<Socket>): Socket | undefined {
    let largest = own;
    for (const sockets of this.#byPeer.values()) if (sockets.size > largest.size) largest = sockets;
    return largest === own ? undefined : largest.values().find(this.#options.isIdle);
  }
}
