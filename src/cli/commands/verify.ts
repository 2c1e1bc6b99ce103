import { resolve } from 'node:path';
import type { Command } from 'commander';
import { verifyBackup } from '../../backup/verify.ts';
import { printable } from '../../lib/printable.ts';
import { type Context, command } from '../command.ts';
import { describeContents, describeElsewhere, FROZEN } from '../printing/describe-backup.ts';
import { minute } from '../printing/facts.ts';
import { print } from '../printing/output.ts';
import { showProgress } from '../printing/progress.ts';

export function verifyCommand(): Command {
  return command('verify <dir>', 'check a backup, without changing anything', verify);
}

async function verify(context: Context, _options: object, dir: string): Promise<void> {
  const path = resolve(dir);
  const progress = showProgress();
  try {
    const { manifest, damage, audit, isFrozen } = await verifyBackup(path, progress.onProgress);
    progress.stop();
    const problems = [...damage, ...audit].map(printable);
    const isRight = problems.length === 0;
    const when = `of ${minute(manifest.takenAt)}`;
    print(
      context,
      { ok: isRight, backup: path, ...manifest, damage, audit, isFrozen },
      isRight
        ? [
            `The backup ${when} is complete and unchanged${manifest.accounts ? ', and its accounts add up' : ''}: ${describeContents(manifest)}.`,
            ...describeElsewhere(manifest, manifest.elsewhere ?? {}, 'backup'),
            ...(isFrozen ? [FROZEN] : []),
          ].join('\n')
        : [
            damage.length > 0
              ? `The backup ${when} is damaged:`
              : `The backup ${when} is as it was taken, but its accounts do not add up:`,
            ...problems,
          ].join('\n  '),
    );
    if (!isRight) process.exitCode = 1;
  } finally {
    progress.stop();
  }
}
