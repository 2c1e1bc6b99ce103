import { defineOperation } from '../operation.ts';
import { changePrice, describePrice, endpointOf, output, path, priceOf } from './base-price.ts';

export const resetPrice = defineOperation({
  http: 'DELETE /prices',
  summary: 'set a price back to what it is by default',
  role: 'admin',
  input: { path },
  args: ['path'],
  output,
  check: async (_, { path }) => void (await endpointOf(path)),
  before: (accounts, { path }) => priceOf(accounts, path),
  run: (context, { path }) => changePrice(context, path),
  text: describePrice,
});
