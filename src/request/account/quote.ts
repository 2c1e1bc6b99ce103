import Type from 'typebox';
import { daysOf } from '../../endpoints/form/days.ts';
import { periodsBegun, pointsFor } from '../../endpoints/form/price.ts';
import { endpoints, ownParameters } from '../../endpoints/index.ts';
import { badRequest, Refusal } from '../../errors/callers.ts';
import { daysIn, formatDay } from '../../snapshot/calendar.ts';
import { readQuery, readQuestion } from '../parameters.ts';
import { type AccountRoute, closed } from './account-route.ts';

const NO_DATA = new Refusal('noData');
const UNKNOWN_PATH = badRequest(
  'path must be the path of a data endpoint, such as /api/public/market/focus; GET /api/account lists them',
);

const DATE = Type.String({ format: 'date' });
const BY_PATH = new Map<string, (typeof endpoints)[number]>(endpoints.map((each) => [each.path, each]));

export const quote: AccountRoute = {
  path: '/api/account/quote',
  summary: 'Quote for a call',
  description:
    'The current price of one call, and the days it covers. Send the path and the dates of the call; other parameters are ignored.',
  parameters: [
    {
      name: 'path',
      description: 'Path of the call.',
      example: '/api/public/market/focus',
      isRequired: true,
    },
    { name: 'start', description: '`start` of the call.', example: '2026-01-01', isDate: true },
    { name: 'end', description: '`end` of the call.', example: '2026-06-07', isDate: true },
    ...ownParameters.map(({ name, usual }) => ({
      name,
      description: `\`${name}\` of the call.`,
      example: String(usual),
    })),
  ],
  errors: ['noData'],
  schema: Type.Object(
    {
      path: Type.String({ description: 'Path of the call.' }),
      points: Type.Integer({ description: 'What the call costs.' }),
      start: Type.Union([DATE, Type.Null()], {
        description: 'First day of the range; null for a path without a period.',
      }),
      end: Type.Union([DATE, Type.Null()], {
        description: 'Last day of the range; null for a path without a period.',
      }),
      days: Type.Integer({
        description: 'Days of the range inside the data: only these are billed.',
      }),
      periods: Type.Integer({
        description: 'Started default periods, by which the base is multiplied; 1 for a fixed price.',
      }),
      balance: Type.Integer({ description: 'Your balance.' }),
    },
    closed,
  ),
  example: (points, periodDays) => ({
    path: '/api/public/market/focus',
    points: points('/api/public/market/focus', 158),
    start: '2026-01-01',
    end: '2026-06-07',
    days: 158,
    periods: periodsBegun({ kind: 'per-period' }, 158, periodDays),
    balance: 99_428,
  }),
  async answer(service, { balance }, text) {
    const snapshot = service.snapshot();
    if (!snapshot) return NO_DATA;
    const asked = readQuery(text, ['path']);
    if (asked instanceof Refusal) return asked;
    const endpoint = BY_PATH.get(asked.given.path ?? '');
    if (!endpoint) return UNKNOWN_PATH;
    // The call itself reads the same.
    const query = readQuery(text, endpoint.takes);
    if (query instanceof Refusal) return query;
    const question = readQuestion(snapshot, endpoint, query);
    if (question instanceof Refusal) return question;
    const { range } = question;
    const hasPeriod = endpoint.period !== 'none';
    const days = daysIn(daysOf(endpoint, range, snapshot).priced);
    const price = service.prices().priceOf(endpoint);
    return {
      path: endpoint.path,
      points: pointsFor(price, days, snapshot.periodDays),
      start: hasPeriod ? formatDay(range.start) : null,
      end: hasPeriod ? formatDay(range.end) : null,
      days,
      periods: periodsBegun(price, days, snapshot.periodDays),
      balance,
    };
  },
};
