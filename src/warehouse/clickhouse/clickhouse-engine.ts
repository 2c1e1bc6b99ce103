import type { ClickhouseAddress } from '../../settings/warehouse-url.ts';
import type { Engine } from '../engine.ts';
import { ClickhouseLines } from './clickhouse-lines.ts';
import { Cluster } from './server/cluster.ts';
import { setUp } from './server/setup.ts';
import { LocalVersion } from './versions/local-version.ts';
import { ClickhousePublications } from './versions/publications.ts';

/**
 * ClickHouse, one server or a cluster. Lines are on the shard of their order, the figures that are published of them
 * on the first. Only files on their way in need a folder of this machine.
 */
export function clickhouseEngine(
  address: ClickhouseAddress,
  { dataDir, memory }: { dataDir: string; memory: number },
): Engine {
  const cluster = new Cluster(address);
  const localCopy = new LocalVersion(dataDir, cluster.name);
  return {
    publications: new ClickhousePublications(cluster, localCopy),
    localCopy,
    lines: new ClickhouseLines(cluster, { dataDir, memory, localCopy }),
    examine: () => cluster.examine(),
    async close() {
      await localCopy.written();
      await cluster.close();
    },
  };
}

/** Makes the tables that are missing, and returns how many those were. */
export async function setUpClickhouse(address: ClickhouseAddress): Promise<number> {
  const cluster = new Cluster(address);
  try {
    return await setUp(cluster);
  } finally {
    await cluster.close();
  }
}

export { schemaText } from './server/setup.ts';
