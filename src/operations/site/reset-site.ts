import { defineOperation } from '../operation.ts';
import { name, output, partOf, SOON } from './site-part.ts';

export const resetSite = defineOperation({
  http: 'DELETE /site/{name}',
  summary: 'set a part of the site back to what it is by default',
  role: 'admin',
  input: { name },
  args: ['name'],
  output,
  before: (accounts, { name }) => partOf(accounts, name),
  async run({ accounts }, { name }) {
    await (await accounts()).terms.resetBrand(name);
    return { name, value: null };
  },
  text: ({ name }) => `Set ${name} back to the default; ${SOON}`,
});
