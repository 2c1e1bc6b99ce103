import { BRAND_NAMES } from '../../brand/brand.ts';
import { defineList } from '../operation.ts';
import { nullable, rows, text } from '../schema.ts';

export const showSite = defineList({
  http: 'GET /site',
  summary: 'show what of the site is your own; what is not set is the default',
  role: 'viewer',
  input: {},
  output: rows({ name: text(), value: nullable(text()) }),
  async run({ accounts }) {
    const stored = await (await accounts()).terms.brand();
    return BRAND_NAMES.map((name) => ({ name, value: stored.get(name) ?? null }));
  },
  empty: () => 'Nothing of the site can be set',
});
