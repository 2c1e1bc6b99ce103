import { once } from 'node:events';
import { statfs } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { lastImportFailure } from '../disk/import-failure.ts';
import { lastAudit, lastBackup } from '../disk/last-runs.ts';
import { createDocs } from '../docs/docs.ts';
import { Clients } from '../http/clients.ts';
import { Door } from '../http/door.ts';
import type { Health } from '../http/health.ts';
import { createRoutes } from '../http/routes.ts';
import { commonHeaders } from '../http/send.ts';
import { madeFrom } from '../lib/made-once.ts';
import type { Meter } from '../request/meter.ts';
import { isSandboxKey } from '../sandbox/keys.ts';
import type { Config } from '../settings/config.ts';
import { importsIn } from '../snapshot/tables.ts';
import { listHeld } from '../warehouse/deliveries/held.ts';
import { startBackOffice } from './back-office.ts';
import { Drain } from './drain.ts';
import { explainListening, urlOf } from './listening.ts';
import { EventLoop } from './monitoring/event-loop.ts';
import { createLog, type Logger } from './monitoring/log.ts';
import { Metrics } from './monitoring/metrics.ts';
import { type MetricsServer, serveMetrics } from './monitoring/metrics-server.ts';
import { observer, pathOf } from './monitoring/observer.ts';
import { OutageLog } from './monitoring/outage-log.ts';
import { healthOf, whileRunning } from './readiness.ts';
import { type MeteredService, makeService, termsOf } from './service.ts';
import { openStores, type Stores } from './stores.ts';

const STOP_MS = 3000;

export interface Server {
  readonly url: string;
  /** Where the metrics are; undefined when there are none. */
  readonly metricsUrl: string | undefined;
  /** Where the admin API is; undefined when there is none. */
  readonly adminUrl: string | undefined;
  /** Undefined when there are none. */
  readonly metrics: Metrics | undefined;
  /** Whether this process can answer calls. */
  readonly readiness: Health;
  /** How long it goes on answering once it is told to stop. */
  readonly drain: Drain;
  /** Is not ready from now on, answers for as long as the settings say, then takes nothing new and closes the stores. */
  stop(): Promise<void>;
}

/** What a server takes from its process. */
interface Surroundings {
  readonly env?: NodeJS.ProcessEnv;
  /** Where it logs. */
  readonly stderr?: Writable;
  /** For a process that shares its port with others: the readiness of all of them. */
  readonly sharedHealth?: Health;
}

/**
 * Opens the stores, loads what is published, and listens: everything a server is made of is put together here. Each part
 * says how it ends as soon as it is there; they end in the reverse order, also where a later one cannot start.
 */
export async function startServer(config: Config, surroundings: Surroundings = {}): Promise<Server> {
  const parts = new AsyncDisposableStack();
  try {
    return await start(config, surroundings, parts);
  } catch (error) {
    await parts.disposeAsync();
    throw error;
  }
}

async function start(
  config: Config,
  { env = {}, stderr, sharedHealth }: Surroundings,
  parts: AsyncDisposableStack,
): Promise<Server> {
  const log = parts.adopt(createLog(config.log, stderr), (each) => each.close());
  const { logger } = log;
  const tellUncaught = lastResort(logger, parts);
  const outages = parts.adopt(new OutageLog(logger), (each) => each.close());
  const stores = await openStores(config, logger, parts);
  tellUncaught();
  const eventLoop = parts.adopt(new EventLoop(), (each) => each.stop());
  const metrics = config.metrics && new Metrics();
  const service = makeService(config, stores, { logger, outages, metrics });
  const readiness = whileRunning(parts, healthOf(config, stores));
  const health = sharedHealth ? whileRunning(parts, sharedHealth) : readiness;
  const door = makeDoor(config, { service, stores, health, logger, outages, metrics, eventLoop });
  metrics?.readFrom({
    isReady: async () => (await readiness()).reasons.length === 0,
    ...measuredOf(config, stores),
    lagSeconds: () => eventLoop.lagMs / 1000,
    connections: promisify(door.server.getConnections.bind(door.server)),
    droppedLogLines: () => log.dropped(),
  });
  // Processes that serve together have one port for their metrics and one back office, where they are started.
  const metricsServer = sharedHealth ? undefined : await startMetrics(config, { metrics, logger }, parts);
  const { accounts } = stores;
  const office = sharedHealth ? undefined : await startBackOffice({ config, accounts, log, env });
  parts.defer(() => office?.stop());
  const drain = await openDoor(
    config,
    { door, meter: service.meter, isShared: sharedHealth !== undefined },
    parts,
  );
  eventLoop.watch();
  let stopped: Promise<void> | undefined;
  return {
    url: urlOf(door.server),
    metricsUrl: metricsServer?.url,
    adminUrl: office?.adminUrl,
    metrics,
    readiness,
    drain,
    stop: () => {
      stopped ??= parts.disposeAsync();
      return stopped;
    },
  };
}

