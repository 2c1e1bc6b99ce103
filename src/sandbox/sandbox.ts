import { statementOf } from '../accounts/statement.ts';
import { Refusal } from '../errors/callers.ts';
import { StoreError } from '../errors/stores.ts';
import { dayClock } from '../lib/calendar.ts';
import { answerUnpaid, type Product, REFUSED_KEY, receipt } from '../request/answer.ts';
import { KnownKeys } from '../request/known-keys.ts';
import { RateLimit } from '../request/rate-limit.ts';
import { failure, overBudget, type Reply } from '../request/reply.ts';
import type { Call, Service } from '../request/service.ts';
import { addressAsker, type UnpaidWork } from '../request/unpaid-work.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { madeUpBooks } from './books.ts';
import { SANDBOX_KEYS, type SandboxKey } from './keys.ts';
import { settle } from './ledger.ts';
import type { Market, NoFigures } from './market.ts';

const NO_FIGURES: Readonly<Record<NoFigures, Reply>> = {
  // After the first start it is built beside the server.
  'not-built': failure(new Refusal('sandboxNotBuilt', { headers: ['retry-after', '15'] })),
  unreadable: failure(new Refusal('sandboxNotBuilt', { msg: 'The sandbox cannot be read' })),
};
const CHARGE_UNKNOWN = failure(new Refusal('chargeUnknown'));
const TOO_MANY_REQUESTS = new Refusal('tooManyRequests', { headers: ['retry-after', '1'] });
/** Making an answer takes microseconds, and nobody pays for what is cached. */
const NO_CACHE: Service['answerCache'] = { find: () => undefined, add: () => undefined };

interface SandboxParts {
  /** Requests per second and address; 0 is no limit. */
  readonly perSecond: number;
  readonly unpaid: UnpaidWork;
  readonly prices: Service['prices'];
  readonly market: Market;
}

/**
 * A service for everybody, on made-up figures, with keys that are public words. Calls take the same way as those of the
 * service itself, with other figures and accounts behind it; no store is touched.
 */
export function createSandbox(parts: SandboxParts): NonNullable<Service['sandbox']> {
  const { unpaid, prices, perSecond, market } = parts;
  const rateLimit = new RateLimit(perSecond, 'address');
  const shared = {
    ...{ unpaid, prices, rateLimit },
    knownKeys: new KnownKeys(),
    answerCache: NO_CACHE,
    dayOf: dayClock('UTC'),
    timeZone: () => 'UTC',
  };
  const services = new Map<SandboxKey, Service>();
  const serviceOf = (key: SandboxKey, snapshot: Snapshot): Service => {
    const known = services.get(key);
    if (known) return known;
    const meter: Service['meter'] = { settle: (call) => settle(key, call), shareMs: 0 };
    const books = madeUpBooks(shared, snapshot);
    const statement: Service['statement'] = (account, month) => statementOf(books, account, month, 'UTC');
    const service = { ...shared, meter, books, statement, snapshot: () => snapshot };
    services.set(key, service);
    return service;
  };
  const reply = async (key: SandboxKey, product: Product, call: Call): Promise<Reply> => {
    const asker = addressAsker(call.client());
    const usedUp = unpaid.usedUp(asker);
    if (usedUp) return overBudget(usedUp);
    let took = unpaid.stopwatch(call.begunAt);
    const refused = (reason: Reply): Reply => {
      unpaid.book(asker, took());
      return reason;
    };
    const caller = await settle(key, { points: 0 });
    const overLimit = () => {
      const told = caller.kind === 'refused' ? [] : receipt(0, caller);
      return refused(failure(TOO_MANY_REQUESTS, [...told, ...rateLimit.headers(-1)]));
    };
    const count = rateLimit.count(asker);
    if (rateLimit.left(count) < 0) return overLimit();
    const beforeMs = took();
    const figures = await market.snapshot(key.language);
    // Waiting for the figures is not counted as work.
    const since = unpaid.stopwatch();
    took = () => beforeMs + since();
    if (typeof figures === 'string') return refused(NO_FIGURES[figures]);
    if (caller.kind === 'refused') return refused(REFUSED_KEY[caller.reason]);
    if (key.outcome === 'limit') return overLimit();
    try {
      return await answerUnpaid(serviceOf(key, figures), product, call, { asker, count, took });
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      return refused(CHARGE_UNKNOWN);
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
