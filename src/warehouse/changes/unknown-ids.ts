import { UserError } from '../../errors/operators.ts';

const SHOWN = 5;

/** Refuses a change that names orders or members that are not there. */
export function refuseUnknown(what: 'order' | 'member', ids: readonly string[], which = ''): void {
  if (ids.length === 0) return;
  const shown = ids
    .toSorted()
    .slice(0, SHOWN)
    .map((id) => JSON.stringify(id));
  const more = ids.length > SHOWN ? ` and ${ids.length - SHOWN} more` : '';
  throw new UserError(
    `There is no ${what} ${shown.join(', ')}${more}${which && ` ${which}`}; nothing was changed`,
  );
}
