import { CHANGE_PARTS, currentMonth, readMonth } from '../../accounts/statement.ts';
import { badRequest, Refusal } from '../../errors/callers.ts';
import { formatDay } from '../../lib/calendar.ts';
import { Type } from '../../lib/schema.ts';
import { NOT_ALLOWED } from '../may-ask.ts';
import { readQuery } from '../parameters.ts';
import { type AccountRoute, exact } from './account-route.ts';
import { counted, ofPath } from './usage.ts';

const changes = (description: string) =>
  Type.Array(
    Type.Object(
      {
        id: Type.Integer({ description: 'Its number in the account.' }),
        time: Type.String({ format: 'date-time', description: 'When it happened, in UTC.' }),
        kind: Type.String({
          description:
            'What it is: `paid`, `promotional`, `correction`, `plan`, `refund`, `taken` or `expired`.',
        }),
        points: Type.Integer({ description: 'Points; negative if they were taken back or have expired.' }),
        reference: Type.Union([Type.String(), Type.Null()], {
          description: 'What it was for, such as the number of a payment; null without one.',
        }),
        of_grant: Type.Union([Type.Integer(), Type.Null()], {
          description: 'Number of the grant it is of; null without one, or with several.',
        }),
      },
      exact,
    ),
    { description },
  );

const month = Type.String({ pattern: '^\\d{4}-\\d{2}$' });

export const statement: AccountRoute = {
  path: '/api/account/statement',
  summary: 'Statement of a month',
  description:
    'The points of the account in a month: the opening balance, what came, went and was used, and the closing balance. Without `month`: this month so far.',
  parameters: [{ name: 'month', description: 'Month, `YYYY-MM`.', example: '2026-06', schema: month }],
  errors: ['notAllowed'],
  schema: Type.Object(
    {
      account: Type.String({ description: 'Account name.' }),
      month: Type.String({ description: 'Month, `YYYY-MM`.' }),
      time_zone: Type.String({
        description: 'Time zone in which the month begins and ends, as an IANA name.',
      }),
      opening: Type.Integer({ description: 'Balance at the beginning of the month.' }),
      granted: changes('Points granted, oldest first.'),
      refunded: changes('Points of calls that were refunded, oldest first.'),
      taken: changes('Points taken back, oldest first.'),
      expired: changes('Points that expired, oldest first.'),
      paths: Type.Array(ofPath, { description: 'Charged calls by path, most points first.' }),
      keys: Type.Array(
        Type.Object(
          {
            id: Type.String({ description: 'Id of the key, not the key itself.' }),
            name: Type.String({ description: 'Name of the key; empty without one.' }),
            last4: Type.String({ description: 'Its last four characters.' }),
            ...counted,
          },
          exact,
        ),
        { description: 'The same calls by key, most points first.' },
      ),
      closing: Type.Integer({
        description:
          'Balance at the end of the month: the opening balance, plus all changes, less all calls.',
      }),
      final: Type.Boolean({
        description: 'Whether nothing can change any more: from ten minutes after the end of the month.',
      }),
    },
    exact,
  ),
  example: (points) => {
    const used = 2 * points('/api/public/market/focus');
    return {
      ...{ account: 'acme', month: '2026-06', time_zone: 'Asia/Taipei', opening: 95_000 },
      granted: [
        {
          ...{ id: 4711, time: '2026-06-01T08:00:00.000Z', kind: 'promotional', points: 8000 },
          ...{ reference: null, of_grant: null },
        },
      ],
      ...{ refunded: [], taken: [], expired: [] },
      paths: [{ path: '/api/public/market/focus', calls: 2, points: used }],
      keys: [{ id: 'key_2c79d5a621', name: 'reports', last4: 'Lbp2', calls: 2, points: used }],
      ...{ closing: 95_000 + 8000 - used, final: true },
    };
  },
  async answer(service, { holder }, { query }) {
    const asked = readQuery(query, ['month']);
    if (asked instanceof Refusal) return asked;
    const timeZone = service.timeZone();
    const { month: text = formatDay(currentMonth(timeZone)).slice(0, 7) } = asked.given;
    const first = readMonth(text, timeZone);
    if (first === 'malformed') return badRequest('month must be a month as YYYY-MM');
    if (first === 'not begun') return badRequest(`month must not be after this month in ${timeZone}`);
    if (holder.limits !== undefined) return NOT_ALLOWED;
    const told = await service.statement(holder.account, first);
    const of = (part: keyof typeof CHANGE_PARTS) =>
      told.changes.filter(CHANGE_PARTS[part]).map(({ number, at, kind, points, reference, ofGrant }) => ({
        ...{ id: number, time: at.toISOString(), kind, points, reference, of_grant: ofGrant },
      }));
    return {
      ...{ account: told.account.name, month: text, time_zone: told.timeZone, opening: told.opening },
      ...{ granted: of('granted'), refunded: of('refunded'), taken: of('taken'), expired: of('expired') },
      paths: told.paths.map(({ of: path, calls, points }) => ({ path, calls, points })),
      keys: told.keys.map(({ of: id, name, last4, calls, points }) => ({ id, name, last4, calls, points })),
      ...{ closing: told.closing, final: told.isFinal },
    };
  },
};
