import type { Accounts } from '../../accounts/accounts.ts';
import { BRAND_NAMES } from '../../brand/brand.ts';
import { choice, nullable, object, text } from '../schema.ts';

/*
 * What setting a part of the site and setting it back have in common.
 */

export const name = choice(BRAND_NAMES, { takes: `one of ${BRAND_NAMES.join(', ')}` });
export const output = object({ name: text(), value: nullable(text()) });
export const SOON = 'servers show it within two seconds.';

export async function partOf(accounts: Accounts, name: string): Promise<{ value: string | null }> {
  return { value: (await accounts.terms.brand()).get(name) ?? null };
}
