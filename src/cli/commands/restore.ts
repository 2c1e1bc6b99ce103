import { resolve } from 'node:path';
import type { Command } from 'commander';
import { restoreBackup } from '../../backup/restore.ts';
import { type Context, command } from '../command.ts';
import { describeContents } from '../describe-backup.ts';
import { minute } from '../facts.ts';
import { count, print } from '../output.ts';
import { showProgress } from '../progress.ts';

export function restoreCommand(): Command {
  return command<{ force?: boolean }>(
    'restore <dir>',
    'put a backup into DATA_DIR, which nobody may be using',
    restore,
  ).option('--force', 'also into a DATA_DIR that is not empty; what is there is kept in a folder of its own');
}

async function restore(context: Context, { force = false }: { force?: boolean }, dir: string): Promise<void> {
  const { dataDir } = context.config;
  const progress = showProgress();
  try {
    const { manifest, audit, replaced } = await restoreBackup(resolve(dir), dataDir, {
      force,
      onProgress: progress.onProgress,
    });
    progress.stop();
    const lines = [
      `Restored the backup of ${minute(manifest.takenAt)} into ${dataDir}: ${describeContents(manifest)}.`,
      'What was changed or deleted after that time is as it was then: deleted and rotated keys are valid again, ' +
        'later grants and charges are gone. "mdq key list" and "mdq account list" show what holds now.',
    ];
    if (replaced)
      lines.push(`What was there before is in ${replaced}; remove it once you no longer need it.`);
    if (audit.length > 0)
      lines.push(
        `The accounts did not add up when they were backed up: ${count(audit.length, 'problem')}, see "mdq audit".`,
      );
    print(
      context,
      { dataDir, backup: resolve(dir), ...manifest, replaced: replaced ?? null, audit },
      lines.join('\n'),
    );
  } finally {
    progress.stop();
  }
}
