import { once } from 'node:events';
import { createServer } from 'node:http';
import { UserError } from '../../errors/operators.ts';
import { codeOf } from '../../errors/stores.ts';
import { ownHosts } from '../../lib/own-hosts.ts';
import type { Config } from '../../settings/config.ts';
import { urlOf } from '../listening.ts';
import type { Metrics } from './metrics.ts';

const NOT_OWN =
  'This port is not for the name in "Host": ask by its address, or put the name into MDQ_METRICS_HOSTS\n';

export interface MetricsServer {
  /** Where the metrics are. */
  readonly url: string;
  close(): void;
}

/** Serves the metrics on a port of their own, which is not for the public. */
export async function serveMetrics(
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  { host, port, hosts }: NonNullable<Config['metrics']>,
  onError: (error: unknown) => void,
): Promise<MetricsServer> {
  const isOwn = ownHosts([host, ...hosts]);
  const server = createServer((request, response) => {
    if (!isOwn(request)) {
      response.writeHead(421, { 'content-type': 'text/plain' }).end(NOT_OWN);
      return;
    }
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
  return {
    url: `${urlOf(server)}/metrics`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
