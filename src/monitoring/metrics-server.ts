import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { codeOf, UserError } from '../errors.ts';
import type { Metrics } from './metrics.ts';

/** Serves the metrics on a port of their own, which is not for the public. */
export async function serveMetrics(
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  { host, port }: { host: string; port: number },
  onError: (error: unknown) => void,
): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      (error) => {
        onError(error);
        response.writeHead(500).end();
      },
    );
  });
  server.listen({ host, port });
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new UserError(
      `MDQ_METRICS_PORT must be a free port of MDQ_METRICS_HOST; it is ${port} on ${host} (${codeOf(error)})`,
    );
  }
  return server;
}
