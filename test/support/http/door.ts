/** A real HTTP server with routes of the test's own. */
import { once } from 'node:events';
import { type AddressInfo, BlockList } from 'node:net';
import { Clients } from '../../../src/http/clients.ts';
import { Door, type DoorOptions } from '../../../src/http/door.ts';
import { type Route, RouteTable } from '../../../src/http/route.ts';
import { commonHeaders } from '../../../src/http/send.ts';
import { UnpaidWork } from '../../../src/request/unpaid-work.ts';

export type RunningDoor = {
  readonly url: string;
  readonly door: Door;
  /** What it was told of that nobody expected. */
  readonly errors: unknown[];
  stop(): Promise<void>;
};

export async function startDoor(
  fill: (routes: RouteTable) => void,
  options: Partial<DoorOptions> = {},
): Promise<RunningDoor> {
  const routes = new RouteTable();
  fill(routes);
  const errors: unknown[] = [];
  const door = new Door({
    routes,
    common: commonHeaders({ hsts: false }),
    cors: new Set(),
    maxConnections: 1000,
    clients: new Clients(new BlockList()),
    unpaid: new UnpaidWork(),
    isBusy: () => false,
    onError: (error) => errors.push(error),
    ...options,
  });
  door.server.listen(0, '127.0.0.1');
  await once(door.server, 'listening');
  const { port } = door.server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    door,
    errors,
    async stop() {
      door.server.close();
      door.server.closeAllConnections();
      await once(door.server, 'close');
    },
  };
}

/** A route for tests of the door itself. */
export function route(path: string, handle: Route['handle'], options: Partial<Route> = {}): Route {
  return { template: path, kind: 'open', method: 'GET', handle, ...options };
}
