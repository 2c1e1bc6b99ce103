import type { PriceList } from '../endpoints/form/price-list.ts';
import { generalFacts } from '../request/account/data-facts.ts';
import type { Service } from '../request/service.ts';
import type { PointPrice } from '../settings/read-values.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { API_VERSION } from './openapi/openapi.ts';

/** What the operator wants to be told on the site. */
export interface Operator {
  readonly contact: string | undefined;
  readonly pointPrice: PointPrice | undefined;
  readonly timeZone: string;
  /** Undefined where there is no sandbox. */
  readonly sandboxRate: number | undefined;
}

interface Now {
  readonly prices: PriceList;
  readonly snapshot: Snapshot | undefined;
}

/** What changes while a service runs: another object once something of it has. */
export function nowOf(service: Pick<Service, 'prices' | 'snapshot'>): () => Now {
  let last: Now | undefined;
  return () => {
    const now = { prices: service.prices(), snapshot: service.snapshot() };
    if (last?.prices !== now.prices || last.snapshot !== now.snapshot) last = now;
    return last;
  };
}

/** What the pages of the site have to know of the service that they are read on. */
export function siteFacts(
  { prices, snapshot }: Now,
  { contact, pointPrice, timeZone, sandboxRate }: Operator,
) {
  return {
    api_version: API_VERSION,
    contact: contact ?? null,
    point_price: pointPrice ?? null,
    currency: snapshot?.facts.settings.currency ?? null,
    time_zone: snapshot?.facts.settings.timeZone ?? timeZone,
    sandbox: sandboxRate !== undefined,
    prices: prices.rows(),
    data: snapshot ? generalFacts(snapshot) : null,
  };
}
