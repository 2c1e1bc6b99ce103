import { once } from 'node:events';
import { promisify } from 'node:util';
import type { Brand } from '../brand/brand.ts';
import { lastImportFailure } from '../disk/import-failure.ts';
import { createDocs } from '../docs/docs.ts';
import type { Terms } from '../docs/terms.ts';
import { AccountsLocked, StoreError } from '../errors/stores.ts';
import { Clients } from '../http/clients.ts';
import { Door } from '../http/door.ts';
import type { Health } from '../http/health.ts';
import { createRoutes } from '../http/routes.ts';
import { commonHeaders } from '../http/send.ts';
import { latest, madeFrom } from '../lib/made-once.ts';
import { AnswerCache } from '../request/answer-cache.ts';
import { KnownKeys } from '../request/known-keys.ts';
import { Meter } from '../request/meter.ts';
import { RateLimit } from '../request/rate-limit.ts';
import type { Service } from '../request/service.ts';
import { UnpaidWork } from '../request/unpaid-work.ts';
import { isSandboxKey } from '../sandbox/keys.ts';
import { Market } from '../sandbox/market.ts';
import { createSandbox } from '../sandbox/sandbox.ts';
import type { Config } from '../settings/config.ts';
import { effectiveSettings } from '../settings/data-settings.ts';
import { importsIn } from '../snapshot/tables.ts';
import { startBackOffice } from './back-office.ts';
import { Drain } from './drain.ts';
import { explainListening, urlOf } from './listening.ts';
import { EventLoop } from './monitoring/event-loop.ts';
import { createLog, type Logger } from './monitoring/log.ts';
import { Metrics } from './monitoring/metrics.ts';
import { type MetricsServer, serveMetrics } from './monitoring/metrics-server.ts';
import { observer, pathOf } from './monitoring/observer.ts';
import { OutageLog } from './monitoring/outage-log.ts';
import { cutOffNotes, movedNotes, reasonsNotReady, STOPPING, sharedHealth } from './readiness.ts';
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

/** For a process that serves on one port together with others. */
interface Together {
  /** Whether all of them can answer calls. */
  readonly health: Health;
}

/**
 * Opens the stores, loads what is published, and listens: everything a server is made of is put together here. Each part
 * says how it ends as soon as it is there; they end in the reverse order, also where a later one cannot start.
 */
export async function startServer(
  config: Config,
  together?: Together,
  env: NodeJS.ProcessEnv = {},
): Promise<Server> {
  const parts = new AsyncDisposableStack();
  try {
    return await start(config, { together, env }, parts);
  } catch (error) {
    await parts.disposeAsync();
    throw error;
  }
}

