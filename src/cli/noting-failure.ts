import { basename } from 'node:path';
import { forgetImportFailure, noteImportFailure } from '../disk/import-failure.ts';
import { NewerLayoutError } from '../disk/layout.ts';
import { importedAs } from '../operations/data/import-warnings.ts';
import { logged } from '../operations/deeds.ts';
import { listOf, text } from '../operations/schema.ts';
import type { ImportReport } from '../warehouse/warehouse.ts';
import { Stopped } from '../warehouse/warehouse-errors.ts';
import { actorOf, type CommandContext } from './context.ts';

/** What the log keeps of an import. */
const operation = { input: { delivery: text(), files: listOf(text()) } };

/** The files of an import, and what they are called together. */
export interface Delivery {
  readonly delivery: string;
  readonly files: readonly string[];
}

/** Runs an import, tells the log of it, and leaves a note where it fails: servers tell of it in their metrics. */
export async function notingFailure(
  context: CommandContext,
  { delivery, files }: Delivery,
  work: () => Promise<ImportReport>,
): Promise<ImportReport> {
  const { dataDir } = context.config;
  const input = { delivery, files: files.map((file) => basename(file)) };
  const asked = { name: 'import', operation, input };
  try {
    const { report } = await logged(context, { ...asked, actor: actorOf(context) }, async () => {
      const report = await work();
      const { version } = report.facts;
      const published = importedAs(delivery, report);
      return { report, after: { version, ...published }, published };
    });
    await forgetImportFailure(dataDir);
    return report;
  } catch (error) {
    // Who stopped it knows; and what a newer program has made is left alone.
    const isTold = error instanceof Stopped || error instanceof NewerLayoutError;
    if (!isTold) await noteImportFailure(dataDir);
    throw error;
  }
}
