import { randomBytes, randomUUID } from 'node:crypto';
import type { Account } from './accounts.ts';
import type { Expiring } from './due.ts';
import { type NewChange, refundReference } from './grants.ts';

/** What there is to tell others of. */
export const EVENTS = [
  'account.created',
  'account.closed',
  'points.granted',
  'points.taken',
  'points.expiring',
  'points.expired',
  'points.low',
  'points.exhausted',
  'call.refunded',
  'key.created',
  'key.rotated',
  'key.deleted',
  'data.published',
  'import.failed',
  'import.held',
] as const;
export type EventType = (typeof EVENTS)[number];

/** Something that happened. It is kept, with its cause, for every webhook that wants to know. */
export interface Event {
  /** Stays the same however often it is sent; the same id again is the same event. */
  readonly id: string;
  readonly type: EventType;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Webhooks, and the messages that are still to be sent to them. */
export interface Outbox {
  addWebhook(webhook: NewWebhook): Promise<Webhook>;
  hasWebhooks(): Promise<boolean>;
  /** Those that were not removed, the oldest first. */
  listWebhooks(): Promise<Webhook[]>;
  /** How many messages wait, and since when the oldest of them. */
  backlog(): Promise<Pick<Webhook, 'waiting' | 'waitingSince'>>;
  removeWebhook(id: string): Promise<void>;
  /** The secret before it signs too, until that time. */
  rotateWebhook(id: string, secret: string, oldUntil: Date): Promise<Webhook>;

  /** In the transaction of their cause, both are there or neither. */
  emit(events: readonly Event[]): Promise<void>;
  /** Deliveries after a number, oldest first, so many at most. */
  deliveries(after: number, limit: number): Promise<Delivery[]>;
  /** Sends one again, whatever came of it, for as long as a new one is tried. */
  resend(number: number): Promise<Delivery>;
  /** The same with those that failed of a webhook, after a number, so many at most; which those are. */
  resendFailed(webhook: string, after: number, limit: number): Promise<number[]>;

  /** Whether this courier delivers from now on for so long: nobody else does meanwhile. */
  takeLease(courier: string, forMs: number): Promise<boolean>;
  /** The webhooks that something is to be sent to now. */
  dueWebhooks(): Promise<DueWebhook[]>;
  /** Forgets what was sent, or given up, long ago. */
  forgetOld(): Promise<void>;
  /** What is to be sent to a webhook next; undefined where nothing is now. */
  nextDue(webhook: string): Promise<Due | undefined>;
  /** What came of an attempt; without a time for the next one, it is over. */
  noteAttempt(number: number, attempt: Attempt): Promise<void>;
}

export interface NewWebhook {
  readonly id: string;
  readonly url: string;
  /** Null for all. */
  readonly events: readonly EventType[] | null;
  readonly secret: string;
}

export interface Webhook extends Omit<NewWebhook, 'secret'> {
  readonly createdAt: Date;
  /** How many are to be sent yet, since when the oldest of them, and how many were given up. */
  readonly waiting: number;
  readonly waitingSince: Date | null;
  readonly failed: number;
}

export interface DueWebhook extends Pick<NewWebhook, 'id' | 'url'> {
  /** Whose signatures are sent: the newest first, and for a while that before it. */
  readonly secrets: readonly string[];
}

export interface Due {
  readonly number: number;
  readonly event: Omit<Event, 'data'> & { readonly at: Date; readonly data: string };
  /** How often it was tried before. */
  readonly attempts: number;
  /** When it was put there, or to be sent again. */
  readonly since: Date;
}

export interface Attempt {
  readonly isDelivered: boolean;
  /** Such as `204`, or why there was no answer. */
  readonly result: string;
  /** When to try again; null where it is over. */
  readonly nextInMs: number | null;
}

export interface Delivery {
  readonly number: number;
  readonly webhook: string;
  readonly event: string;
  readonly type: EventType;
  readonly at: Date;
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly lastResult: string | null;
  readonly nextAt: Date | null;
}

export function newEvent(type: EventType, data: Event['data']): Event {
  return { id: `evt_${randomUUID().replaceAll('-', '')}`, type, data };
}

/** What there is to tell of points that were given or taken. */
export function changeEvent(
  { id, externalId }: { readonly id: string; readonly externalId: string | null },
  { number, points, balance, kind, reference, ofGrant }: NewChange & { readonly number: number },
): Event {
  const isRefund = kind === 'refund';
  const type = isRefund
    ? 'call.refunded'
    : points > 0
      ? 'points.granted'
      : kind === 'expired'
        ? 'points.expired'
        : 'points.taken';
  return newEvent(type, {
    ...{ account: id, external_id: externalId, points, kind, balance, entry: number },
    reference: reference ?? null,
    ...(isRefund && { request_id: reference?.slice(refundReference('').length) }),
    ...(ofGrant !== undefined && { grant: ofGrant }),
  });
}

/** Points that will expire, once for each grant and end. */
export function expiringEvent(
  { id, externalId, balance }: Pick<Account, 'id' | 'externalId' | 'balance'>,
  { number, points, at, expires }: Expiring,
  reference: string | null,
): Event {
  return {
    id: `evt_expiring_${id}_${number}_${at}`,
    type: 'points.expiring',
    data: { account: id, external_id: externalId, points, balance, reference, entry: number, expires },
  };
}

export function newWebhookId(): string {
  return `wh_${randomUUID().replaceAll('-', '').slice(0, 10)}`;
}

/** In the form of Standard Webhooks. It is kept readable: it signs. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(24).toString('base64')}`;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const PAUSES_MS = [
  ...[5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS],
  ...[HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS, 8 * HOUR_MS],
];
const LONGEST_PAUSE_MS = 12 * HOUR_MS;
const GIVEN_UP_MS = 72 * HOUR_MS;

/** How long to wait after so many failed attempts; null once it was tried for three days. */
export function pauseAfter(attempts: number, since: Date, now: number): number | null {
  const pause = PAUSES_MS[attempts - 1] ?? LONGEST_PAUSE_MS;
  return now + pause > since.getTime() + GIVEN_UP_MS ? null : pause;
}

/** What was sent, or given up, is listed for so long. */
export const KEPT_MS = 30 * 24 * HOUR_MS;
