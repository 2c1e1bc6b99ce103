import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { UserError } from '../errors/operators.ts';
import { codeOf } from '../errors/stores.ts';
import type { Config } from '../settings/config.ts';

/** Where a server listens. */
export function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  const host = family === 'IPv6' ? `[${address}]` : address;
  return `http://${host}:${port}`;
}

/**
 * The port that servers are going to have. Another program that listens there is noticed now, before anything else is made;
 * several processes would share the port with another service of several, and not notice.
 */
export async function freePort(config: Config): Promise<number> {
  const server = createServer();
  try {
    await once(server.listen({ host: config.host, port: config.port }), 'listening');
  } catch (error) {
    throw explainListening(error, config);
  }
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}

/** Why a server cannot listen, where the operator can change it. */
export function explainListening(error: unknown, { host, port }: Config): unknown {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new UserError(
        `Port ${port} on ${host} is in use; set PORT to another, or stop what listens there`,
      );
    case 'EACCES':
      return new UserError(`Port ${port} on ${host} may not be used; set PORT to one above 1023`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new UserError(`HOST must be an address of this machine; it is "${host}"`);
    case 'ENOTSUP':
      return new UserError('--processes must be 1 here: this operating system cannot share a port');
    default:
      return error;
  }
}
