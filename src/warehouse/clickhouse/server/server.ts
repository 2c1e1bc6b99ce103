import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import type { ClickHouseClient, ClickHouseError, ClickHouseSettings } from '@clickhouse/client';
import { UserError } from '../../../errors/operators.ts';
import { codeOf, DiskFull, isDiskFull } from '../../../errors/stores.ts';
import type { ClickhouseAddress } from '../../../settings/warehouse-url.ts';
import { Stopped, WarehouseUnreachable } from '../../warehouse-errors.ts';
import { connectionFault } from './connection-fault.ts';
import { RowBinaryReader } from './row-binary.ts';

export type { ClickHouseSettings };
export type Values = Readonly<Record<string, unknown>>;

/** A count over all lines may take this long without a byte; who stops it, stops it at once. */
const LONGEST_MS = 6 * 3600 * 1000;
/** What a server is asked that only has to look something up. */
const SHORT_MS = 30_000;

/** ClickHouse numbers its errors. */
const CODES = {
  unknownTable: '60',
  tableExists: '57',
  unknownDatabase: '81',
  accessDenied: '497',
  wrongPassword: '516',
  noSpace: '243',
  tooLargeArray: '128',
  unknownCluster: '701',
} as const;
/** A server that does not reach another one. */
const OTHERS_AWAY: readonly string[] = ['198', '209', '210', '279', '32'];

const CODEC = 'zstd';
const unpack = promisify(zstdDecompress);
/** Each chunk is a turn of another thread: the usual ones, of 16 KiB, take longer to pass than to unpack. */
const IN_LARGE_CHUNKS = { chunkSize: 1 << 20 };

/** One ClickHouse server: the slice of the client that the warehouse needs. Its errors come out typed. */
export class Server {
  readonly host: string;
  readonly #address: ClickhouseAddress;
  #client: Promise<ClickHouseClient> | undefined;

  constructor(address: ClickhouseAddress, host: string) {
    this.host = host;
    this.#address = address;
  }

