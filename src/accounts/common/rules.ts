import { randomUUID } from 'node:crypto';
import { ConflictError, MissingError, UserError } from '../../errors/operators.ts';
import { thousands } from '../../lib/count.ts';
import type { Key, Points } from '../accounts.ts';
import type { CallLimits } from '../key-limits.ts';

/*
 * What holds for accounts and keys whatever store they are in, with the messages for the operator.
 */

/** For so long a call with the same idempotency key is the same call. */
export const IDEMPOTENCY_MS = 3_600_000;

export function newKeyId(): string {
  return `key_${randomUUID().replaceAll('-', '').slice(0, 10)}`;
}

export function newAccountId(): string {
  return `acc_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
}

/** What is kept of a key that says whether it may be used. */
interface KeyFacts {
  readonly isActive: boolean;
  readonly isDeleted: boolean;
  readonly endsAt: Date | null;
  readonly limits: CallLimits;
}

export function keyState({ isActive, isDeleted, endsAt, limits }: KeyFacts, now: number): Key['state'] {
  if (isDeleted) return 'deleted';
  if (endsAt && endsAt.getTime() <= now) return 'ended';
  if (!isActive) return 'inactive';
  return endsAt && endsAt.getTime() !== limits.ends?.endsAt ? 'ending' : 'active';
}

/** When a key ends that another takes the place of. */
export function endOfRotated({ id, state, endsAt, limits }: Key, graceMs: number, now: number): Date {
  if (state === 'ended' || state === 'inactive') {
    throw new ConflictError(`The key "${id}" is ${state}; make a new one with "mdq key create"`);
  }
  // Before the end that it has by its limits, so that the two can be told apart: one that was rotated does not come back.
  const ends = [endsAt?.getTime(), limits.ends && limits.ends.endsAt - 1];
  return new Date(Math.min(now + graceMs, ...ends.map((end) => end ?? Number.POSITIVE_INFINITY)));
}

export function balanceAfterGrant(account: string, balance: Points, points: Points): Points {
  const after = balance + points;
  if (!Number.isSafeInteger(after)) {
    throw new ConflictError(`The balance of "${account}" would grow too large to count`);
  }
  return after;
}

/** How many points are taken of those that are there. */
export function pointsToTake(
  account: string,
  available: Points,
  { points, atMost, grant }: { points: Points; atMost?: boolean | undefined; grant?: number | undefined },
): Points {
  if (points <= available) return points;
  if (atMost) return available;
  const has = `${thousands(available)} points`;
  throw new ConflictError(
    grant === undefined
      ? `"${account}" has ${has}; no more can be taken back`
      : `Grant ${grant} of "${account}" has ${has} left; no more can be taken back from it`,
  );
}

export function endsBeforeNow(): UserError {
  return new UserError('Points must expire today or later');
}

export function accountExists(name: string): UserError {
  return new ConflictError(`There is already an account "${name}"`);
}

export function nameWasUsed(name: string): UserError {
  return new ConflictError(`"${name}" was the name of another account; choose one that was never used`);
}

export function externalIdExists(id: string, account: string): UserError {
  return new ConflictError(`The external id "${id}" is that of account "${account}"`);
}

export function accountIsClosed(name: string): UserError {
  return new ConflictError(`The account "${name}" is closed, for good`);
}

/** `points` are those of the change that has it, `asked` those of the one that was to have it: below 0 for a take. */
export function referenceWasUsed(reference: string, points: Points, asked: Points): UserError {
  const used =
    points < 0 === asked < 0
      ? 'was used with another account or other points'
      : `is that of points that were ${points < 0 ? 'taken back' : 'granted'}`;
  return new ConflictError(`The reference "${reference}" ${used}; "mdq points list" shows it`);
}

const noCall = (requestId: string) =>
  `There is no charged call "${requestId}": it cost nothing, was pruned, or is not of this service`;

export function noSuchCall(requestId: string): UserError {
  return new MissingError(noCall(requestId));
}

/** What is not there cannot be given back, and never will. */
export function notRefundable(requestId: string): UserError {
  return new ConflictError(noCall(requestId));
}

export function planFromThePast(): UserError {
  return new UserError('A plan must begin today or later');
}

export function noPlan(account: string): UserError {
  return new ConflictError(`"${account}" has no plan`);
}

export function noSuchGrant(account: string, number: number): UserError {
  return new MissingError(`"${account}" has no grant ${number}; "mdq points list" shows their numbers`);
}

export function noSuchAccount(name: string): UserError {
  return new MissingError(`There is no account "${name}"; "mdq account list" shows those there are`);
}

export function noSuchKey(id: string): UserError {
  return new MissingError(`There is no key "${id}"; "mdq key list" shows the ids`);
}

export function keyWasDeleted(id: string): UserError {
  return new ConflictError(`The key "${id}" was deleted`);
}

export function operatorExists(name: string): UserError {
  return new ConflictError(
    `There is or was an operator "${name}"; the log knows them by name, so take another`,
  );
}

export function noSuchOperator(name: string): UserError {
  return new MissingError(`There is no operator "${name}"; "mdq operator list" shows those there are`);
}

export function noSuchWebhook(id: string): UserError {
  return new MissingError(`There is no webhook "${id}"; "mdq webhook list" shows those there are`);
}

export function noSuchDelivery(number: number): UserError {
  return new MissingError(
    `There is no delivery ${number} that can be sent again; "mdq webhook deliveries" shows those there are`,
  );
}

/** A list whose pages do not add up to what there was when it was begun. */
export function listNotWhole(): UserError {
  return new UserError(
    `The list is not whole: its calls do not match their totals. Were some pruned meanwhile? "mdq audit" tells more`,
  );
}
