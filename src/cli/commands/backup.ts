import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { Command } from 'commander';
import { isCopyFrozen } from '../../accounts/open.ts';
import { bytesOf } from '../../backup/manifest.ts';
import { takeBackup } from '../../backup/take.ts';
import { UserError } from '../../errors/operators.ts';
import { type Context, command } from '../command.ts';
import { describeContents, describeElsewhere, elsewhereBy, FROZEN } from '../printing/describe-backup.ts';
import { bytes, print } from '../printing/output.ts';
import { showProgress } from '../printing/progress.ts';

export function backupCommand(): Command {
  return command('backup <dir>', 'copy everything into a new folder, while serving', backup);
}

async function backup(context: Context, _options: object, dir: string): Promise<void> {
  const started = performance.now();
  const target = resolve(dir);
  mustBeOutside(context.config.dataDir, target);
  const progress = showProgress();
  try {
    const elsewhere = elsewhereBy(context.config);
    const manifest = await takeBackup(context.config.dataDir, target, progress.onProgress, elsewhere);
    progress.stop();
    const seconds = Number(((performance.now() - started) / 1000).toFixed(1));
    const size = bytesOf(manifest);
    const isFrozen = manifest.accounts !== null && isCopyFrozen(target);
    print(
      context,
      { backup: target, ...manifest, bytes: size, seconds, isFrozen },
      [
        `Backed up to ${target} in ${seconds.toFixed(1)} s: ${describeContents(manifest)}; ${bytes(size)}.`,
        ...describeElsewhere(manifest, elsewhere, 'backup'),
        ...(isFrozen ? [FROZEN] : []),
      ].join('\n'),
    );
  } finally {
    progress.stop();
  }
}

/** A copy inside what it is a copy of would be lost together with it. */
function mustBeOutside(dataDir: string, target: string): void {
  if (`${real(target)}${sep}`.startsWith(`${real(resolve(dataDir))}${sep}`))
    throw new UserError(`The backup must be outside of DATA_DIR (${dataDir}); it is ${target}`);
}

/** Where a path leads, links followed as far as it exists. */
function real(path: string): string {
  return existsSync(path) || dirname(path) === path
    ? realpathSync(path)
    : join(real(dirname(path)), basename(path));
}
