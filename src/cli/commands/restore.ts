import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { Part } from '../../backup/manifest.ts';
import { restoreBackup } from '../../backup/restore.ts';
import { UserError } from '../../errors/operators.ts';
import { formatDay } from '../../lib/calendar.ts';
import { count } from '../../lib/count.ts';
import { linesOf } from '../../lib/text/lines.ts';
import { minute } from '../../operations/data/facts.ts';
import { weeksText } from '../../operations/data/privacy-lines.ts';
import { noteDone } from '../../operations/deeds.ts';
import type { RestoredPublications } from '../../warehouse/warehouse.ts';
import { actorOf, type CommandContext } from '../context.ts';
import { describeContents, describeElsewhere, elsewhereBy, FROZEN } from '../printing/describe-backup.ts';

export function addOptions(command: Command): Command {
  return command
    .option('--force', 'also into a DATA_DIR that is not empty; what is there is kept in a folder of its own')
    .addOption(
      new Option(
        '--only <part>',
        'restore the order data and figures, or the accounts, and leave the other as it is',
      ).choices(['data', 'accounts']),
    );
}

export async function act(
  context: CommandContext,
  { force = false, only }: { force?: boolean; only?: Part },
  dir: string,
): Promise<void> {
  const { dataDir } = context.config;
  const now = elsewhereBy(context.config);
  if (now.accounts && now.lines)
    throw new UserError(
      `Nothing in ${dataDir} is used: ACCOUNTS_URL and WAREHOUSE_URL say that all is in PostgreSQL and ClickHouse. ` +
        'Restore it there, see "Backups" in the guide Scaling out; or unset them to restore this backup',
    );
  const { manifest, audit, isFrozen, replaced, publications, areMarksKnown } = await restoreBackup(
    resolve(dir),
    dataDir,
    {
      ...{ force, only },
      memory: context.config.importMemory,
      onProgress: context.onProgress,
    },
  );
  if (!isFrozen)
    await note(context, { backup: resolve(dir), takenAt: manifest.takenAt, only: only ?? 'all' });
  const lines = linesOf(
    `Restored the backup of ${minute(manifest.takenAt)} into ${dataDir}: ${describeContents(manifest, only)}.`,
    only &&
      `The ${only === 'data' ? 'accounts' : 'order data'} there stayed as ${only === 'data' ? 'they were' : 'it was'}.`,
    manifest.accounts &&
      !now.accounts &&
      'What was changed or deleted after that time is as it was then: deleted and rotated keys are valid again, ' +
        'later grants and charges are gone. "mdq key list" and "mdq account list" show what holds now.',
    manifest.lines &&
      !now.lines &&
      (areMarksKnown
        ? 'Orders that were imported or changed after that time are as they were then; what was deleted or forgotten in the store that was there stays so.'
        : 'Orders that were imported or changed after that time are as they were then. What was deleted or forgotten since is not known here, and is back: delete and forget it again.'),
    publications && !now.lines && publicationLines(publications),
    isFrozen && only !== 'data' && FROZEN,
    !only && describeElsewhere(manifest, { ...manifest.elsewhere, ...now }, 'restore'),
    now.lines !== undefined &&
      manifest.lines &&
      'The order lines of this backup are not used while WAREHOUSE_URL is set.',
    now.accounts !== undefined &&
      manifest.accounts &&
      'The accounts of this backup are not used while ACCOUNTS_URL is set.',
    replaced !== undefined &&
      `What was there before is in ${replaced}; remove it once you no longer need it.`,
    audit.length > 0 &&
      only !== 'data' &&
      `The accounts did not add up when they were backed up: ${count(audit.length, 'problem')}, see "mdq audit".`,
  );
  context.print(
    {
      ...{ dataDir, backup: resolve(dir), ...manifest, replaced: replaced ?? null, audit, isFrozen },
      publications: publications && publicationsJson(publications),
    },
    lines.join('\n'),
  );
}

/** Notes it in the log of the accounts that are there now. That they cannot be opened, every other command says. */
async function note(context: CommandContext, after: object): Promise<void> {
  if (!(await context.hasAccounts())) return;
  await noteDone(context, () => context.accounts(), { name: 'restore', actor: actorOf(context) }, after);
}

/** What a restore means for what was published before it: a sentence each. */
function publicationLines({
  version,
  isKnown,
  newestKnown,
  revisedWeeks,
  withheldWeeks,
  waitingWeeks,
  endsControl,
  leftOut,
  hasOtherAddresses,
}: RestoredPublications): string[] {
  const left = linesOf(
    leftOut?.orders > 0 && count(leftOut.orders, 'order'),
    leftOut?.members > 0 && count(leftOut.members, 'member'),
  );
  return linesOf(
    left.length > 0 &&
      `Left out again, since deleted or forgotten here: ${left.join(' and ')} of the backup.`,
    hasOtherAddresses &&
      'Members are made of e-mail addresses with another key in this backup, so whoever was forgotten here by address may be back: ' +
        'forget them again with "mdq members forget --email ADDRESS".',
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

function publicationsJson(publications: RestoredPublications): object {
  const { revisedWeeks, withheldWeeks, waitingWeeks, ...others } = publications;
  return {
    ...others,
    revisedWeeks: revisedWeeks.map(formatDay),
    withheldWeeks: withheldWeeks.map(formatDay),
    waitingWeeks: waitingWeeks.map(formatDay),
  };
}
