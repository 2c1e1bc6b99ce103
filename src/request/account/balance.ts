import { readLimits } from '../../accounts/key-limits.ts';
import { endpoints } from '../../endpoints/index.ts';
import { Type } from '../../lib/schema.ts';
import { pathsFor } from '../may-ask.ts';
import { type AccountRoute, exact } from './account-route.ts';
import { DataFacts, dataFacts } from './data-facts.ts';

export const balance: AccountRoute = {
  path: '/api/account',
  summary: 'Balance, prices and coverage',
  description: 'Balance, current prices, and the published data: its days, defaults and currency.',
  parameters: [],
  schema: Type.Object(
    {
      account: Type.String({ description: 'Account name.' }),
      balance: Type.Integer({ description: 'Balance in points.' }),
      key: Type.Object(
        {
          id: Type.String({ description: 'Id of the key, not the key itself.' }),
          last4: Type.String({ description: 'Its last four characters.' }),
          paths: Type.Union([Type.Array(Type.String()), Type.Null()], {
            description: 'Paths it may call; null: all.',
          }),
          categories: Type.Union([Type.Array(Type.String()), Type.Null()], {
            description: 'Main categories it may ask for; null: all.',
          }),
        },
        { ...exact, description: 'The key that made this call.' },
      ),
      prices: Type.Array(
        Type.Object(
          {
            path: Type.String({ description: 'Path of the call.' }),
            base: Type.Integer({ description: 'Base points; 0 is a free call.' }),
            kind: Type.Union([Type.Literal('fixed'), Type.Literal('per-period')], {
              description: '`fixed`: always the base. `per-period`: the base × started periods.',
            }),
          },
          exact,
        ),
        { description: 'Current price of every path.' },
      ),
      data: Type.Union([DataFacts, Type.Null()], {
        description: 'The published data; null before the first publication.',
      }),
    },
    exact,
  ),
  example: (points, periodDays) => ({
    account: 'acme',
    balance: 99_428,
    key: { id: 'key_2c79d5a621', last4: 'Lbp2', paths: null, categories: null },
    prices: [
      { path: '/api/public/meta/categories', base: points('/api/public/meta/categories'), kind: 'fixed' },
      { path: '/api/public/market/focus', base: points('/api/public/market/focus'), kind: 'per-period' },
    ],
    data: {
      version: 7,
      coverage: { start: '2024-06-03', end: '2026-06-07' },
      default_period: { start: '2026-03-16', end: '2026-06-07' },
      period_days: periodDays,
      granularity: 'week',
      default_category: 'Home & Living',
      default_sub: 'Bedding',
      currency: 'TWD',
      time_zone: 'Asia/Taipei',
      privacy: null,
    },
  }),
  async answer(service, { holder, balance: points }) {
    const snapshot = service.snapshot();
    const limits = readLimits(holder.limits);
    return {
      account: holder.account,
      balance: points,
      key: {
        ...{ id: holder.keyId, last4: holder.keyLast4 },
        ...{ paths: pathsFor(limits, endpoints), categories: limits.categories },
      },
      prices: service.prices().rows(),
      data: snapshot ? dataFacts(snapshot, limits.categories) : null,
    };
  },
};