  /** Runs a statement that gives nothing back. */
  async run(query: string, values: Values = {}, signal?: AbortSignal): Promise<void> {
    await this.#try(signal, (client) =>
      client.command({ query, query_params: { ...values }, ...(signal && { abort_signal: signal }) }),
    );
  }

  /** Inserts what a stream holds, in the format that the statement names. */
  async insert(query: string, content: Readable, values: Values, signal?: AbortSignal): Promise<void> {
    await this.#try(signal, async (client) => {
      const { stream } = await client.exec({
        query,
        values: content,
        query_params: { ...values },
        ...(signal && { abort_signal: signal }),
      });
      await buffer(stream);
    });
  }

  /** A result as RowBinary. */
  async read(query: string, values: Values = {}, signal?: AbortSignal): Promise<RowBinaryReader> {
    return this.#try(signal, async (client) => {
      const { stream, response_headers } = await client.exec({
        query: `${query} FORMAT RowBinary`,
        query_params: { ...values },
        decompress_response_stream: false,
        ...(signal && { abort_signal: signal }),
      });
      const bytes = Buffer.concat(await stream.toArray());
      const encoding = response_headers['content-encoding'];
      if (encoding !== undefined && encoding !== CODEC)
        throw new Error(`something between here and the server has packed the answer as ${encoding}`);
      return new RowBinaryReader(encoding ? await unpack(bytes, IN_LARGE_CHUNKS) : bytes);
    });
  }

  /** A result as RowBinary while it comes, for `use` to read to its end; what goes wrong there is no fault of the server. */
  async receive<T>(
    query: string,
    values: Values,
    settings: ClickHouseSettings,
    use: (stream: Readable) => Promise<T>,
  ): Promise<T> {
    const { stream } = await this.#try(undefined, (client) =>
      client.exec({
        query: `${query} FORMAT RowBinary`,
        query_params: { ...values },
        clickhouse_settings: settings,
      }),
    );
    try {
      return await use(stream);
    } catch (error) {
      throw stream.errored ? this.#typed(stream.errored) : error;
    } finally {
      stream.destroy();
    }
  }

  /** Writes a result of any size to a file, in the format that the statement names. */
  async download(query: string, path: string, values: Values, signal?: AbortSignal): Promise<void> {
    await this.#try(signal, async (client) => {
      const { stream } = await client.exec({
        query,
        query_params: { ...values },
        ...(signal && { abort_signal: signal }),
      });
      await pipeline(stream, createWriteStream(path));
    });
  }

  /** A small result, as objects, from something that only has to be looked up. */
  async rows(query: string, values: Values = {}): Promise<Record<string, unknown>[]> {
    const late = AbortSignal.timeout(SHORT_MS);
    return this.#try(undefined, async (client) => {
      const asked = {
        query,
        format: 'JSONEachRow',
        query_params: { ...values },
        abort_signal: late,
      } as const;
      try {
        return await (await client.query(asked)).json<Record<string, unknown>>();
      } catch (error) {
        throw late.aborted ? new Error(`nothing in ${SHORT_MS / 1000} seconds`) : error;
      }
    });
  }

  async close(): Promise<void> {
    await (await this.#client)?.close();
  }

  /** The client is loaded when a server is asked for the first time: whoever uses the embedded engine does without. */
  async #connect(): Promise<ClickHouseClient> {
    const { createClient, ClickHouseLogLevel } = await import('@clickhouse/client');
    const { isTls, user, password, database } = this.#address;
    return createClient({
      url: `${isTls ? 'https' : 'http'}://${this.host}`,
      username: user,
      password,
      database,
      application: 'mdq',
      request_timeout: LONGEST_MS,
      // Days and counts are much alike.
      compression: { response: { codec: CODEC } },
      log: { level: ClickHouseLogLevel.OFF },
      clickhouse_settings: {
        // An answer of 200 means that the statement is done, whatever the server is set to otherwise.
        wait_end_of_query: 1,
        async_insert: 0,
        insert_distributed_sync: 1,
        mutations_sync: '1',
        allow_nondeterministic_mutations: 1,
        use_query_cache: 0,
        // To compile a question takes longer than compiling saves, with few lines and with millions.
        compile_expressions: 0,
        compile_aggregate_expressions: 0,
        // Of all that is sent, packing takes the longest.
        http_zlib_compression_level: '1',
      },
    });
  }

  async #try<T>(signal: AbortSignal | undefined, work: (client: ClickHouseClient) => Promise<T>): Promise<T> {
    if (signal?.aborted) throw new Stopped();
    this.#client ??= this.#connect();
    try {
      return await work(await this.#client);
    } catch (error) {
      throw signal?.aborted ? new Stopped() : this.#typed(error);
    }
  }

  /** What is wrong, where, what to do. Never the address as it was given: it holds a password. */
  #typed(error: unknown): unknown {
    const server = `the ClickHouse server ${this.host}`;
    const { database, setting } = this.#address;
    if (!isFromServer(error)) {
      if (error instanceof UserError || isDiskFull(error)) return error;
      return new WarehouseUnreachable(
        `Cannot reach ${server} (${connectionFault(error)}); see that it runs and that ${setting} is right`,
        this.host,
      );
    }
    switch (error.code) {
      case CODES.wrongPassword:
        return new UserError(`The user or password in ${setting} is wrong for ${server}`);
      case CODES.unknownDatabase:
        return new UserError(
          `There is no database ${database} on ${server}: make it there (CREATE DATABASE ${database}), or correct ${setting}`,
        );
      case CODES.accessDenied:
        return new UserError(`The user in ${setting} lacks a right on ${server}: ${firstSentence(error)}`);
      case CODES.tooLargeArray:
        return new UserError(
          `${capital(server)} has more in one group (a member, a merchant or a category) than it can group on disk; set max_bytes_before_external_group_by and max_bytes_ratio_before_external_group_by to 0 for the user in ${setting}, so that it groups in memory`,
        );
      case CODES.noSpace:
        return new DiskFull(`${server}: ${firstSentence(error)}`);
      case CODES.unknownTable:
        return new MissingTable(
          `There are no tables of mdq, or not all, in the database ${database} on ${server}; "mdq warehouse setup" makes them`,
        );
      case CODES.unknownCluster:
        return new UserError(`The cluster in ${setting} is not known to ${server}`);
      case CODES.tableExists:
        return new TableExists(firstSentence(error));
    }
    return OTHERS_AWAY.includes(error.code)
      ? new WarehouseUnreachable(
          `${capital(server)} cannot reach another server of its cluster: ${firstSentence(error)}`,
          this.host,
        )
      : new Error(`${server}: ${firstSentence(error)}`, { cause: error });
  }
}

/** Its class is in the package, which is not loaded here; no other error has a number and the name of a type. */
function isFromServer(error: unknown): error is ClickHouseError {
  return error instanceof Error && 'type' in error && /^\d+$/.test(codeOf(error) ?? '');
}

/** A table is not there. */
export class MissingTable extends UserError {}

/** A table that was to be made is there: somebody else has made it. */
export class TableExists extends Error {}

function firstSentence(error: Error): string {
  return (error.message.split('\n', 1)[0] ?? '').slice(0, 300).trim();
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A text inside a statement that takes no parameters: a definition. */
export function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
