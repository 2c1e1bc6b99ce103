import { type Accounts, openAccounts } from '../accounts/open.ts';
import { type Brand, NO_BRAND, readBrand } from '../brand/brand.ts';
import { PriceList } from '../endpoints/price-list.ts';
import { UserError } from '../errors/operators.ts';
import type { Service } from '../request/service.ts';
import type { Config } from '../settings/config.ts';
import { openWarehouse } from '../warehouse/open.ts';
import { SnapshotPoller } from '../warehouse/versions/snapshot-poller.ts';
import { businessDays } from './business-days.ts';
import type { Logger } from './monitoring/log.ts';
import { StorePoller, StorePolling } from './store-poller.ts';

/** What a server answers from: the accounts, and what it looks for again and again in them and in the warehouse. */
export interface Stores {
  readonly accounts: Accounts;
  readonly poller: SnapshotPoller;
  readonly prices: { readonly now: PriceList };
  readonly brand: { readonly now: Brand };
  readonly days: Pick<Service, 'dayOf' | 'timeZone' | 'statement'>;
}

export async function openStores(
  config: Config,
  logger: Logger,
  parts: AsyncDisposableStack,
): Promise<Stores> {
  const accounts = await openAccounts(config);
  parts.defer(() => accounts.close());
  const warehouse = await openWarehouse(config);
  parts.defer(() => warehouse.close());
  const poller = new SnapshotPoller(
    warehouse,
    { category: config.defaultCategory, sub: config.defaultSub },
    {
      unreadable: (error, served) =>
        logger.error(
          { ...reasonOf(error), served: served ?? null },
          'the newest published data cannot be loaded; serving goes on with the version before',
        ),
      cutOff: (error, served) =>
        logger.error(
          { ...reasonOf(error), served: served?.version ?? null, publishedAt: served?.publishedAt ?? null },
          'the warehouse cannot be reached; serving goes on with what is in memory',
        ),
      seenAgain: (since) => logger.warn({ since: since.toISOString() }, 'the warehouse can be reached again'),
    },
  );
  const prices = new StorePoller(
    new PriceList(),
    () => accounts.terms.prices(),
    (changed) => new PriceList(changed),
  );
  const brand = new StorePoller(
    NO_BRAND,
    () => accounts.terms.brand(),
    (stored, before) => readBrand(stored, before, (name) => accounts.terms.brandContent(name)),
  );
  const days = businessDays(accounts, config.timeZone);
  const polling = new StorePolling([prices, brand, days.poller]);
  // What looks again and again would keep a process alive that does not serve.
  parts.defer(() => {
    poller.stop();
    polling.stop();
  });
  await poller.start();
  await polling.start();
  return { accounts, poller, prices, brand, days: days.service };
}

/** What is known and told in words needs no stack. */
function reasonOf(error: unknown): object {
  if (!(error instanceof UserError)) return { err: error };
  return { reason: error.message, ...(error.details.length > 0 && { details: error.details }) };
}
