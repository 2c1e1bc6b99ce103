import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { TestContext } from 'node:test';
import { describeFailure } from '../../../src/errors/describe-failure.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { openWarehouse } from '../../../src/warehouse/open.ts';
import type { ImportReport, ImportRequest, Warehouse } from '../../../src/warehouse/warehouse.ts';
import { temporaryFolder } from '../workplace.ts';

export const HEADER = 'order_id,ordered_at,category,sub_category,product_id,amount';

/** A data folder and one of files, in this process: what an import does without starting a program for each. */
interface IntakePlace {
  readonly warehouse: Warehouse;
  readonly folder: string;
  write(name: string, content: string | Uint8Array): Promise<string>;
  import(files: string | readonly string[], request?: Omit<ImportRequest, 'files'>): Promise<ImportReport>;
  /** What the operator reads of a refused import, the folder of the files left out; undefined when it was taken. */
  refusal(
    files: string | readonly string[],
    request?: Omit<ImportRequest, 'files'>,
  ): Promise<string | undefined>;
}

export async function openIntake(
  t: TestContext,
  env: Readonly<Record<string, string>> = {},
): Promise<IntakePlace> {
  const folder = await temporaryFolder(t);
  const dataDir = join(folder, 'data');
  const warehouse = await openWarehouse(readConfig({ DATA_DIR: dataDir, ...env }));
  const paths = (files: string | readonly string[]) => [files].flat().map((name) => join(folder, name));
  const place: IntakePlace = {
    warehouse,
    folder,
    async write(name, content) {
      await writeFile(join(folder, name), content);
      return basename(name);
    },
    import: (files, request = {}) => warehouse.import({ ...request, files: paths(files) }),
    async refusal(files, request) {
      try {
        await place.import(files, request);
        return undefined;
      } catch (error) {
        return `mdq: ${describeFailure(error)}`
          .replaceAll(`${folder}/`, '')
          .replace(/data\/rejects\/\S+\.csv/, 'REJECTS');
      }
    },
  };
  return place;
}
