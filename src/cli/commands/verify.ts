import { resolve } from 'node:path';
import { verifyBackup } from '../../backup/verify.ts';
import { linesOf } from '../../lib/text/lines.ts';
import { printable } from '../../lib/text/printable.ts';
import { minute } from '../../operations/data/facts.ts';
import type { CommandContext } from '../context.ts';
import { describeContents, describeElsewhere, FROZEN } from '../printing/describe-backup.ts';

export async function act(context: CommandContext, _options: object, dir: string): Promise<void> {
  const path = resolve(dir);
  const { manifest, damage, audit, isFrozen } = await verifyBackup(path, context.onProgress);
  const problems = [...damage, ...audit].map(printable);
  const isRight = problems.length === 0;
  const when = `of ${minute(manifest.takenAt)}`;
  context.print(
    { ok: isRight, backup: path, ...manifest, damage, audit, isFrozen },
    isRight
      ? linesOf(
          `The backup ${when} is complete and unchanged${manifest.accounts ? ', and its accounts add up' : ''}: ${describeContents(manifest)}.`,
          describeElsewhere(manifest, manifest.elsewhere ?? {}, 'backup'),
          isFrozen && FROZEN,
        ).join('\n')
      : [
          damage.length > 0
            ? `The backup ${when} is damaged:`
            : `The backup ${when} is as it was taken, but its accounts do not add up:`,
          ...problems,
        ].join('\n  '),
  );
  if (!isRight) context.fail();
}
