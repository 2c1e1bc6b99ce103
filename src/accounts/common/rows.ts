import { type Day, dayClock } from '../../lib/calendar.ts';
import type { Account, AccountChange, Key, LowMark, Points } from '../accounts.ts';
import type { Owner } from '../books.ts';
import { type ChangeKind, type Grant, type Lot, leftOf } from '../grants.ts';
import { type PointLimits, readLimits } from '../key-limits.ts';
import { type Operator, operatorState, type Role } from '../office.ts';
import type { Delivery, Due, EventType, Webhook } from '../outbox.ts';
import { keyState } from './rules.ts';

/*
 * Rows as either store gives them, and what is made of them. Columns are called the same in both, and times are
 * milliseconds.
 */

/** 0 or 1 in SQLite. */
type Flag = boolean | number;

interface TimedRow {
  readonly created_at: number;
  readonly ends_at: number | null;
  /** What the store's clock says, where that is not the clock of this machine. */
  readonly now?: number;
}

function toDate(at: number | null): Date | null {
  return at === null ? null : new Date(at);
}

/** The columns that say whose something is. */
export const OWNER = 'account.name AS account_name, account.account_id, account.external_id';

export interface OwnerRow {
  readonly account_name: string;
  readonly account_id: string;
  readonly external_id: string | null;
}

export function toOwner({ account_name, account_id, external_id }: OwnerRow): Owner {
  return { account: account_name, accountId: account_id, externalId: external_id };
}

interface LimitsRow {
  readonly per_day: Points | null;
  readonly per_month: Points | null;
}

export function pointLimits({ per_day, per_month }: LimitsRow): PointLimits {
  return { perDay: per_day, perMonth: per_month };
}

export interface AccountRow extends LimitsRow {
  readonly id: number;
  readonly account_id: string;
  readonly name: string;
  readonly balance: Points;
  readonly active: Flag;
  readonly created_at: number;
  readonly closed_at: number | null;
  readonly contact: string;
  readonly remark: string;
  readonly external_id: string | null;
  readonly next_due: number | null;
  readonly low_below: Points | null;
  readonly is_low_set: Flag;
}

export function toAccount(row: AccountRow): Account {
  return {
    id: row.account_id,
    name: row.name,
    balance: row.balance,
    active: Boolean(row.active),
    createdAt: new Date(row.created_at),
    closedAt: toDate(row.closed_at),
    contact: row.contact,
    note: row.remark,
    externalId: row.external_id,
    low: lowMark(row),
    ...pointLimits(row),
  };
}

/** With what a change makes of it. */
export function lowMark(row: AccountRow, { low, lowByUse }: AccountChange = {}): LowMark {
  const now = { below: row.low_below, isSet: Boolean(row.is_low_set) };
  if (low) return low;
  return lowByUse === undefined || now.isSet ? now : { below: lowByUse, isSet: false };
}

export interface KeyRow extends OwnerRow, LimitsRow, TimedRow {
  readonly id: number;
  readonly public_id: string;
  readonly account: number;
  readonly name: string;
  readonly last4: string;
  readonly active: Flag;
  readonly last_used_at: number | null;
  readonly deleted_at: number | null;
  readonly limits: string | null;
  /** The first of the keys that were rotated to one another; null for the key itself. */
  readonly family: number | null;
}

export function familyOf({ id, family }: Pick<KeyRow, 'id' | 'family'>): number {
  return family ?? id;
}

export function toKey(row: KeyRow): Key {
  const endsAt = toDate(row.ends_at);
  const limits = { ...readLimits(row.limits), ...pointLimits(row) };
  const marks = { isActive: Boolean(row.active), isDeleted: row.deleted_at !== null, endsAt, limits };
  return {
    id: row.public_id,
    ...toOwner(row),
    name: row.name,
    last4: row.last4,
    state: keyState(marks, row.now ?? Date.now()),
    createdAt: new Date(row.created_at),
    lastUsedAt: toDate(row.last_used_at),
    endsAt,
    limits,
  };
}

/** Points that were given or taken. */
export interface ChangeRow extends OwnerRow {
  readonly account: number;
  readonly number: number;
  readonly points: Points;
  readonly balance: Points;
  readonly at: number;
  readonly done_by: string;
  readonly note: string;
  readonly kind: ChangeKind | null;
  readonly reference: string | null;
  readonly expires: Day | null;
  readonly ends_at: number | null;
  readonly of_grant: number | null;
  readonly asked: Points | null;
}

/** `lots` are those of its account. */
export function toGrant(row: ChangeRow, lots: readonly Lot[], timeZone: string): Grant {
  const { number, points, balance, at, done_by, note, kind, reference } = row;
  return {
    ...{ number, ...toOwner(row), points, balance, note, reference },
    expires: lastDay(row, lots, timeZone),
    at: new Date(at),
    by: done_by,
    // Those of older programs do not say.
    kind: kind ?? (points > 0 ? 'paid' : 'taken'),
    left: points > 0 ? leftOf(lots, number) : null,
    ofGrant: row.of_grant,
  };
}

/** The last day that what is left of a grant is valid on: plans may let a part of theirs stay longer. */
function lastDay(
  { number, expires, ends_at }: ChangeRow,
  lots: readonly Lot[],
  timeZone: string,
): Day | null {
  const lot = lots.find((each) => each.number === number);
  if (!lot || lot.endsAt === ends_at) return expires;
  return lot.endsAt === null ? null : dayClock(timeZone)(lot.endsAt - 1);
}

export interface OperatorRow extends TimedRow {
  readonly name: string;
  readonly role: Role;
  readonly last4: string;
  readonly revoked_at: number | null;
}

export function toOperator({ name, role, last4, ...row }: OperatorRow): Operator {
  const endsAt = toDate(row.ends_at);
  const state = operatorState({ endsAt, isRevoked: row.revoked_at !== null }, row.now ?? Date.now());
  return { name, role, last4, state, createdAt: new Date(row.created_at), endsAt };
}

export interface WebhookRow {
  readonly id: string;
  readonly url: string;
  readonly events: string | null;
  readonly created_at: number;
  readonly waiting: number;
  readonly waiting_since: number | null;
  readonly failed: number;
}

export function toWebhook({ id, url, events, waiting, failed, ...row }: WebhookRow): Webhook {
  return {
    ...{ id, url, waiting, failed },
    events: events === null ? null : (events.split(',') as EventType[]),
    createdAt: new Date(row.created_at),
    waitingSince: toDate(row.waiting_since),
  };
}

export interface DeliveryRow extends Pick<Delivery, 'number' | 'webhook' | 'event' | 'type' | 'state'> {
  readonly attempts: number;
  readonly at: number;
  readonly data: string;
  readonly since: number;
  readonly last_result: string | null;
  readonly next_at: number | null;
}

export function toDelivery(row: DeliveryRow): Delivery {
  const { number, webhook, event, type, state, attempts } = row;
  return {
    ...{ number, webhook, event, type, state, attempts },
    at: new Date(row.at),
    lastResult: row.last_result,
    nextAt: toDate(row.next_at),
  };
}

export function toDue({ number, attempts, since, event, type, at, data }: DeliveryRow): Due {
  return {
    ...{ number, attempts },
    since: new Date(since),
    event: { id: event, type, at: new Date(at), data },
  };
}
