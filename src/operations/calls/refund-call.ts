import { dayClock, formatDay, startOfDay } from '../../lib/calendar.ts';
import { thousands } from '../../lib/count.ts';
import { booksTimeZone } from '../books-days.ts';
import { defineOperation } from '../operation.ts';
import { flag, nullable, object, text, whole } from '../schema.ts';
import { timeOf } from './show-call.ts';

/** For so long what finds no room in a grant is valid. */
const LASTS_DAYS = 30;

export const refundCall = defineOperation({
  http: 'POST /calls/{request}/refund',
  summary: 'give back the points of a call, once',
  role: 'support',
  input: { request: text(), note: text({ description: 'what for', default: '' }) },
  args: ['request'],
  output: object({
    account: text(),
    refunded: whole(),
    balance: whole(),
    grant: whole(),
    expires: nullable(text()),
    repeated: flag(),
  }),
  countsDays: () => true,
  async before(accounts, { request }) {
    const call = await accounts.findAnyCall(request, timeOf(request));
    return (
      call && { balance: (await accounts.findAccount(call.accountId)).balance, refunded: call.isRefunded }
    );
  },
  async run(context, { request, note }) {
    const at = timeOf(request);
    const store = await context.accounts();
    const timeZone = await booksTimeZone(context, store);
    const day = dayClock(timeZone)(Date.now()) + LASTS_DAYS;
    const expires = { day, endsAt: startOfDay(day + 1, timeZone) };
    const refund = { requestId: request, at, by: context.by, note, expires };
    const { name, balance, change, isRepeated } = await store.refund(refund);
    const last = change.expires === null ? null : formatDay(change.expires);
    return {
      ...{ account: name, refunded: change.points, balance, grant: change.number, expires: last },
      repeated: isRepeated,
    };
  },
  adds: ({ refunded, repeated }) => (repeated ? 0 : refunded),
  text({ account, refunded, balance, repeated }, { request }) {
    const has = `it now has ${thousands(balance)}`;
    return repeated
      ? `${request} was refunded to "${account}" before, and is not refunded again; ${has}.`
      : `Gave ${thousands(refunded)} points of ${request} back to "${account}"; ${has}.`;
  },
});
