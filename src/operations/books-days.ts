import type { Accounts } from '../accounts/accounts.ts';
import type { Expiry } from '../accounts/grants.ts';
import { UserError } from '../errors/operators.ts';
import { type Day, startOfDay } from '../lib/calendar.ts';
import { effectiveSettings } from '../settings/data-settings.ts';
import { type Context, InputError } from './operation.ts';

/** The time zone of the books: the one that is kept with them, until then that of the data. */
export async function booksTimeZone(
  { config, warehouse }: Pick<Context, 'config' | 'warehouse'>,
  accounts: Accounts,
): Promise<string> {
  const kept = await accounts.terms.timeZone();
  if (kept !== undefined) return kept;
  const stored = await (await warehouse()).settings().catch(() => ({}));
  return effectiveSettings(config.given, stored).timeZone;
}

/** The end of a day that something is valid through. */
export async function endOfDay(context: Context, accounts: Accounts, day: Day): Promise<Date> {
  const end = startOfDay(day + 1, await booksTimeZone(context, accounts));
  if (end <= Date.now()) throw new UserError('It must end today or later');
  return new Date(end);
}

/** The end of points that are valid through a day. */
export async function expiryOf(context: Context, accounts: Accounts, day: Day): Promise<Expiry> {
  const endsAt = startOfDay(day + 1, await booksTimeZone(context, accounts));
  if (endsAt <= Date.now()) throw new InputError('{expires} must be today or later');
  return { day, endsAt };
}
