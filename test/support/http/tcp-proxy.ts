import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { atEnd } from '../at-end.ts';

/** What to do with the next message that holds a text. */
type Fault =
  /** The message does not arrive. */
  | 'cut-before'
  /** The message arrives, and its answer does not. */
  | 'cut-answer'
  /** The message arrives, and the connection is gone at once, whatever the other side does with it. */
  | 'cut-after';

/** Passes bytes on between a client and a server, and can lose a connection at a chosen moment. */
export class TcpProxy {
  readonly port: number;
  #planned: { fault: Fault; text: string; atOnce: () => void } | undefined;
  #struck = 0;
  #gathered: { text: string; count: number; passOn: (() => void)[] } | undefined;
  /** While it is, it takes no connection, and loses one that there is with its next message. */
  isAway = false;

  private constructor(port: number) {
    this.port = port;
  }

  static async open(target: number, host = '127.0.0.1'): Promise<TcpProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxy = new TcpProxy((server.address() as AddressInfo).port);
    const sockets = new Set<Socket>();
    server.on('connection', (client) => {
      if (proxy.isAway) {
        client.destroy();
        return;
      }
      const behind = connect(target, host);
      for (const socket of [client, behind]) {
        sockets.add(socket);
        socket.on('error', () => undefined);
      }
      const cut = () => {
        client.destroy();
        behind.destroy();
      };
      client.once('close', cut);
      behind.once('close', cut);
      let isSilent = false;
      client.on('data', (bytes: Buffer) => {
        if (proxy.isAway) return cut();
        const fault = proxy.#faultFor(bytes);
        if (fault === 'cut-before') return cut();
        proxy.#gather(bytes, () => {
          behind.write(bytes, () => {
            if (fault === 'cut-after') cut();
          });
        });
        if (fault === 'cut-answer') isSilent = true;
      });
      behind.on('data', (bytes) => {
        if (isSilent) cut();
        else client.write(bytes);
      });
    });
    atEnd(async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    });
    return proxy;
  }

  /** Plans a fault for the next message with this text in it, and what happens before the client can notice. */
  plan(fault: Fault, text: string, atOnce: () => void = () => undefined): void {
    this.#planned = { fault, text, atOnce };
  }

  /** The next messages with this text wait for each other, and go on together once there are so many. */
  gather(text: string, count: number): void {
    this.#gathered = { text, count, passOn: [] };
  }

  /** How many faults have happened. */
  get struck(): number {
    return this.#struck;
  }

  #gather(bytes: Buffer, passOn: () => void): void {
    const gathered = this.#gathered;
    if (!gathered || !bytes.includes(gathered.text)) {
      passOn();
      return;
    }
    gathered.passOn.push(passOn);
    if (gathered.passOn.length < gathered.count) return;
    this.#gathered = undefined;
    for (const each of gathered.passOn) each();
  }

  #faultFor(bytes: Buffer): Fault | undefined {
    const planned = this.#planned;
    if (!planned || !bytes.includes(planned.text)) return undefined;
    this.#planned = undefined;
    this.#struck += 1;
    planned.atOnce();
    return planned.fault;
  }
}
