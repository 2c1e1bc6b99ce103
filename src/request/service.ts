import type { Books } from '../accounts/books.ts';
import type { Statement } from '../accounts/statement.ts';
import type { PriceList } from '../endpoints/price-list.ts';
import type { Day } from '../lib/calendar.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Product } from './answer.ts';
import type { AnswerCache } from './answer-cache.ts';
import type { KnownKeys } from './known-keys.ts';
import type { Meter } from './meter.ts';
import type { RateLimit } from './rate-limit.ts';
import type { Reply } from './reply.ts';
import type { UnpaidWork } from './unpaid-work.ts';

/** What calls are answered from. */
export interface Service {
  readonly books: Pick<Books, 'openGrants' | 'dailyUsage' | 'lastCalls' | 'findCall'>;
  /** What happened to an account in a month, which is named by its first day. */
  statement(account: string, month: Day): Promise<Statement>;
  readonly meter: Pick<Meter, 'settle' | 'shareMs'>;
  readonly rateLimit: RateLimit;
  readonly unpaid: UnpaidWork;
  readonly knownKeys: KnownKeys;
  readonly answerCache: Pick<AnswerCache, 'find' | 'add'>;
  /** The day in business time of a moment, given in milliseconds. */
  dayOf(at: number): Day;
  /** The time zone that those days are in. */
  timeZone(): string;
  /** The newest published data; undefined before the first. */
  snapshot(): Snapshot | undefined;
  /** What everything costs now. */
  prices(): PriceList;
  /** Answers a call whose key is one of the sandbox; undefined for every other key. */
  readonly sandbox?: ((product: Product, call: Call) => Promise<Reply> | undefined) | undefined;
}

/**
 * What becomes of a call that would be answered about something else than it names: `strict` refuses it, `lenient` answers
 * it and says so. `unclear`: it names strict in a form that is not understood.
 */
export type Handling = 'strict' | 'lenient' | 'unclear';

/** A call with a key, without what carried it. */
export interface Call {
  readonly key: string | undefined;
  /** The path and query as they were sent. */
  readonly target: string;
  /** The query string, without the question mark. */
  readonly query: string;
  readonly maxPoints: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** The answers the caller has, by their ETags. */
  readonly ifNoneMatch: string | undefined;
  /** `Authorization` holds an API key: it is not read from there. */
  readonly hasBearerKey: boolean;
  readonly handling: Handling;
  /** Wants the answer as CSV, not as JSON. */
  readonly isCsv: boolean;
  /** Asks for the headers of an answer only: costs nothing. */
  readonly isHead: boolean;
  readonly requestId: string;
  /** The address that work for a key that is not valid is booked on. */
  readonly client: () => string;
  /** When work on it began, by `performance.now()`. */
  readonly begunAt: number;
}
