import { resolve } from 'node:path';
import type { Command } from 'commander';
import { bytesOf } from '../../backup/manifest.ts';
import { takeBackup } from '../../backup/take.ts';
import { type Context, command } from '../command.ts';
import { describeContents } from '../describe-backup.ts';
import { bytes, print } from '../output.ts';
import { showProgress } from '../progress.ts';

export function backupCommand(): Command {
  return command('backup <dir>', 'copy everything into a new folder, while serving', backup);
}

async function backup(context: Context, _options: object, dir: string): Promise<void> {
  const started = performance.now();
  const target = resolve(dir);
  const progress = showProgress();
  try {
    const manifest = await takeBackup(context.config.dataDir, target, progress.onProgress);
    progress.stop();
    const seconds = Number(((performance.now() - started) / 1000).toFixed(1));
    const size = bytesOf(manifest);
    print(
      context,
      { backup: target, ...manifest, bytes: size, seconds },
      `Backed up to ${target} in ${seconds.toFixed(1)} s: ${describeContents(manifest)}; ${bytes(size)}.`,
    );
  } finally {
    progress.stop();
  }
}
