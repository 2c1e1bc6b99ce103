import { Readable } from 'node:stream';
import { NewerLayoutError } from '../../../disk/layout.ts';
import { UserError } from '../../../errors/operators.ts';
import type { Tables } from '../../../snapshot/tables.ts';
import type { Publications } from '../../engine.ts';
import { fromBytes, readNames, readTables } from '../../versions/snapshot-file.ts';
import type { DataVersion, Description, Loaded } from '../../warehouse.ts';
import type { Cluster } from '../server/cluster.ts';
import { lengthPrefix, uint32, uint64 } from '../server/row-binary.ts';
import type { ClickHouseSettings, Server } from '../server/server.ts';
import type { LocalVersion } from './local-version.ts';
import { checksumOf, loadParts, packTables, unpack } from './parts.ts';
import { type ImportId, readRecords, type VersionRecord } from './version-record.ts';

type Figures = NonNullable<VersionRecord['figures']>;

/** Parts are compressed already, and what comes is compared with a checksum: the server need not wait for its last byte. */
const WITH_CHECKSUM: ClickHouseSettings = { wait_end_of_query: 0, enable_http_compression: 0 };

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
    const { parts } = await this.#whole(version);
    return this.#readable(version, async () => readTables(fromBytes(await unpack(parts))));
  }

  async loadDerived(version: DataVersion): Promise<Loaded> {
    const { parts, isLocal } = await this.#whole(version);
    const loaded = await loadParts(parts, damaged(version));
    if (!isLocal) this.#localCopy?.keep(version, parts);
    return loaded;
  }

  /** The header is a part of its own. */
  async describe(version: DataVersion): Promise<Description> {
    const { import: id } = await this.#record(version);
    const parts = await this.#read(version, id, 'AND part = 0');
    return this.#readable(version, async () => readNames(fromBytes(await unpack(parts))));
  }

  async bytes(): Promise<number> {
    return (await this.#records())[0]?.figures?.bytes ?? 0;
  }

  async #records(): Promise<VersionRecord[]> {
    const records = await readRecords(await this.#cluster.first());
    return records.filter(({ figures }) => figures !== undefined);
  }

  /** All parts of a version, once their checksum was found right: those that this machine has need not be sent. */
  async #whole(version: DataVersion): Promise<{ parts: Buffer[]; isLocal: boolean }> {
    const { import: id, figures } = await this.#record(version);
    const local = await this.#localCopy?.parts(version, figures.sha256);
    if (local && (await this.#checksumThere(id)) === figures.sha256) return { parts: local, isLocal: true };
    const parts = await this.#read(version, id, '', WITH_CHECKSUM);
    if (checksumOf(parts) !== figures.sha256) throw damaged(version);
    return { parts, isLocal: false };
  }

  async #record(version: DataVersion) {
    const { import: id, figures } = (await this.#records()).find((each) => each.version === version) ?? {};
    if (id === undefined || !figures) throw damaged(version, 'missing');
    return { import: id, figures };
  }

  /** As the server has it: what others could not load is not published, whoever has it. */
  async #checksumThere(id: ImportId): Promise<unknown> {
    const first = await this.#cluster.first();
    const [row] = await first.rows(
      `SELECT lower(hex(SHA256(arrayStringConcat(arraySort((bytes, part) -> part, groupArray(bytes), groupArray(part))))))
         AS sha256 FROM mdq_figures WHERE import = {import:UInt64}`,
      { import: id },
    );
    return row?.sha256;
  }

  async #read(
    version: DataVersion,
    id: ImportId,
    which: string,
    settings: ClickHouseSettings = {},
  ): Promise<Buffer[]> {
    const first = await this.#cluster.first();
    const reader = await first.read(
      `SELECT bytes FROM mdq_figures WHERE import = {import:UInt64} ${which} ORDER BY part`,
      { import: id },
      undefined,
      settings,
    );
    const parts: Buffer[] = [];
    while (!reader.isAtEnd) parts.push(reader.bytes());
    if (parts.length === 0) throw damaged(version, 'missing');
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

/** Writes the figures of a version, and returns what was written. Nobody reads them before a record names them. */
export async function writeFigures(
  first: Server,
  id: ImportId,
  tables: Tables,
  signal: AbortSignal,
): Promise<Buffer[]> {
  return packTables(tables, async (bytes, part) => {
    const row = Buffer.concat([uint64(id), uint32(part), lengthPrefix(bytes.length), bytes]);
    await first.insert('INSERT INTO mdq_figures FORMAT RowBinary', Readable.from([row]), {}, signal);
  });
}

/** What a record says of the figures. */
export function figuresOf(parts: readonly Buffer[]): Figures {
  const bytes = parts.reduce((sum, part) => sum + part.length, 0);
  return { parts: parts.length, bytes, sha256: checksumOf(parts) };
}

function damaged(version: DataVersion, state = 'damaged'): UserError {
  return new UserError(
    `The published version ${version} is ${state} on ClickHouse; "mdq refresh" publishes the data again`,
  );
}
