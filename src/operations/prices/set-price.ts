import { MAX_BASE } from '../../endpoints/form/price.ts';
import { thousands } from '../../lib/count.ts';
import { defineOperation } from '../operation.ts';
import { whole } from '../schema.ts';
import { changePrice, describePrice, endpointOf, output, path, priceOf } from './base-price.ts';

const RANGE = `to ${thousands(MAX_BASE)}`;

export const setPrice = defineOperation({
  http: 'PUT /prices',
  summary: `set a base price, from 0 (free) ${RANGE} points`,
  role: 'admin',
  input: {
    path,
    base: whole({ maximum: MAX_BASE, takes: `a whole number of points from 0 ${RANGE}` }),
  },
  args: ['path', 'base'],
  output,
  check: async (_, { path }) => void (await endpointOf(path)),
  before: (accounts, { path }) => priceOf(accounts, path),
  run: (context, { path, base }) => changePrice(context, path, base),
  text: describePrice,
});
