import { UserError } from '../../errors/operators.ts';
import { describeAddress, type PostgresAddress } from '../../settings/postgres-address.ts';
import type { Day, DayRange } from '../../snapshot/calendar.ts';
import type {
  Accounts,
  AnyCall,
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
import type { Changed, Refund } from '../grants.ts';
import type { MoveTarget } from '../move.ts';
import { noSuchCall } from '../rules.ts';
import { audit } from './audit.ts';
import { PostgresBooks } from './books.ts';
import { Connections } from './connections.ts';
import { PostgresDirectory } from './directory.ts';
import { Housekeeping } from './housekeeping.ts';
import { migrate } from './migrate.ts';
import { PostgresMoveTarget } from './move-target.ts';
import { examineServer, explained } from './opening.ts';
import { prune } from './prune.ts';
import { CHARGE_MS, Settler } from './settle.ts';

export async function openPostgresAccounts(
  address: PostgresAddress,
  ifMissing: IfMissing,
): Promise<Accounts> {
  const connections = await openConnections(address, async (opened) => {
    await migrate(opened, address, ifMissing);
    const [move] = await opened.query('SELECT 1 FROM mdq.move WHERE NOT is_finished');
    if (!move) return;
    throw new UserError(
      `The accounts are still being moved to ${describeAddress(address)}; end that first, where they come from and without ACCOUNTS_URL: "mdq migrate --to-accounts URL --finish"`,
    );
  });
  return new PostgresAccounts(address, connections);
}

/** For accounts that are moved there. */
export async function openPostgresMoveTarget(address: PostgresAddress): Promise<MoveTarget> {
  const connections = await openConnections(address, (opened) => migrate(opened, address, 'make'));
  return new PostgresMoveTarget(connections, address);
}

async function openConnections(
  address: PostgresAddress,
  prepare: (opened: Connections) => Promise<void>,
): Promise<Connections> {
  const connections = new Connections(address);
  try {
    await examineServer(connections, address);
    await prepare(connections);
    return connections;
  } catch (error) {
    await connections.close();
    throw explained(error, address);
  }
}

/** A list of the calls of a busy year takes a while. */
const LIST_MS = 60_000;

/** Accounts in PostgreSQL, which any number of processes share. What is lost of a connection comes back by itself. */
class PostgresAccounts extends PostgresDirectory implements Accounts {
  /** While one batch is written to disk, the next is decided; more at once would only make them smaller. */
  readonly batchesAtOnce = 2;
  /** For what takes as long as it takes. */
  readonly #patient: Connections;
  readonly #connections: Connections;
  /** Connections of its own, so that no charge waits for a long list that somebody reads. */
  readonly #ledger: Connections;
  readonly #settler: Settler;
  readonly #books: PostgresBooks;
  readonly #housekeeping: Housekeeping;

  constructor(address: PostgresAddress, patient: Connections) {
    const connections = new Connections(address, LIST_MS);
    super(connections);
    this.#patient = patient;
    this.#connections = connections;
    this.#ledger = new Connections(address, CHARGE_MS);
    this.#settler = new Settler(this.#ledger, (account, aheadMs) => this.writeDue(account, aheadMs));
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
    return audit(this.#patient);
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

  async findCall(account: string, requestId: string, at: number): Promise<ChargedCall | undefined> {
    return this.#books.findCall(await this.accountId(account), requestId, at);
  }

  findAnyCall(requestId: string, at: number): Promise<AnyCall | undefined> {
    return this.#books.findAnyCall(requestId, at);
  }

  async refund(refund: Refund): Promise<Changed> {
    const call = await this.findAnyCall(refund.requestId, refund.at);
    if (!call) throw noSuchCall(refund.requestId);
    return this.refundCall(call, refund);
  }

  async calls({ account, ...query }: CallsQuery): Promise<CallsPage> {
    return this.#books.calls(await this.accountId(account), query);
  }

  prune(before: Day, onProgress?: (fraction: number) => void): Promise<Pruned> {
    return prune(this.#patient, before, onProgress);
  }

  async close(): Promise<void> {
    this.#housekeeping.stop();
    await Promise.all([this.#patient, this.#connections, this.#ledger].map((each) => each.close()));
  }
}
