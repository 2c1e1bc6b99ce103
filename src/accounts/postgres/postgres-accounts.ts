import { UserError } from '../../errors.ts';
import { describeAddress, type PostgresAddress } from '../../postgres-address.ts';
import type { Day, DayRange } from '../../snapshot/calendar.ts';
import type {
  Accounts,
  AuditReport,
  CallsPage,
  CallsQuery,
  ChargedCall,
  DailyUsage,
  IfMissing,
  Outcome,
  Pruned,
  Settlement,
  UsageQuery,
  UsageRow,
} from '../accounts.ts';
import type { MoveTarget } from '../move.ts';
import { audit } from './audit.ts';
import { PostgresBooks } from './books.ts';
import { Connections } from './connections.ts';
import { PostgresDirectory } from './directory.ts';
import { Housekeeping } from './housekeeping.ts';
import { migrate } from './migrate.ts';
import { PostgresMoveTarget } from './move-target.ts';
import { examineServer, explained } from './opening.ts';
import { prune } from './prune.ts';
import { Settler } from './settle.ts';

export async function openPostgresAccounts(
  address: PostgresAddress,
  ifMissing: IfMissing,
): Promise<Accounts> {
  const connections = await openConnections(address, ifMissing);
  const [move] = await connections.query('SELECT 1 FROM mdq.move WHERE NOT is_finished');
  if (!move) return new PostgresAccounts(connections, new Connections(address));
  await connections.close();
  throw new UserError(
    `The accounts are still being moved to ${describeAddress(address)}; end that with "mdq migrate --finish" first`,
  );
}

/** For accounts that are moved there. */
export async function openPostgresMoveTarget(address: PostgresAddress): Promise<MoveTarget> {
  return new PostgresMoveTarget(await openConnections(address, 'make'), address);
}

async function openConnections(address: PostgresAddress, ifMissing: IfMissing): Promise<Connections> {
  const connections = new Connections(address);
  try {
    await examineServer(connections, address);
    await migrate(connections, address, ifMissing);
    return connections;
  } catch (error) {
    await connections.close();
    throw explained(error, address);
  }
}

/** Accounts in PostgreSQL, which any number of processes share. What is lost of a connection comes back by itself. */
class PostgresAccounts extends PostgresDirectory implements Accounts {
  /** While one batch is written to disk, the next is decided; more at once would only make them smaller. */
  readonly batchesAtOnce = 2;
  readonly #connections: Connections;
  /** Connections of its own, so that no charge waits for a long list that somebody reads. */
  readonly #ledger: Connections;
  readonly #settler: Settler;
  readonly #books: PostgresBooks;
  readonly #housekeeping: Housekeeping;

  constructor(connections: Connections, ledger: Connections) {
    super(connections);
    this.#connections = connections;
    this.#ledger = ledger;
    this.#settler = new Settler(ledger);
    this.#books = new PostgresBooks(connections);
    this.#housekeeping = new Housekeeping(connections);
  }

  settle(calls: readonly Settlement[]): Promise<Outcome[]> {
    this.#housekeeping.start();
    return this.#settler.settle(calls);
  }

  check(): Promise<void> {
    return this.#settler.check();
  }

  audit(): Promise<AuditReport> {
    return audit(this.#connections);
  }

  async usage({ account, ...query }: UsageQuery): Promise<UsageRow[]> {
    return this.#books.usage(await this.accountId(account), query);
  }

  async dailyUsage(account: string, days: DayRange): Promise<DailyUsage[]> {
    return this.#books.dailyUsage(await this.accountId(account), days);
  }

  async lastCalls(account: string, limit: number): Promise<ChargedCall[]> {
    return this.#books.lastCalls(await this.accountId(account), limit);
  }

  async calls({ account, ...query }: CallsQuery): Promise<CallsPage> {
    return this.#books.calls(await this.accountId(account), query);
  }

  prune(before: Day, onProgress?: (fraction: number) => void): Promise<Pruned> {
    return prune(this.#connections, before, onProgress);
  }

  async close(): Promise<void> {
    this.#housekeeping.stop();
    await Promise.all([this.#connections.close(), this.#ledger.close()]);
  }
}
