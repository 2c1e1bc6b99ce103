import { MAX_BASE, type Points } from '../../endpoints/form/price.ts';
import { UserError } from '../../errors/operators.ts';
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
    path: text(),
    base: whole({ maximum: MAX_BASE, takes: `a whole number of points from 0 ${RANGE}` }),
  },
  args: ['path', 'base'],
  output,
  run: (context, { path, base }) => change(context, path, base),
  text: describe,
});

export const resetPrice = defineOperation({
  http: 'DELETE /prices',
  summary: 'set a price back to what it is by default',
  role: 'admin',
  input: { path: text() },
  args: ['path'],
  output,
  run: (context, { path }) => change(context, path),
  text: describe,
});

/** Without a base: back to the default. */
async function change({ accounts }: Context, path: string, base?: Points) {
  const { endpoints } = await import('../../endpoints/index.ts');
  const endpoint = endpoints.find((each) => each.path === path);
  if (!endpoint) {
    throw new UserError(`There is no path "${path}" with a price; "mdq price list" shows those there are`);
  }
  const store = await accounts();
  await (base === undefined ? store.resetPrice(path) : store.setPrice(path, base));
  return { path, base: base ?? endpoint.price.base, default: endpoint.price.base };
}

function describe({ path, base }: { path: string; base: Points }): string {
  return `${path} costs ${base === 0 ? 'nothing' : count(base, 'point')} from now on; servers take it within two seconds.`;
}
