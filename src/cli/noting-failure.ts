import { basename } from 'node:path';
import { forgetImportFailure, noteImportFailure } from '../disk/import-failure.ts';
import { NewerLayoutError } from '../disk/layout.ts';
import { logged } from '../operations/deeds.ts';
import { listOf, text } from '../operations/schema.ts';
import { Stopped } from '../warehouse/warehouse-errors.ts';
import { actorOf, type CommandContext } from './context.ts';
import { type Imported, toldOf } from './holding.ts';

/** What the log keeps of an import. */
const operation = { input: { delivery: text(), files: listOf(text()) } };

/** The files of an import, and what they are called together. */
interface Delivery {
  readonly delivery: string;
  readonly files: readonly string[];
}

/** Runs an import, tells the log of it, and leaves a note where it fails: servers tell of it in their metrics. */
export async function notingFailure(
  context: CommandContext,
  { delivery, files }: Delivery,
  work: () => Promise<Imported>,
): Promise<Imported> {
  const { dataDir } = context.config;
  const input = { delivery, files: files.map((file) => basename(file)) };
  const asked = { name: 'import', operation, input };
  try {
    const { imported } = await logged(context, { ...asked, actor: actorOf(context) }, async () => {
      const imported = await work();
      return { imported, ...toldOf(delivery, imported) };
    });
    await forgetImportFailure(dataDir);
    return imported;
  } catch (error) {
    // Who stopped it knows; and what a newer program has made is left alone.
    const isTold = error instanceof Stopped || error instanceof NewerLayoutError;
    if (!isTold) await noteImportFailure(dataDir);
    throw error;
  }
}
