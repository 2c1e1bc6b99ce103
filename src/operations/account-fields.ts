import type { Account } from '../accounts/accounts.ts';
import type { Owner } from '../accounts/books.ts';
import { UserError } from '../errors/operators.ts';
import { choice, nullable, optional, text, time, whole } from './schema.ts';

/** An account as it is given out. */
export const ACCOUNT = {
  id: text(),
  account: text(),
  balance: whole(),
  state: choice(['active', 'inactive', 'closed']),
  contact: text({ isPersonal: true }),
  note: text(),
  external_id: nullable(text()),
  low_below: nullable(whole()),
  created: time(),
  closed: nullable(time()),
  per_day: nullable(whole()),
  per_month: nullable(whole()),
};

export function accountFields({ id, name, balance, active, contact, note, ...rest }: Account) {
  const { externalId, createdAt, closedAt, low, perDay, perMonth } = rest;
  const state: 'closed' | 'active' | 'inactive' = closedAt ? 'closed' : active ? 'active' : 'inactive';
  const times = { created: createdAt, closed: closedAt };
  const limits = { low_below: low.below, per_day: perDay, per_month: perMonth };
  return { id, account: name, balance, state, contact, note, external_id: externalId, ...limits, ...times };
}

/** Whose something is, as it is given out. */
export const OWNER = { account: text(), account_id: text(), external_id: nullable(text()) };

export function ownerFields({ account, accountId, externalId }: Owner) {
  return { account, account_id: accountId, external_id: externalId };
}

/** The most characters of a text of one line. */
export const MAX_LINE = 200;

/** What is known of an account, as options. */
export const DETAILS = {
  contact: optional(text({ description: 'whom to reach about it', isPersonal: true, maxLength: MAX_LINE })),
  externalId: optional(
    text({
      description: 'what your other programs call it; no two accounts have the same',
      ...{ nullIs: '', maxLength: MAX_LINE },
    }),
  ),
};

/** Characters that cannot be seen, or look like a blank, so that two names would look alike. */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800]/u;

export function checkedName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '' || trimmed.length > 100 || UNSEEN.test(trimmed)) {
    throw new UserError(
      'An account name must have 1 to 100 characters that can be seen, on one line, with plain blanks between',
    );
  }
  if (trimmed !== trimmed.normalize('NFC'))
    throw new UserError('An account name must be in Unicode normalization form C: composed characters');
  if (isDots(trimmed)) throw new UserError('An account name must not be "." or ".."');
  if (/^acc_[0-9a-f]{16}$/.test(trimmed)) throw new UserError('An account name must not look like an id');
  return trimmed;
}

/** Paths cannot name what is called so: they would mean another path. */
export function isDots(name: string): boolean {
  return name === '.' || name === '..';
}

/** A text of one line, or of several where that is said. */
export function checkedText(field: string, given: string, isLong = false, least = 0): string {
  const trimmed = given.trim();
  const most = isLong ? 2000 : MAX_LINE;
  if (trimmed.length < least || trimmed.length > most || (!isLong && /[\p{Cc}\p{Zl}\p{Zp}]/u.test(trimmed))) {
    throw new UserError(
      `The ${field} must have ${least} to ${most} characters${isLong ? '' : ', on one line'}`,
    );
  }
  return trimmed;
}

export function checkedKeyName(given: string): string {
  const name = checkedText('name', given);
  if (isDots(name)) throw new UserError('The name must not be "." or ".."');
  return name;
}

/** What is given of an account, as it is kept: an empty external id is none. */
export function checkedDetails({
  contact,
  note,
  externalId,
}: {
  readonly contact?: string | undefined;
  readonly note?: string | undefined;
  readonly externalId?: string | undefined;
}) {
  return {
    ...(contact !== undefined && { contact: checkedText('contact', contact) }),
    ...(note !== undefined && { note: checkedText('note', note, true) }),
    ...(externalId !== undefined && { externalId: checkedText('external id', externalId) || null }),
  };
}
