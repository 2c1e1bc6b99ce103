import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { crc32 } from 'node:zlib';
import { NewerLayoutError } from '../../../disk/layout.ts';
import { UserError } from '../../../errors/operators.ts';
import type { Tables } from '../../../snapshot/tables.ts';
import type { Publications } from '../../engine.ts';
import { loadPartsApart } from '../../versions/load-apart.ts';
import { readNames, readTables } from '../../versions/snapshot-file.ts';
import type { DataVersion, Description, Loaded } from '../../warehouse.ts';
import type { Cluster } from '../server/cluster.ts';
import { bytesIn, lengthPrefix, uint32, uint64 } from '../server/row-binary.ts';
import type { ClickHouseSettings, Server } from '../server/server.ts';
import type { LocalVersion } from './local-version.ts';
import { checksumOf, inParts, packTables, whyUnreadable } from './parts.ts';
import { type ImportId, readRecords, type VersionRecord } from './version-record.ts';

type Figures = NonNullable<VersionRecord['figures']>;

/** Parts are compressed already, and what comes is compared with a checksum: the server need not wait for its last byte. */
const AS_IT_COMES: ClickHouseSettings = { wait_end_of_query: 0, enable_http_compression: 0 };

const allParts = (stream: Readable) => Array.fromAsync(bytesIn(stream));

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
    const { import: id, figures } = await this.#record(version);
    const { sha256 } = figures;
    const here = await this.#localCopy?.parts(version, sha256);
    if (here && checksumOf(here) === sha256) {
      const [tables, areThere] = await Promise.all([this.#tables(version, here), this.#areThere(id, here)]);
      if (areThere) return tables;
    }
    const parts = await this.#receive(id, '', allParts);
    if (checksumOf(parts) !== sha256) throw damaged(version, parts.length === 0 ? 'missing' : 'damaged');
    return this.#tables(version, parts);
  }

  /** What has to be sent is loaded part by part, as it comes. */
  async loadDerived(version: DataVersion): Promise<Loaded> {
    const { import: id, figures } = await this.#record(version);
    const here = await this.#localCopy?.parts(version, figures.sha256);
    const areThere = here !== undefined && (await this.#areThere(id, here));
    const loaded = areThere ? await loadPartsApart(here, figures.sha256) : undefined;
    if (loaded) return loaded;
    const parts: Buffer[] = [];
    async function* noted(stream: Readable) {
      for await (const part of bytesIn(stream)) {
        parts.push(part);
        yield part;
      }
    }
    const sent = await this.#receive(id, '', (stream) => loadPartsApart(noted(stream), figures.sha256));
    if (!sent) throw await whyUnreadable(parts, damaged(version, parts.length === 0 ? 'missing' : 'damaged'));
    this.#localCopy?.save(version, parts, figures.sha256);
    return sent;
  }

  /** The header is a part of its own. */
  async describe(version: DataVersion): Promise<Description> {
    const { import: id } = await this.#record(version);
    const parts = await this.#receive(id, 'AND part = 0', allParts, {});
    if (parts.length === 0) throw damaged(version, 'missing');
    return this.#readable(version, async () => readNames(inParts(parts)));
  }

  async bytes(): Promise<number> {
    return (await this.#records())[0]?.figures?.bytes ?? 0;
  }

  async #records(): Promise<VersionRecord[]> {
    const records = await readRecords(await this.#cluster.first());
    return records.filter(({ figures }) => figures !== undefined);
  }

  async #record(version: DataVersion) {
    const { import: id, figures } = (await this.#records()).find((each) => each.version === version) ?? {};
    if (id === undefined || !figures) throw damaged(version, 'missing');
    return { import: id, figures };
  }

  /**
   * Whether the server has the same parts: a version that other machines could not load is not published. A server takes four
   * times as long for a cryptographic hash of them.
   */
  async #areThere(id: ImportId, parts: readonly Buffer[]): Promise<boolean> {
    const first = await this.#cluster.first();
    const [row] = await first.rows(
      `SELECT groupArray(crc) AS crcs FROM (
         SELECT CRC32(bytes) AS crc FROM mdq_figures WHERE import = {import:UInt64} ORDER BY part)`,
      { import: id },
    );
    const here: number[] = [];
    for (const part of parts) {
      here.push(crc32(part));
      // Calls are answered between two parts.
      await setImmediate();
    }
    return isDeepStrictEqual(row?.crcs, here);
  }

  async #receive<T>(
    id: ImportId,
    which: string,
    use: (stream: Readable) => Promise<T>,
    settings = AS_IT_COMES,
  ): Promise<T> {
    const first = await this.#cluster.first();
    return first.receive(
      `SELECT bytes FROM mdq_figures WHERE import = {import:UInt64} ${which} ORDER BY part`,
      { import: id },
      settings,
      use,
    );
  }

  #tables(version: DataVersion, parts: readonly Buffer[]): Promise<Tables> {
    return this.#readable(version, async () => readTables(inParts(parts)));
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
