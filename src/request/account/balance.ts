import Type from 'typebox';
import { endpoints } from '../../endpoints/index.ts';
import { type AccountRoute, closed } from './account-route.ts';

export const balance: AccountRoute = {
  path: '/api/account',
  summary: 'Balance, key and prices',
  description: 'The account a key belongs to, what is left on it, and what every endpoint costs.',
  parameters: [],
  schema: Type.Object(
    {
      account: Type.String({ description: 'Account name.' }),
      balance: Type.Integer({ description: 'Points left.' }),
      key: Type.Object(
        {
          id: Type.String({ description: 'Id of the key used; not the key.' }),
          last4: Type.String({ description: 'Its last four characters.' }),
        },
        closed,
      ),
      prices: Type.Array(
        Type.Object(
          {
            path: Type.String(),
            base: Type.Integer({ description: 'Base points.' }),
            kind: Type.Union([Type.Literal('fixed'), Type.Literal('per-period')]),
          },
          closed,
        ),
      ),
    },
    closed,
  ),
  example: {
    account: 'acme',
    balance: 99_428,
    key: { id: 'key_2c79d5a621', last4: 'Lbp2' },
    prices: [
      { path: '/api/public/meta/categories', base: 1, kind: 'fixed' },
      { path: '/api/public/market/focus', base: 45, kind: 'per-period' },
    ],
  },
  async answer(_service, { holder, balance: points }) {
    return {
      account: holder.account,
      balance: points,
      key: { id: holder.keyId, last4: holder.keyLast4 },
      prices: endpoints.map(({ path, price }) => ({ path, ...price })),
    };
  },
};
