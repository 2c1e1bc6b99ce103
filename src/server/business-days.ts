import type { Accounts } from '../accounts/accounts.ts';
import { statementOf } from '../accounts/statement.ts';
import { dayClock } from '../lib/calendar.ts';
import type { Service } from '../request/service.ts';
import { StorePoller } from './store-poller.ts';

/** Days are those of the data until the books keep a time zone of their own. */
export function businessDays(accounts: Accounts, timeZone: string) {
  const poller = new StorePoller(
    daysIn(timeZone, false),
    async () => new Map([['timeZone', await accounts.terms.timeZone()]]),
    (stored) => {
      const kept = stored.get('timeZone');
      return daysIn(kept ?? timeZone, kept !== undefined);
    },
  );
  const service: Pick<Service, 'dayOf' | 'timeZone' | 'statement'> = {
    dayOf: (at) => poller.now.dayOf(at),
    timeZone: () => poller.now.timeZone,
    statement: async (account, month) => {
      const days = poller.now;
      const told = await statementOf(accounts, account, month, days.timeZone);
      // What was handed out stays true whatever becomes of the data's time zone.
      if (told.isFinal && !days.isKept && told.changes.length + told.paths.length > 0)
        await accounts.terms.keepTimeZone(days.timeZone);
      return told;
    },
  };
  return { poller, service };
}

function daysIn(timeZone: string, isKept: boolean) {
  return { timeZone, isKept, dayOf: dayClock(timeZone) };
}
