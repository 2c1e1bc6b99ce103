import { CHANGE_PARTS, readMonth, statementOf } from '../../accounts/statement.ts';
import { dayClock, formatDay } from '../../lib/calendar.ts';
import { count } from '../../lib/count.ts';
import { table } from '../../lib/text/table.ts';
import { booksTimeZone } from '../books-days.ts';
import { defineOperation, InputError } from '../operation.ts';
import { flag, nullable, object, rows, signed, text, time, whole } from '../schema.ts';

const CHANGES = rows({
  id: whole(),
  time: time(),
  kind: text(),
  points: signed(),
  reference: nullable(text()),
  note: text(),
  of_grant: nullable(whole()),
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
    keys: rows({ key: text(), name: text(), ends_in: text(), calls: whole(), points: whole() }),
    closing: whole(),
    final: flag(),
  }),
  async run(context, { account, month }) {
    const store = await context.accounts();
    const timeZone = await booksTimeZone(context, store);
    const first = readMonth(month, timeZone);
    if (first === 'malformed') throw new InputError(`{month} must be a month as YYYY-MM, not "${month}"`);
    if (first === 'not begun') throw new InputError(`{month}: ${month} has not begun yet in ${timeZone}`);
    const told = await statementOf(store, account, first, timeZone);
    // What was handed out stays true whatever becomes of the data's time zone.
    if (told.isFinal) await store.terms.keepTimeZone(timeZone);
    const of = (part: keyof typeof CHANGE_PARTS) =>
      told.changes
        .filter(CHANGE_PARTS[part])
        .map(({ number, at, kind, points, reference, note, ofGrant }) => ({
          ...{ id: number, time: at, kind, points, reference, note, of_grant: ofGrant },
        }));
    return {
      ...{ account: told.account.name, account_id: told.account.id, month, time_zone: timeZone },
      opening: told.opening,
      ...{ granted: of('granted'), refunded: of('refunded'), taken: of('taken'), expired: of('expired') },
      paths: told.paths.map(({ of: path, calls, points }) => ({ path, calls, points })),
      keys: told.keys.map(({ of: key, name, last4, calls, points }) => ({
        ...{ key, name, ends_in: `…${last4}`, calls, points },
      })),
      closing: told.closing,
      final: told.isFinal,
    };
  },
  csv: () => ['what', 'day', 'time', 'id', 'reference', 'note', 'path', 'calls', 'points', 'of_grant'],
  /** What is added from the opening balance on is the closing balance. */
  lines({ time_zone, opening, granted, refunded, taken, expired, paths, closing }) {
    const dayOf = dayClock(time_zone);
    return [
      { what: 'opening balance', points: opening },
      ...[...granted, ...refunded, ...taken, ...expired].map(({ kind, ...change }) => ({
        ...{ what: kind, day: formatDay(dayOf(change.time.getTime())), ...change },
      })),
      ...paths.map(({ path, calls, points }) => ({ what: 'calls', path, calls, points: 0 - points })),
      { what: 'closing balance', points: closing },
    ];
  },
  text({
    account,
    month,
    time_zone,
    opening,
    granted,
    refunded,
    taken,
    expired,
    paths,
    keys,
    closing,
    final,
  }) {
    const dayOf = dayClock(time_zone);
    const lines = [
      { what: 'opening balance', day: '', points: opening },
      ...[...granted, ...refunded, ...taken, ...expired].map(({ kind, time, points, reference, note }) => ({
        what: [kind, reference ?? note].filter(Boolean).join(', '),
        day: formatDay(dayOf(time.getTime())),
        points,
      })),
      ...paths.map(({ path, calls, points }) => ({
        what: `${path}, ${count(calls, 'call')}`,
        day: '',
        points: 0 - points,
      })),
      { what: 'closing balance', day: '', points: closing },
    ];
    const byKey = keys.map(({ key, name, ends_in, calls, points }) => ({
      ...{ key: [key, name].filter(Boolean).join(', '), ends_in, calls, points },
    }));
    return [
      `Statement of "${account}" for ${month}, days in ${time_zone}\n\n${table(lines)}`,
      ...(byKey.length > 0 ? [`\n${table(byKey)}`] : []),
      ...(final ? [] : ['The month is not over yet: more may be added.']),
    ].join('\n');
  },
});
