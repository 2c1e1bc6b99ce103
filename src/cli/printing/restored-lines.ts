import { linesOf } from '../../lib/lines.ts';
import { weeksText } from '../../operations/data/privacy-lines.ts';
import { formatDay } from '../../snapshot/calendar.ts';
import type { RestoredPublications } from '../../warehouse/warehouse.ts';

/** What a restore means for what was published before it: a sentence each. */
export function publicationLines({
  version,
  isKnown,
  newestKnown,
  revisedWeeks,
  withheldWeeks,
  waitingWeeks,
  endsControl,
}: RestoredPublications): string[] {
  return linesOf(
    !isKnown &&
      'Nothing is known here of what was published after the backup: the next versions may get numbers that callers have ' +
        'seen with other figures. If the old DATA_DIR is left, copy its publications.json here and restore again with --force.',
    isKnown &&
      version === newestKnown + 1 &&
      `The figures are version ${version} here: versions up to ${newestKnown} have been given out.`,
    endsControl && 'Disclosure control was on here and is off in the backup: everything in it is shown.',
    revisedWeeks.length > 0 &&
      `The restored figures are not those that were published last of the ${weeksText(revisedWeeks)}.`,
    withheldWeeks.length > 0 &&
      `Published after the backup, and not shown until "mdq refresh --restate": the ${weeksText(withheldWeeks)}. Import their orders again first.`,
    waitingWeeks.length > 0 &&
      `What waits would revise the published ${weeksText(waitingWeeks)}: "mdq refresh --restate" takes it in.`,
  );
}

export function publicationsJson(publications: RestoredPublications): object {
  const { revisedWeeks, withheldWeeks, waitingWeeks, ...others } = publications;
  return {
    ...others,
    revisedWeeks: revisedWeeks.map(formatDay),
    withheldWeeks: withheldWeeks.map(formatDay),
    waitingWeeks: waitingWeeks.map(formatDay),
  };
}
