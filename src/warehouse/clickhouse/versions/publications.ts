import { Readable } from 'node:stream';
import { NewerLayoutError } from '../../../disk/layout.ts';
import { UserError } from '../../../errors/operators.ts';
import type { Tables } from '../../../snapshot/tables.ts';
import type { Publications } from '../../engine.ts';
import { fromBytes, readNames, readTables } from '../../versions/snapshot-file.ts';
import type { DataVersion, Description, Loaded } from '../../warehouse.ts';
import { loadParts } from '../lines/load-parts.ts';
import type { Cluster } from '../server/cluster.ts';
import { lengthPrefix, uint32, uint64 } from '../server/row-binary.ts';
import type { Server } from '../server/server.ts';
import type { LocalVersion } from './local-version.ts';
import { checksumOf, packTables, unpack } from './parts.ts';
import { type ImportId, readRecords, type VersionRecord } from './version-record.ts';

/** Published versions, in rows of one table. */
export class ClickhousePublications implements Publications {
  readonly #cluster: Cluster;
  /** Where what is served from is kept; undefined for who only looks. */
  readonly #localCopy: LocalVersion | undefined;

  constructor(cluster: Cluster, localCopy?: LocalVersion) {
    this.#cluster = cluster;
    this.#localCopy = localCopy;
  }

  async current(): Promise<DataVersion | undefined> {
    return (await this.#records())[0]?.version;
  }

  async versions(): Promise<DataVersion[]> {
    return (await this.#records()).map(({ version }) => version);
  }

  async load(version: DataVersion): Promise<Tables> {
    const parts = await this.#read(version);
    return this.#readable(version, async () => readTables(fromBytes(await unpack(parts))));
  }

  async loadDerived(version: DataVersion): Promise<Loaded> {
    const parts = await this.#read(version);
    const loaded = await loadParts(parts, damaged(version));
    this.#localCopy?.keep(version, parts);
    return loaded;
  }

  /** The header is a part of its own. */
  async describe(version: DataVersion): Promise<Description> {
    const parts = await this.#read(version, 'AND part = 0');
    return this.#readable(version, async () => readNames(fromBytes(await unpack(parts))));
  }

  async bytes(): Promise<number> {
    return (await this.#records())[0]?.figures?.bytes ?? 0;
  }

  async #records(): Promise<VersionRecord[]> {
    const records = await readRecords(await this.#cluster.first());
    return records.filter(({ figures }) => figures !== undefined);
  }

  /** The parts of a version as they are kept, once their checksum was found right. */
  async #read(version: DataVersion, which = ''): Promise<Buffer[]> {
    const first = await this.#cluster.first();
    const record = (await this.#records()).find((each) => each.version === version);
    if (!record?.figures) throw damaged(version, 'missing');
    const reader = await first.read(
      `SELECT bytes FROM mdq_figures WHERE import = {import:UInt64} ${which} ORDER BY part`,
      { import: record.import },
    );
    const parts: Buffer[] = [];
    while (!reader.isAtEnd) parts.push(reader.bytes());
    if (parts.length === 0) throw damaged(version, 'missing');
    if (which === '' && checksumOf(parts) !== record.figures.sha256) throw damaged(version);
    return parts;
  }

  async #readable<T>(version: DataVersion, read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      throw error instanceof NewerLayoutError ? error : damaged(version);
    }
  }
}

/** Writes the figures of a version. Nobody reads them before a record names them. */
export async function writeFigures(
  first: Server,
  id: ImportId,
  tables: Tables,
  signal: AbortSignal,
): Promise<NonNullable<VersionRecord['figures']>> {
  const parts = await packTables(tables);
  for (const [part, bytes] of parts.entries()) {
    const row = Buffer.concat([uint64(id), uint32(part), lengthPrefix(bytes.length), bytes]);
    await first.insert('INSERT INTO mdq_figures FORMAT RowBinary', Readable.from([row]), {}, signal);
  }
  const bytes = parts.reduce((sum, part) => sum + part.length, 0);
  return { parts: parts.length, bytes, sha256: checksumOf(parts) };
}

function damaged(version: DataVersion, state = 'damaged'): UserError {
  return new UserError(
    `The published version ${version} is ${state} on ClickHouse; "mdq refresh" publishes the data again`,
  );
}