async function start(
  config: Config,
  { together, env }: { together: Together | undefined; env: NodeJS.ProcessEnv },
  parts: AsyncDisposableStack,
): Promise<Server> {
  const log = createLog(config.log);
  parts.defer(() => log.close());
  const { logger } = log;
  // The last resort: what no call is to blame for is told, and serving goes on.
  const onUncaught = (error: unknown) => logger.error({ err: error }, 'unexpected; serving goes on');
  parts.defer(() => {
    process.off('uncaughtException', onUncaught);
  });
  const outages = new OutageLog(logger);
  parts.defer(() => outages.close());
  const stores = await openStores(config, logger, parts);
  const { accounts, poller, brand } = stores;
  const metrics = config.metrics && new Metrics();
  const service = makeService(config, stores, { logger, outages, metrics });
  const logFailure = (error: unknown, call: { requestId: string; path: string }) => {
    if (!(error instanceof StoreError)) logger.error({ err: error, ...call }, 'a call failed');
    // Told one by one: its caller may ask about it.
    else if (error.kind === 'unknown-outcome')
      logger.error(call, 'it is not known whether this call was charged');
    else if (error instanceof AccountsLocked) outages.locked(error, call);
    else outages.failed(error, call);
  };
  const terms = termsOf(service, () => brand.now, config);
  let isStopping = false;
  const shared = sharedHealth(async () => ({
    reasons: await reasonsNotReady(accounts, poller.snapshot !== undefined),
    notes: [...cutOffNotes(poller), ...movedNotes(config)],
  }));
  const whileRunning = (health: Health) => async () => {
    const readiness = isStopping ? STOPPING : await health();
    return isStopping ? STOPPING : readiness;
  };
  const readiness = whileRunning(shared);
  const clients = new Clients(config.trustedProxies, config.publicUrl);
  const door = new Door({
    routes: createRoutes({
      service,
      docs: madeFrom(terms, createDocs),
      operator: config,
      brand: () => brand.now,
      health: together ? whileRunning(together.health) : readiness,
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
      logFailure(error, { requestId: exchange.requestId, path: pathOf(exchange) }),
    onReply: metrics || config.log === 'info' ? observer(metrics, logger, clients) : undefined,
  });

  metrics?.readFrom({
    isReady: async () => (await readiness()).reasons.length === 0,
    snapshot: () => poller.snapshot,
    loadSeconds: () => poller.loadSeconds,
    cutOffSince: () => poller.cutOffSince,
    importFailedAt: () =>
      lastImportFailure(config.dataDir, poller.snapshot && importsIn(poller.snapshot.facts).at(-1)?.at),
    webhooks: () => accounts.outbox.backlog(),
    lagSeconds: () => eventLoop.lagMs / 1000,
    connections: promisify(door.server.getConnections.bind(door.server)),
    droppedLogLines: () => log.dropped(),
  });
  process.on('uncaughtException', onUncaught);
  // From here on: what the start itself takes keeps nobody waiting.
  const eventLoop = new EventLoop();
  parts.defer(() => eventLoop.stop());
  let metricsServer: MetricsServer | undefined;
  if (metrics && config.metrics && !together) {
    metricsServer = await serveMetrics(metrics, config.metrics, (error) =>
      logger.error({ err: error }, 'the metrics could not be collected'),
    );
    parts.defer(() => metricsServer?.close());
  }
  const office = together ? undefined : await startBackOffice({ config, accounts, log, env });
  parts.defer(() => office?.stop());
  door.server.listen({ host: config.host, port: config.port, reusePort: together !== undefined });
  await once(door.server, 'listening').catch((error) => {
    throw explainListening(error, config);
  });
  const drain = new Drain(config.drainMs);
  parts.defer(() => endCalls(door));
  parts.defer(() => service.meter.stop());
  // A connection that is made a moment before the port closes is lost: whoever sends calls here is to stop first.
  parts.defer(() => drain.wait());
  let stopped: Promise<void> | undefined;
  return {
    url: urlOf(door.server),
    metricsUrl: metricsServer?.url,
    adminUrl: office?.adminUrl,
    metrics,
    readiness,
    drain,
    stop: () => {
      isStopping = true;
      stopped ??= parts.disposeAsync();
      return stopped;
    },
  };
}

/** How calls are answered, from these stores. */
function makeService(
  { rateLimit, sandboxRate }: Config,
  { accounts, poller, prices, days }: Stores,
  { logger, outages, metrics }: { logger: Logger; outages: OutageLog; metrics: Metrics | undefined },
): Service & { readonly meter: Meter } {
  const unpaid = new UnpaidWork();
  const market = new Market(undefined, (error) =>
    logger.error({ err: error }, 'the sandbox cannot be read; it is looked at again'),
  );
  return {
    books: accounts,
    meter: new Meter(accounts, (calls, seconds) => {
      outages.succeeded();
      metrics?.countBatch(calls, seconds);
    }),
    rateLimit: new RateLimit(rateLimit),
    unpaid,
    knownKeys: new KnownKeys(),
    answerCache: new AnswerCache(),
    ...days,
    snapshot: () => poller.snapshot,
    prices: () => prices.now,
    sandbox:
      sandboxRate === undefined
        ? undefined
        : createSandbox({ perSecond: sandboxRate, unpaid, prices: () => prices.now, market }),
  };
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

/** What the documentation says that is the operator's: another object once something of it has changed. */
function termsOf(service: Service, brand: () => Brand, config: Config): () => Terms {
  const usual = effectiveSettings(config.given);
  return latest(() => ({
    prices: service.prices(),
    periodDays: service.snapshot()?.periodDays ?? 7 * usual.defaultWeeks,
    audienceMethods: (service.snapshot()?.facts.settings ?? usual).audienceMethods.join(', '),
    snapshot: service.snapshot,
    brand: brand(),
    isForCallersOnly: !config.operatorPages,
    sandboxRate: config.sandboxRate,
  }));
}
