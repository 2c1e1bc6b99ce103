import type { Accounts } from '../../accounts/accounts.ts';
import { MAX_BASE, type Points } from '../../endpoints/form/price.ts';
import { MissingError } from '../../errors/operators.ts';
import { count } from '../../lib/count.ts';
import { type Context, defineOperation } from '../operation.ts';
import { object, text, whole } from '../schema.ts';

const RANGE = `to ${MAX_BASE.toLocaleString('en')}`;
const output = object({ path: text(), base: whole(), default: whole() });

export const setPrice = defineOperation({
  http: 'PUT /prices',
  summary: `set a base price, from 0 (free) ${RANGE} points`,
  role: 'admin',
  input: {
    path: text({ description: 'the path of an endpoint' }),
    base: whole({ maximum: MAX_BASE, takes: `a whole number of points from 0 ${RANGE}` }),
  },
  args: ['path', 'base'],
  output,
  check: async (_, { path }) => void (await endpointOf(path)),
  before: (accounts, { path }) => priceOf(accounts, path),
  run: (context, { path, base }) => change(context, path, base),
  text: describe,
});

export const resetPrice = defineOperation({
  http: 'DELETE /prices',
  summary: 'set a price back to what it is by default',
  role: 'admin',
  input: { path: text({ description: 'the path of an endpoint' }) },
  args: ['path'],
  output,
  check: async (_, { path }) => void (await endpointOf(path)),
  before: (accounts, { path }) => priceOf(accounts, path),
  run: (context, { path }) => change(context, path),
  text: describe,
});

/** Without a base: back to the default. */
async function change({ accounts }: Context, path: string, base?: Points) {
  const endpoint = await endpointOf(path);
  const store = await accounts();
  await (base === undefined ? store.terms.resetPrice(path) : store.terms.setPrice(path, base));
  return { path, base: base ?? endpoint.price.base, default: endpoint.price.base };
}

async function endpointOf(path: string) {
  const { endpoints } = await import('../../endpoints/index.ts');
  const found = endpoints.find((each) => each.path === path);
  if (!found)
    throw new MissingError(`There is no path "${path}" with a price; "mdq price list" shows those there are`);
  return found;
}

async function priceOf(accounts: Accounts, path: string): Promise<{ base: Points }> {
  return { base: (await accounts.terms.prices()).get(path) ?? (await endpointOf(path)).price.base };
}

function describe({ path, base }: { path: string; base: Points }): string {
  return `${path} costs ${base === 0 ? 'nothing' : count(base, 'point')} from now on; servers take it within two seconds.`;
}
