import type { Brand } from '../brand/brand.ts';
import type { Terms } from '../docs/terms.ts';
import { latest } from '../lib/made-once.ts';
import { AnswerCache } from '../request/answer-cache.ts';
import { KnownKeys } from '../request/known-keys.ts';
import { Meter } from '../request/meter.ts';
import { RateLimit } from '../request/rate-limit.ts';
import type { Service } from '../request/service.ts';
import { UnpaidWork } from '../request/unpaid-work.ts';
import { Market } from '../sandbox/market.ts';
import { createSandbox } from '../sandbox/sandbox.ts';
import type { Config } from '../settings/config.ts';
import { effectiveSettings } from '../settings/data-settings.ts';
import { isControlled } from '../snapshot/privacy/numbers.ts';
import type { Logger } from './monitoring/log.ts';
import type { Metrics } from './monitoring/metrics.ts';
import type { OutageLog } from './monitoring/outage-log.ts';
import type { Stores } from './stores.ts';

export interface MeteredService extends Service {
  readonly meter: Meter;
}

/** Where the outcome of calls is reported. */
interface Told {
  readonly logger: Logger;
  readonly outages: OutageLog;
  readonly metrics: Metrics | undefined;
}

/** How calls are answered, from these stores. */
export function makeService(
  { rateLimit, sandboxRate }: Config,
  { accounts, poller, prices, days }: Stores,
  { logger, outages, metrics }: Told,
): MeteredService {
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

/** What the documentation says that is the operator's: another object once something of it has changed. */
export function termsOf(service: Service, brand: () => Brand, config: Config): () => Terms {
  const initial = effectiveSettings(config.given);
  return latest(() => {
    // Settings only, and nothing counted from orders: anyone can read the documentation without a key.
    const settings = service.snapshot()?.facts.settings ?? initial;
    return {
      prices: service.prices(),
      periodDays: 7 * settings.defaultWeeks,
      isInWeeks: isControlled(settings),
      brand: brand(),
      isForCallersOnly: !config.operatorPages,
      sandboxRate: config.sandboxRate,
    };
  });
}
