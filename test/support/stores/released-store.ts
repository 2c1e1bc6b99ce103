import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { type DataFolder, dataFolderFor } from './data-folder.ts';

const FOLDER = fileURLToPath(new URL('../../fixtures/store-0.1.0/', import.meta.url));

type ReleasedStore = {
  readonly data: DataFolder;
  /** The orders that it was made of, one file per import. */
  readonly orders: readonly string[];
  /** What the program that made it said of it. */
  readonly said: {
    readonly timeZone: string;
    readonly audit: Record<string, unknown>;
    readonly keys: Readonly<Record<KeyName, string>>;
    readonly balances: readonly Record<string, unknown>[];
  };
};

export type KeyName = 'active' | 'inactive' | 'ending' | 'ended' | 'deleted' | 'shop' | 'closed';

/** A store of the first released layout, as its program left it. */
export async function openReleasedStore(t: TestContext): Promise<ReleasedStore> {
  const said = JSON.parse(await readFile(join(FOLDER, 'store.json'), 'utf8')) as ReleasedStore['said'];
  const data = await dataFolderFor(t, { MDQ_TIMEZONE: said.timeZone });
  await mkdir(join(data.path, 'published'));
  await unpack('accounts.sqlite', join(data.path, 'accounts.sqlite'));
  await unpack('warehouse.duckdb', join(data.path, 'warehouse.duckdb'));
  await unpack('published-v2.snapshot', join(data.path, 'published/v2.snapshot'));
  await writeFile(join(data.path, 'published/current.json'), '{"version":2}\n');
  return { data, said, orders: ['orders-1.csv', 'orders-2.csv'].map((name) => join(FOLDER, name)) };
}

async function unpack(name: string, to: string): Promise<void> {
  await writeFile(to, gunzipSync(await readFile(join(FOLDER, `${name}.gz`))));
}

/** The audit of a store that may be from before there was a log: that alone may be wrong with it. */
export async function auditReleased(data: DataFolder): Promise<Record<string, unknown>> {
  const { stdout } = await data.mdq('audit', '--json');
  const { problems, ...audit } = JSON.parse(stdout) as { problems: string[] };
  const others = problems.filter((each) => !/^the log is empty|no row of the log says so/.test(each));
  return { ...audit, ok: others.length === 0, problems: others };
}
