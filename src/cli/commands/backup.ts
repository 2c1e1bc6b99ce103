import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { Command } from 'commander';
import { hasAccounts, isCopyFrozen } from '../../accounts/open.ts';
import { bytesOf } from '../../backup/manifest.ts';
import { takeBackup } from '../../backup/take.ts';
import { recordBackup, recordFailedBackup } from '../../disk/last-runs.ts';
import { UserError } from '../../errors/operators.ts';
import { bytes } from '../../lib/count.ts';
import { linesOf } from '../../lib/text/lines.ts';
import { hasWarehouse } from '../../warehouse/open.ts';
import type { CommandContext } from '../context.ts';
import { describeContents, describeElsewhere, elsewhereBy, FROZEN } from '../printing/describe-backup.ts';

export function addOptions(command: Command): Command {
  return command.option('--data-only', 'leave out the accounts, as when they are in PostgreSQL');
}

export async function act(
  context: CommandContext,
  { dataOnly = false }: { dataOnly?: boolean },
  dir: string,
): Promise<void> {
  const started = performance.now();
  const target = resolve(dir);
  mustBeOutside(context.config.dataDir, target);
  const elsewhere = elsewhereBy(context.config);
  const { dataDir } = context.config;
  const manifest = await takeBackup(dataDir, target, context.onProgress, elsewhere, dataOnly).catch(
    async (error) => {
      if (hasAccounts(dataDir) || hasWarehouse(dataDir)) await recordFailedBackup(dataDir);
      throw error;
    },
  );
  const seconds = Number(((performance.now() - started) / 1000).toFixed(1));
  const size = bytesOf(manifest);
  await recordBackup(dataDir, manifest.takenAt, size);
  const isFrozen = manifest.accounts !== null && isCopyFrozen(target);
  context.print(
    { backup: target, ...manifest, bytes: size, seconds, isFrozen },
    linesOf(
      `Backed up to ${target} in ${seconds.toFixed(1)} s: ${describeContents(manifest)}; ${bytes(size)}.`,
      describeElsewhere(manifest, elsewhere, 'backup'),
      isFrozen && FROZEN,
    ).join('\n'),
  );
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
