/** Servers of a test itself, on a port of this machine. */
import { once } from 'node:events';
import { createServer, type OutgoingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import type { Lifetime } from '../stores/data-folder.ts';

/** Lets a server listen until the test, or the file, ends. Returns where: `127.0.0.1:1234`. */
export async function listening(server: Server, t: Lifetime): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(async () => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The address of a server that answers as the test says. */
export async function listen(t: Lifetime, handler: RequestListener): Promise<string> {
  return `http://${await listening(createServer(handler), t)}`;
}

/** What a proxy answers in place of the service. */
export type ProxyPage = {
  readonly status: number;
  readonly body: string;
  readonly headers?: OutgoingHttpHeaders;
};

/** Passes on to a service what comes, and drops the answer to every call that is named, or answers it with a page. */
export async function losingProxy(
  t: Lifetime,
  service: { readonly url: string },
  isLost: (call: number, proxy: Server) => boolean | ProxyPage,
): Promise<string> {
  let calls = 0;
  const proxy = createServer(async (request, response) => {
    const { host: _host, connection: _connection, ...sent } = request.headers;
    const answer = await fetch(service.url + request.url, { headers: sent as Record<string, string> });
    const body = await answer.text();
    calls += 1;
    const lost = isLost(calls, proxy);
    if (typeof lost === 'object') response.writeHead(lost.status, lost.headers).end(lost.body);
    else if (lost) request.socket.destroy();
    else response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(body);
  });
  return `http://${await listening(proxy, t)}`;
}
