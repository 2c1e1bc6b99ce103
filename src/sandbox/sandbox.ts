import { Refusal } from '../errors/callers.ts';
import { StoreError } from '../errors/stores.ts';
import { answerUnpaid, type Product } from '../request/answer.ts';
import { KnownKeys } from '../request/known-keys.ts';
import { RateLimit } from '../request/rate-limit.ts';
import { failure, type Reply } from '../request/reply.ts';
import type { Call, Service } from '../request/service.ts';
import { addressPayer, type UnpaidWork } from '../request/unpaid-work.ts';
import { dayClock } from '../snapshot/calendar.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { madeUpBooks } from './books.ts';
import { SANDBOX_KEYS, type SandboxKey } from './keys.ts';
import { settle } from './ledger.ts';
import { Market } from './market.ts';

const NOT_BUILT = failure(new Refusal('sandboxNotBuilt'));
const CHARGE_UNKNOWN = failure(new Refusal('chargeUnknown'));
/** Making an answer takes microseconds, and nobody pays for what is kept. */
const NO_CACHE: Service['answerCache'] = { find: () => undefined, keep: () => undefined };

interface SandboxParts {
  /** Requests per second and address; 0 is no limit. */
  readonly perSecond: number;
  readonly unpaid: UnpaidWork;
  readonly prices: Service['prices'];
  readonly market?: Market;
}

/**
 * A service for everybody, on made-up figures, with keys that are public words. Calls take the same way as those of the
 * service itself, with other figures and accounts behind it; no store is touched.
 */
export function createSandbox(parts: SandboxParts): NonNullable<Service['sandbox']> {
  const { unpaid, prices, perSecond, market = new Market() } = parts;
  const shared = {
    unpaid,
    prices,
    meter: { settle, shareMs: 0 },
    rateLimit: new RateLimit(perSecond, 'address'),
    knownKeys: new KnownKeys(),
    answerCache: NO_CACHE,
    dayOf: dayClock('UTC'),
  };
  const services = new WeakMap<Snapshot, Service>();
  const serviceOf = (snapshot: Snapshot): Service => {
    const known = services.get(snapshot);
    if (known) return known;
    const service = { ...shared, books: madeUpBooks(shared, snapshot), snapshot: () => snapshot };
    services.set(snapshot, service);
    return service;
  };
  const reply = async (
    { key, outcome, language }: SandboxKey,
    product: Product,
    call: Call,
  ): Promise<Reply> => {
    const snapshot = await market.snapshot(language);
    if (!snapshot) return NOT_BUILT;
    // What it waited for the figures is nobody's work.
    const begunAt = performance.now();
    const isOverLimit = outcome === 'limit';
    try {
      return await answerUnpaid(serviceOf(snapshot), product, { ...call, begunAt }, { key, isOverLimit });
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      unpaid.book(addressPayer(call.client()), performance.now() - begunAt);
      return CHARGE_UNKNOWN;
    }
  };
  return (product, call) => {
    const key = SANDBOX_KEYS.get(call.key ?? '');
    return key && reply(key, product, call).then(marked);
  };
}

/** Says whose answer it is. What it cost was charged to nobody. */
function marked({ charge: _none, ...reply }: Reply): Reply {
  return { ...reply, headers: [...reply.headers, 'x-sandbox', 'true'], isSandbox: true };
}
