import type { Brand } from '../brand/brand.ts';
import type { PriceList } from '../endpoints/price-list.ts';
import { latest } from '../lib/made-once.ts';
import { generalFacts } from '../request/account/data-facts.ts';
import type { Service } from '../request/service.ts';
import type { PointPrice } from '../settings/read-values.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { API_VERSION } from './openapi/openapi.ts';
import { showcaseOf } from './showcase.ts';

/** What the operator wants to be told on the site. */
export interface Operator {
  readonly contact: string | undefined;
  readonly pointPrice: PointPrice | undefined;
  readonly timeZone: string;
  readonly operatorPages: boolean;
  /** Undefined where there is no sandbox. */
  readonly sandboxRate: number | undefined;
}

interface Now {
  readonly prices: PriceList;
  readonly snapshot: Snapshot | undefined;
  readonly brand: Brand;
}

/** What changes while a service runs: another object once something of it has. */
export function nowOf(service: Pick<Service, 'prices' | 'snapshot'>, brand: () => Brand): () => Now {
  return latest(() => ({
    prices: service.prices(),
    snapshot: service.snapshot(),
    brand: brand(),
  }));
}

/** What the pages of the site have to know of the service that they are read on. */
export function siteFacts(
  { prices, snapshot, brand }: Now,
  { contact, pointPrice, timeZone, sandboxRate }: Operator,
) {
  return {
    api_version: API_VERSION,
    brand: {
      name: brand.name ?? null,
      tagline: brand.tagline ?? null,
      terms: brand.terms ?? null,
      imprint: brand.imprint ?? null,
      checkout: brand.checkout ?? null,
    },
    showcase: showcaseOf(snapshot, brand.showcase),
    contact: brand.contact ?? contact ?? null,
    point_price: pointPrice ?? null,
    currency: snapshot?.facts.settings.currency ?? null,
    audience_methods: snapshot?.facts.settings.audienceMethods ?? [],
    time_zone: snapshot?.facts.settings.timeZone ?? timeZone,
    sandbox: sandboxRate !== undefined,
    prices: prices.rows(),
    data: snapshot ? generalFacts(snapshot) : null,
  };
}
