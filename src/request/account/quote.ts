import { readLimits } from '../../accounts/key-limits.ts';
import { periodsBegun, pointsFor } from '../../endpoints/form/price.ts';
import { endpoints, ownParameters } from '../../endpoints/index.ts';
import { badRequest, Refusal } from '../../errors/callers.ts';
import { daysIn, formatDay } from '../../lib/calendar.ts';
import { Type } from '../../lib/schema.ts';
import { asksOf, mayAsk, NOT_ALLOWED } from '../may-ask.ts';
import { readQuery } from '../parameters.ts';
import { handlingRefusal, readCall } from '../read-call.ts';
import { type AccountRoute, exact } from './account-route.ts';

const NO_DATA = new Refusal('noData');
const UNKNOWN_PATH = badRequest(
  'path must be the path of a data endpoint, such as /api/public/market/focus; GET /api/account lists them',
);

const EXAMPLE_PATH = '/api/public/sub-market/focus';
const DATE = Type.String({ format: 'date' });
const BY_PATH = new Map<string, (typeof endpoints)[number]>(endpoints.map((each) => [each.path, each]));

export const quote: AccountRoute = {
  path: '/api/account/quote',
  summary: 'Quote for a call',
  description:
    'A dry run of one call: its price now, the days it covers, and what it would use. Send its path and parameters, and its `Prefer: handling=strict`: then the quote is refused where the call would be.',
  parameters: [
    {
      name: 'path',
      description: 'Path of the call.',
      example: EXAMPLE_PATH,
      isRequired: true,
    },
    { name: 'category', description: '`category` of the call.', example: 'Home & Living' },
    { name: 'sub', description: '`sub` of the call.', example: 'Bedding' },
    { name: 'start', description: '`start` of the call.', example: '2026-01-01', isDate: true },
    { name: 'end', description: '`end` of the call.', example: '2026-06-07', isDate: true },
    ...ownParameters.map(({ name, usual, schema }) => ({
      name,
      description: `\`${name}\` of the call.`,
      example: String(usual),
      schema,
    })),
  ],
  errors: ['noData', 'notAllowed'],
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
      category: Type.Union([Type.String(), Type.Null()], {
        description: 'The main category that the call would use; null for a path without one.',
      }),
      subCategory: Type.Union([Type.String(), Type.Null()], {
        description: 'The sub-category that the call would use; null for a path without one.',
      }),
      fallback: Type.Array(Type.Union([Type.Literal('category'), Type.Literal('sub')]), {
        description: 'Parameters whose name is unknown, so that the default would be used.',
      }),
      ignored: Type.Array(Type.String(), {
        maxItems: 10,
        description: 'Parameters that the path does not take.',
      }),
      days_outside: Type.Integer({ description: 'Days of the range outside the data: these are free.' }),
    },
    exact,
  ),
  example: (points, periodDays) => ({
    path: EXAMPLE_PATH,
    points: points(EXAMPLE_PATH, 158),
    start: '2026-01-01',
    end: '2026-06-07',
    days: 158,
    periods: periodsBegun({ kind: 'per-period' }, 158, periodDays),
    balance: 99_428,
    category: 'Home & Living',
    subCategory: 'Bedding',
    fallback: [],
    ignored: [],
    days_outside: 0,
  }),
  takesPrefer: true,
  async answer(service, { balance, holder }, { query: text, handling }) {
    const snapshot = service.snapshot();
    if (!snapshot) return NO_DATA;
    const asked = readQuery(text, ['path']);
    if (asked instanceof Refusal) return asked;
    const endpoint = BY_PATH.get(asked.given.path ?? '');
    if (!endpoint) return UNKNOWN_PATH;
    // The call itself is read the same way.
    const query = readQuery(text, [...endpoint.takes, 'path']);
    if (query instanceof Refusal) return query;
    const reading = readCall(endpoint, snapshot, query);
    if (reading instanceof Refusal) return reading;
    const { question, days, departures } = reading;
    const limits = readLimits(holder.limits);
    const strictly = { endpoint, snapshot, query: () => query, limits };
    const refused = handlingRefusal(handling, departures, strictly);
    if (refused) return refused;
    if (!mayAsk(limits, asksOf(endpoint, question.category))) return NOT_ALLOWED;
    const { range, category, sub } = question;
    const hasPeriod = endpoint.period !== 'none';
    const price = service.prices().priceOf(endpoint);
    const { fallback = [], ignored = [], daysOutside = 0 } = departures ?? {};
    const priced = daysIn(days.priced);
    return {
      path: endpoint.path,
      points: days.isFree ? 0 : pointsFor(price, priced, snapshot.periodDays),
      start: hasPeriod ? formatDay(range.start) : null,
      end: hasPeriod ? formatDay(range.end) : null,
      days: priced,
      periods: days.isFree ? 0 : periodsBegun(price, priced, snapshot.periodDays),
      balance,
      category: endpoint.level === 'overall' ? null : category.name,
      subCategory: endpoint.level === 'sub' ? sub.name : null,
      ...{ fallback, ignored },
      days_outside: daysOutside,
    };
  },
};
