import { formatDay } from '../../lib/calendar.ts';
import { Type } from '../../lib/schema.ts';
import { NOT_ALLOWED } from '../may-ask.ts';
import { type AccountRoute, exact } from './account-route.ts';

export const points: AccountRoute = {
  path: '/api/account/points',
  summary: 'Points by grant',
  description:
    'The grants that have points left, in the order in which they are used: what expires first, then what is older.',
  parameters: [],
  errors: ['notAllowed'],
  schema: Type.Object(
    {
      balance: Type.Integer({ description: 'Balance in points: what is left of all grants.' }),
      grants: Type.Array(
        Type.Object(
          {
            id: Type.Integer({ description: 'Number of the grant.' }),
            kind: Type.String({
              description: 'What it is: `paid`, `promotional`, `correction`, `plan` or `refund`.',
            }),
            points: Type.Integer({ description: 'Points granted.' }),
            left: Type.Integer({ description: 'Points left of it.' }),
            time: Type.String({ format: 'date-time', description: 'When it was granted, in UTC.' }),
            expires: Type.Union([Type.String({ format: 'date' }), Type.Null()], {
              description: 'Last day it is valid on; null if it does not expire.',
            }),
            reference: Type.Union([Type.String(), Type.Null()], {
              description: 'What it was granted for, such as the number of a payment; null without one.',
            }),
          },
          exact,
        ),
        { description: 'In the order of use.' },
      ),
    },
    exact,
  ),
  example: () => ({
    balance: 99_428,
    grants: [
      {
        ...{ id: 4711, kind: 'promotional', points: 8000, left: 7428, time: '2026-06-01T08:00:00.000Z' },
        ...{ expires: '2026-06-30', reference: null },
      },
      {
        ...{ id: 12, kind: 'paid', points: 100_000, left: 95_000, time: '2026-01-12T10:31:07.412Z' },
        ...{ expires: null, reference: 'INV-2026-114' },
      },
    ],
  }),
  async answer({ books }, { holder }) {
    if (holder.limits !== undefined) return NOT_ALLOWED;
    const open = await books.openGrants(holder.account);
    return {
      balance: open.reduce((sum, { left }) => sum + left, 0),
      grants: open.map(({ number, kind, points: granted, left, at, expires, reference }) => ({
        ...{ id: number, kind, points: granted, left, time: at.toISOString() },
        expires: expires === null ? null : formatDay(expires),
        reference,
      })),
    };
  },
};
