import { refuseNewer } from '../../../disk/layout.ts';
import { UserError } from '../../../errors/operators.ts';
import { type ClickhouseAddress, describeWarehouse } from '../../../settings/warehouse-url.ts';
import { WarehouseUnreachable } from '../../warehouse-errors.ts';
import { LAYOUT } from './schema.ts';
import { MissingTable, Server } from './server.ts';

/** The oldest release that has all that is asked of it. */
const OLDEST = [24, 8] as const;
/** When rows came decides which of them count, so a clock that differs by more is refused. */
const CLOCK_MS = 5 * 60_000;

/** What a server says of itself. */
interface ServerState {
  readonly server: Server;
  readonly layout: number;
  readonly warehouse: string;
  readonly shard: number;
  readonly shards: number;
}

/** The servers of a warehouse: one, or one of each shard of a cluster. */
export class Cluster {
  readonly address: ClickhouseAddress;
  readonly servers: readonly Server[];
  /** As messages name it, without the password: where it is, and with the setting that says so. */
  readonly name: string;
  readonly place: string;
  #first: Server | undefined;

  constructor(address: ClickhouseAddress) {
    this.address = address;
    this.servers = address.hosts.map((host) => new Server(address, host));
    this.name = describeWarehouse(address);
    this.place = `${address.setting} (${this.name})`;
  }

  /** The server of the first shard, which holds what is about the whole: versions, figures, imports. */
  async first(): Promise<Server> {
    if (this.#first) return this.#first;
    // The others may take long not to answer.
    const asked = this.servers.map(async (server) => {
      const state = await stateOf(server);
      if (state.shard !== 1) throw new NotFirst();
      return state;
    });
    const { server, layout } = await Promise.any(asked).catch((error: AggregateError) => {
      // Without the first server nothing can be read, and one that does not answer may be the first.
      throw error.errors.find((each) => !(each instanceof NotFirst)) ?? this.#notTogether();
    });
    refuseNewer(`The warehouse on ${server.host}`, layout, LAYOUT);
    this.#first = server;
    return server;
  }

  /** What is wrong with the servers, one line for each thing. */
  async examine(): Promise<UserError[]> {
    const asked = await Promise.allSettled(
      this.servers.map(async (server) => {
        await mustSuit(server);
        const { shard } = await stateOf(server);
        return { server, shard, isRight: (await this.shardOf(server)) === shard || !this.address.cluster };
      }),
    );
    const wrong = asked.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    const found = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    if (new Set(found.map(({ shard }) => shard)).size < found.length || found.some(({ isRight }) => !isRight))
      wrong.push(this.#notTogether());
    const errors = wrong.map((each) => {
      if (each instanceof UserError) return each;
      throw each;
    });
    // An address that is wrong is wrong on every server: once is enough.
    const [first] = errors.filter((error) => error instanceof WrongAddress);
    return errors.filter((error) => error === first || !(error instanceof WrongAddress));
  }

  /** All servers by shard, each of them up, of one warehouse, and of the cluster that the address names. */
  async shards(): Promise<readonly [Server, ...Server[]]> {
    await Promise.all(this.servers.map((server) => mustSuit(server)));
    const states = await Promise.all(this.servers.map(stateOf));
    for (const { server, layout } of states) refuseNewer(`The warehouse on ${server.host}`, layout, LAYOUT);
    const [one] = states;
    const isTogether =
      new Set(states.map(({ shard }) => shard)).size === this.servers.length &&
      states.every(({ warehouse, shards }) => warehouse === one?.warehouse && shards === states.length);
    if (!isTogether) throw this.#notTogether();
    const { cluster } = this.address;
    if (cluster !== undefined) {
      for (const { server, shard } of states)
        if ((await this.shardOf(server)) !== shard) throw this.#notTogether();
    }
    const [first, ...rest] = states.sort((a, b) => a.shard - b.shard).map(({ server }) => server);
    if (!first) throw this.#notTogether();
    return [first, ...rest];
  }

  /** Which shard of the cluster a server says that it is. */
  async shardOf(server: Server): Promise<number> {
    const { cluster, setting } = this.address;
    if (cluster === undefined) return 1;
    const rows = await server.rows('SELECT cluster, shard_num, is_local FROM system.clusters');
    const shards = rows.filter((row) => row.cluster === cluster);
    if (shards.length === 0) {
      const known = [...new Set(rows.map((row) => String(row.cluster)))].sort();
      throw new WrongAddress(
        `There is no cluster ${cluster} on the ClickHouse server ${server.host}` +
          `${known.length > 0 ? ` (it knows: ${known.join(', ')})` : ''}; correct ${setting}`,
      );
    }
    const own = shards.find((row) => Number(row.is_local) === 1);
    const count = new Set(shards.map((row) => Number(row.shard_num))).size;
    if (!own || count !== this.servers.length)
      throw new WrongAddress(
        `${setting} must name one server of each shard of the cluster ${cluster}: ` +
          (own
            ? `shards there: ${count}, servers named: ${this.servers.length}`
            : `${server.host} is none of its servers`),
      );
    return Number(own.shard_num);
  }

  #notTogether(): UserError {
    return new WrongAddress(
      `${this.place} must name the servers that "mdq warehouse setup" was run with, all of them and no others`,
    );
  }

  async close(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.close()));
  }
}

/** An address that does not name the servers of one warehouse. */
class WrongAddress extends UserError {}

/** A server that is another shard than the one that is looked for. */
class NotFirst extends Error {}

async function stateOf(server: Server): Promise<ServerState> {
  const rows = await server.rows('SELECT layout, warehouse, shard, shards FROM mdq_layout');
  const [row] = rows;
  if (rows.length !== 1 || !row)
    throw new MissingTable(
      `The tables of mdq on the ClickHouse server ${server.host} are not set up; "mdq warehouse setup" does that`,
    );
  return {
    server,
    layout: Number(row.layout),
    warehouse: String(row.warehouse),
    shard: Number(row.shard),
    shards: Number(row.shards),
  };
}

/** Refuses a server that is too old, or whose clock is wrong, before anything is written. */
export async function mustSuit(server: Server): Promise<void> {
  const asked = Date.now();
  const [row] = await server.rows('SELECT version() AS version, toUnixTimestamp64Milli(now64(3)) AS at');
  const [major = 0, minor = 0] = String(row?.version).split('.').map(Number);
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))
    throw new UserError(
      `ClickHouse must be ${OLDEST.join('.')} or later; ${server.host} runs ${String(row?.version)}`,
    );
  const ahead = Number(row?.at) - (asked + Date.now()) / 2;
  if (Math.abs(ahead) > CLOCK_MS)
    throw new UserError(
      `The clocks of this machine and of the ClickHouse server ${server.host} must agree; ` +
        `they are ${Math.round(Math.abs(ahead) / 60_000)} minutes apart. Set the wrong one right`,
    );
}

/** Runs work on every server at once. All have come to their end before it fails. */
export async function onEach<T>(
  servers: readonly Server[],
  work: (server: Server, shard: number) => Promise<T>,
): Promise<T[]> {
  const ended = await Promise.allSettled(servers.map(work));
  const failures = ended.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
  if (failures.length > 0) throw failures.find((each) => each instanceof WarehouseUnreachable) ?? failures[0];
  return ended.map((each) => (each as PromiseFulfilledResult<T>).value);
}