/** Logs errors that belong to no call, and goes on serving: from the call of what it returns until all else has ended. */
function lastResort(logger: Logger, parts: AsyncDisposableStack): () => void {
  const onUncaught = (error: unknown) => logger.error({ err: error }, 'unexpected; serving goes on');
  parts.defer(() => {
    process.off('uncaughtException', onUncaught);
  });
  return () => {
    process.on('uncaughtException', onUncaught);
  };
}

interface DoorParts {
  readonly service: MeteredService;
  readonly stores: Stores;
  readonly health: Health;
  readonly logger: Logger;
  readonly outages: OutageLog;
  readonly metrics: Metrics | undefined;
  readonly eventLoop: EventLoop;
}

function makeDoor(
  config: Config,
  { service, stores: { brand }, health, logger, outages, metrics, eventLoop }: DoorParts,
): Door {
  const clients = new Clients(config.trustedProxies, config.publicUrl);
  return new Door({
    routes: createRoutes({
      service,
      docs: madeFrom(
        termsOf(service, () => brand.now, config),
        createDocs,
      ),
      operator: config,
      brand: () => brand.now,
      health,
      clients,
    }),
    common: commonHeaders(config),
    cors: config.corsOrigins,
    maxConnections: config.maxConnections,
    clients,
    unpaid: service.unpaid,
    isBusy: () => eventLoop.isLate(),
    ...(service.sandbox && { isFreeKey: isSandboxKey }),
    onError: (error, exchange) =>
      outages.failed(error, { requestId: exchange.requestId, path: pathOf(exchange) }),
    onReply: metrics || config.log === 'info' ? observer(metrics, logger, clients) : undefined,
  });
}

/** What is measured of the stores. */
function measuredOf({ dataDir }: Config, { accounts, poller }: Stores) {
  return {
    snapshot: () => poller.snapshot,
    loadSeconds: () => poller.loadSeconds,
    cutOffSince: () => poller.cutOffSince,
    importFailedAt: () =>
      lastImportFailure(dataDir, poller.snapshot && importsIn(poller.snapshot.facts).at(-1)?.at),
    heldDeliveries: async () => (await listHeld(dataDir)).length,
    lastBackup: () => lastBackup(dataDir),
    lastAudit: () => lastAudit(dataDir),
    diskFree: async () => {
      const { bavail, bsize } = await statfs(dataDir);
      return bavail * bsize;
    },
    webhooks: () => accounts.outbox.backlog(),
  };
}

async function startMetrics(
  { metrics: where }: Config,
  { metrics, logger }: { metrics: Metrics | undefined; logger: Logger },
  parts: AsyncDisposableStack,
): Promise<MetricsServer | undefined> {
  if (!metrics || !where) return undefined;
  const onError = (error: unknown) => logger.error({ err: error }, 'the metrics could not be collected');
  return parts.adopt(await serveMetrics(metrics, where, onError), (each) => each.close());
}

/** Listens. Who stops goes on answering for a while first, and then takes nothing new. */
async function openDoor(
  config: Config,
  { door, meter, isShared }: { door: Door; meter: Meter; isShared: boolean },
  parts: AsyncDisposableStack,
): Promise<Drain> {
  door.server.listen({ host: config.host, port: config.port, reusePort: isShared });
  await once(door.server, 'listening').catch((error) => {
    throw explainListening(error, config);
  });
  const drain = new Drain(config.drainMs);
  parts.defer(() => endCalls(door));
  parts.defer(() => meter.stop());
  // A connection that is made a moment before the port closes is lost: whoever sends calls here is to stop first.
  parts.defer(() => drain.wait());
  return drain;
}

async function endCalls(door: Door): Promise<void> {
  const { server } = door;
  door.close();
  // Calls are answered in milliseconds; who has not finished asking by then will not.
  const deadline = setTimeout(() => server.closeAllConnections(), STOP_MS);
  server.close();
  await once(server, 'close');
  clearTimeout(deadline);
}
