import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Below those that systems give to whoever asks for any, and above the last that browsers refuse to ask. */
const FIRST = 11_000;
const PAIRS = 2400;

/**
 * A port for a program that is started in a while, or stopped and started again: nobody else gets it meanwhile. The
 * system gives it to none who asks for any, and tests keep out of each other's way: each port has a neighbour, on
 * which this process listens until it ends.
 */
export async function lastingPort(): Promise<number> {
  for (;;) {
    const port = FIRST + 2 * randomInt(PAIRS);
    const neighbour = await listenOn(port + 1);
    if (!neighbour) continue;
    const own = await listenOn(port);
    if (!own) {
      neighbour.close();
      continue;
    }
    await new Promise((resolve) => own.close(resolve));
    return port;
  }
}

/** Undefined where somebody else does. */
async function listenOn(port: number): Promise<Server | undefined> {
  const server = createServer().listen(port, '127.0.0.1').unref();
  return once(server, 'listening').then(
    () => server,
    () => undefined,
  );
}
