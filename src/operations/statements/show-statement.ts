import type { Grant } from '../../accounts/grants.ts';
import { statementOf } from '../../accounts/statement.ts';
import { table } from '../../lib/table.ts';
import { parseDay } from '../../snapshot/calendar.ts';
import { booksTimeZone } from '../books-days.ts';
import { defineOperation, InputError } from '../operation.ts';
import { flag, nullable, object, rows, text, time, whole } from '../schema.ts';

const CHANGES = rows({
  id: whole(),
  time: time(),
  kind: text(),
  points: whole(),
  reference: nullable(text()),
  note: text(),
});

export const showStatement = defineOperation({
  http: 'GET /accounts/{account}/statement',
  summary: 'what happened to the points of an account in a month',
  role: 'viewer',
  input: { account: text(), month: text({ description: 'the month, YYYY-MM', label: 'month' }) },
  args: ['account'],
  output: object({
    account: text(),
    account_id: text(),
    month: text(),
    time_zone: text(),
    opening: whole(),
    granted: CHANGES,
    refunded: CHANGES,
    taken: CHANGES,
    expired: CHANGES,
    paths: rows({ path: text(), calls: whole(), points: whole() }),
    keys: rows({ key: text(), calls: whole(), points: whole() }),
    closing: whole(),
    final: flag(),
  }),
  async run(context, { account, month }) {
    const first = /^\d{4}-\d\d$/.test(month) ? parseDay(`${month}-01`) : undefined;
    if (first === undefined) throw new InputError(`{month} must be a month as YYYY-MM, not "${month}"`);
    const store = await context.accounts();
    const timeZone = await booksTimeZone(context, store);
    const told = await statementOf(store, account, first, timeZone);
    // What was handed out stays true whatever becomes of the data's time zone.
    if (told.isFinal) await store.keepTimeZone(timeZone);
    const of = (isOne: (change: Grant) => boolean) =>
      told.changes.filter(isOne).map(({ number, at, kind, points, reference, note }) => ({
        ...{ id: number, time: at, kind, points, reference, note },
      }));
    return {
      ...{ account: told.account.name, account_id: told.account.id, month, time_zone: timeZone },
      opening: told.opening,
      granted: of(({ kind, points }) => kind !== 'refund' && points > 0),
      refunded: of(({ kind }) => kind === 'refund'),
      taken: of(({ kind }) => kind === 'taken'),
      expired: of(({ kind }) => kind === 'expired'),
      paths: told.paths.map(({ of: path, calls, points }) => ({ path, calls, points })),
      keys: told.keys.map(({ of: key, calls, points }) => ({ key, calls, points })),
      closing: told.closing,
      final: told.isFinal,
    };
  },
  text({ account, month, opening, granted, refunded, taken, expired, paths, closing, final }) {
    const lines = [
      { what: 'opening balance', points: opening },
      ...[...granted, ...refunded, ...taken, ...expired].map(({ kind, points, reference, note }) => ({
        what: [kind, reference ?? note].filter(Boolean).join(', '),
        points,
      })),
      ...paths.map(({ path, calls, points }) => ({
        what: `${path}, ${calls.toLocaleString('en')} calls`,
        points: -points,
      })),
      { what: 'closing balance', points: closing },
    ];
    const state = final ? '' : '\nThe month is not over yet: more may be added.';
    return `Statement of "${account}" for ${month}\n\n${table(lines)}${state}`;
  },
});
