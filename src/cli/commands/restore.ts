import { resolve } from 'node:path';
import type { Command } from 'commander';
import { restoreBackup } from '../../backup/restore.ts';
import { UserError } from '../../errors/operators.ts';
import { count } from '../../lib/count.ts';
import { linesOf } from '../../lib/lines.ts';
import { minute } from '../../operations/data/facts.ts';
import type { CommandContext } from '../context.ts';
import { describeContents, describeElsewhere, elsewhereBy, FROZEN } from '../printing/describe-backup.ts';
import { publicationLines, publicationsJson } from '../printing/restored-lines.ts';

export function addOptions(command: Command): Command {
  return command.option(
    '--force',
    'also into a DATA_DIR that is not empty; what is there is kept in a folder of its own',
  );
}

export async function act(
  context: CommandContext,
  { force = false }: { force?: boolean },
  dir: string,
): Promise<void> {
  const { dataDir } = context.config;
  const now = elsewhereBy(context.config);
  if (now.accounts && now.lines)
    throw new UserError(
      `Nothing in ${dataDir} is used: ACCOUNTS_URL and WAREHOUSE_URL say that all is in PostgreSQL and ClickHouse. ` +
        'Restore it there, see "Backups" in the guide Scaling out; or unset them to restore this backup',
    );
  const { manifest, audit, isFrozen, replaced, publications } = await restoreBackup(resolve(dir), dataDir, {
    force,
    onProgress: context.onProgress,
  });
  const lines = linesOf(
    `Restored the backup of ${minute(manifest.takenAt)} into ${dataDir}: ${describeContents(manifest)}.`,
    manifest.accounts &&
      !now.accounts &&
      'What was changed or deleted after that time is as it was then: deleted and rotated keys are valid again, ' +
        'later grants and charges are gone. "mdq key list" and "mdq account list" show what holds now.',
    manifest.lines &&
      !now.lines &&
      'Orders that were imported, changed or deleted after that time are as they were then.',
    publications && !now.lines && publicationLines(publications),
    isFrozen && FROZEN,
    describeElsewhere(manifest, { ...manifest.elsewhere, ...now }, 'restore'),
    now.lines !== undefined &&
      manifest.lines &&
      'The order lines of this backup are not used while WAREHOUSE_URL is set.',
    now.accounts !== undefined &&
      manifest.accounts &&
      'The accounts of this backup are not used while ACCOUNTS_URL is set.',
    replaced !== undefined &&
      `What was there before is in ${replaced}; remove it once you no longer need it.`,
    audit.length > 0 &&
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
