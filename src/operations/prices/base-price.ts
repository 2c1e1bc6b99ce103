import type { Accounts } from '../../accounts/accounts.ts';
import type { Points } from '../../endpoints/form/price.ts';
import { MissingError } from '../../errors/operators.ts';
import { count } from '../../lib/count.ts';
import type { Context } from '../operation.ts';
import { object, text, whole } from '../schema.ts';

/*
 * What setting a price and setting it back have in common.
 */

export const path = text({ description: 'the path of an endpoint' });
export const output = object({ path: text(), base: whole(), default: whole() });

/** Without a base: back to the default. */
export async function changePrice({ accounts }: Context, path: string, base?: Points) {
  const endpoint = await endpointOf(path);
  const store = await accounts();
  await (base === undefined ? store.terms.resetPrice(path) : store.terms.setPrice(path, base));
  return { path, base: base ?? endpoint.price.base, default: endpoint.price.base };
}

export async function endpointOf(path: string) {
  const { endpoints } = await import('../../endpoints/index.ts');
  const found = endpoints.find((each) => each.path === path);
  if (!found)
    throw new MissingError(`There is no path "${path}" with a price; "mdq price list" shows those there are`);
  return found;
}

export async function priceOf(accounts: Accounts, path: string): Promise<{ base: Points }> {
  return { base: (await accounts.terms.prices()).get(path) ?? (await endpointOf(path)).price.base };
}

export function describePrice({ path, base }: { path: string; base: Points }): string {
  return `${path} costs ${base === 0 ? 'nothing' : count(base, 'point')} from now on; servers take it within two seconds.`;
}
