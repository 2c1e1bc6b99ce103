import { mondayOf } from '../../snapshot/calendar.ts';
import { type PrivacyFacts, type Tables, WHOLE } from '../../snapshot/tables.ts';

/** What disclosure control did, from what an engine has counted and what is closed. */
export function privacyFacts(
  counted: Omit<PrivacyFacts, 'weeks' | 'closedWeeks'>,
  { days, closed }: Pick<Tables, 'days' | 'closed'>,
): PrivacyFacts {
  return {
    ...counted,
    weeks: new Set(Array.from(days, mondayOf)).size,
    closedWeeks: closed.scope.filter((scope) => scope === WHOLE).length,
  };
}
