import type { DailyUsage } from '../../accounts/books.ts';
import { badRequest, Refusal } from '../../errors/callers.ts';
import { daysIn, formatDay } from '../../lib/calendar.ts';
import { Type } from '../../lib/schema.ts';
import { ownOnly } from '../may-ask.ts';
import { readQuery, readRange } from '../parameters.ts';
import { type AccountRoute, date, exact } from './account-route.ts';
import { USAGE_DAYS } from './limits.ts';

export const counted = {
  calls: Type.Integer({ description: 'Charged calls.' }),
  points: Type.Integer({ description: 'Points charged.' }),
};

export const ofPath = Type.Object(
  { path: Type.String({ description: 'Path of the call.' }), ...counted },
  exact,
);

const USUAL_DAYS = 30;

export const usage: AccountRoute = {
  path: '/api/account/usage',
  summary: 'Usage by day and path',
  description: `What the account was charged, over at most ${USAGE_DAYS} days. Without dates: the last ${USUAL_DAYS} days.`,
  parameters: [
    { name: 'start', description: 'First day, `YYYY-MM-DD`.', example: '2026-06-01', isDate: true },
    { name: 'end', description: 'Last day, `YYYY-MM-DD`.', example: '2026-06-07', isDate: true },
  ],
  schema: Type.Object(
    {
      start: date('First day.'),
      end: date('Last day.'),
      ...counted,
      days: Type.Array(
        Type.Object(
          {
            day: date('Day, in the time zone of the service.'),
            ...counted,
            paths: Type.Array(ofPath, { description: 'The same day by path, most points first.' }),
          },
          exact,
        ),
        { description: 'Days with a charged call.' },
      ),
      paths: Type.Array(ofPath, { description: 'All days by path, most points first.' }),
    },
    exact,
  ),
  example: (points) => {
    const focus = 2 * points('/api/public/market/focus');
    const list = points('/api/public/meta/categories');
    const ofFocus = { path: '/api/public/market/focus', calls: 2, points: focus };
    const ofList = { path: '/api/public/meta/categories', calls: 1, points: list };
    return {
      start: '2026-06-01',
      end: '2026-06-07',
      calls: 3,
      points: focus + list,
      days: [
        { day: '2026-06-02', calls: 1, points: list, paths: [ofList] },
        { day: '2026-06-05', calls: 2, points: focus, paths: [ofFocus] },
      ],
      paths: [ofFocus, ofList],
    };
  },
  async answer({ books, dayOf }, caller, { query }) {
    const end = dayOf(Date.now());
    const usual = { start: end - USUAL_DAYS + 1, end };
    const parameters = readQuery(query, ['start', 'end']);
    if (parameters instanceof Refusal) return parameters;
    const range = readRange(parameters.given, usual, USUAL_DAYS);
    if (range instanceof Refusal) return range;
    if (daysIn(range) > USAGE_DAYS) {
      return badRequest(
        `start to end must cover at most ${USAGE_DAYS} days; ask for one year at a time`,
        'invalidRange',
      );
    }
    const rows = await books.dailyUsage(caller.holder.account, range, ownOnly(caller));
    const days = Map.groupBy(rows, ({ day }) => day);
    const paths = Map.groupBy(rows, ({ path }) => path);
    return {
      start: formatDay(range.start),
      end: formatDay(range.end),
      ...sumOf(rows),
      days: [...days].map(([day, of]) => ({
        day: formatDay(day),
        ...sumOf(of),
        paths: of.map(({ path, calls, points }) => ({ path, calls, points })),
      })),
      paths: [...paths].map(([path, of]) => ({ path, ...sumOf(of) })).sort(byPoints),
    };
  },
};

function sumOf(rows: readonly DailyUsage[]): { calls: number; points: number } {
  return {
    calls: rows.reduce((sum, { calls }) => sum + calls, 0),
    points: rows.reduce((sum, { points }) => sum + points, 0),
  };
}

function byPoints(a: { points: number; path: string }, b: { points: number; path: string }): number {
  return b.points - a.points || (a.path < b.path ? -1 : 1);
}
