import { UserError } from '../../errors/operators.ts';
import type { Day, DayRange } from '../../lib/calendar.ts';
import { describeAddress, type PostgresAddress } from '../../settings/postgres-address.ts';
import type { Accounts, IfMissing, Terms } from '../accounts.ts';
import type {
  AnyCall,
  CallsPage,
  CallsQuery,
  ChargedCall,
  DailyUsage,
  Pruned,
  UsageQuery,
  UsageRow,
} from '../books.ts';
import { notRefundable } from '../common/rules.ts';
import type { Changed, Refund } from '../grants.ts';
import type { AuditReport, Outcome, Settlement, Settling } from '../ledger.ts';
import type { MoveTarget } from '../move.ts';
import type { Office } from '../office.ts';
import type { Outbox } from '../outbox.ts';
import { Connections, type Queries } from './database/connections.ts';
import { migrate } from './database/migrate.ts';
import { PostgresMoveTarget } from './database/move-target.ts';
import { examineServer, explained } from './database/opening.ts';
import { PostgresDirectory } from './directory.ts';
import { Housekeeping } from './housekeeping.ts';
import { audit } from './ledger/audit.ts';
import { PostgresBooks } from './ledger/books.ts';
import { prune } from './ledger/prune.ts';
import { BRIEF_CHARGES, CHARGES, Settler } from './ledger/settle.ts';
import { PostgresOffice } from './office.ts';
import { PostgresOutbox } from './outbox.ts';
import { PostgresTerms } from './terms.ts';
import { inTransaction, OpenTransaction } from './transaction.ts';

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
  return new PostgresAccounts(partsOf(address, connections));
}

/** For accounts that are moved there. */
export async function openPostgresMoveTarget(address: PostgresAddress): Promise<MoveTarget> {
  const connections = await openConnections(address, (opened) => migrate(opened, address, 'make'));
  return new PostgresMoveTarget(connections, address);
}

async function openConnections(
  address: PostgresAddress,
  bringUpToDate: (opened: Connections) => Promise<void>,
): Promise<Connections> {
  const connections = new Connections(address);
  try {
    await examineServer(connections, address);
    await bringUpToDate(connections);
    return connections;
  } catch (error) {
    await connections.close();
    throw explained(error, address);
  }
}

/** A list of the calls of a busy year takes a while. */
const LIST_MS = 60_000;

/** What accounts are made of; inside a transaction all but `queries` are the same. */
interface Parts {
  readonly queries: Queries;
  /** For what takes as long as it takes. */
  readonly patient: Connections;
  readonly settler: Settler;
  readonly housekeeping: Housekeeping;
  close(): Promise<void>;
}

function partsOf(address: PostgresAddress, patient: Connections): Parts {
  const queries = new Connections(address, { answerMs: LIST_MS });
  // Connections of its own, so that no charge waits for a long list that somebody reads.
  const ledger = new Connections(address, CHARGES);
  const brief = new Connections(address, BRIEF_CHARGES);
  const directory = new PostgresDirectory(ledger);
  return {
    ...{ queries, patient },
    settler: new Settler({ connections: ledger, brief }, (account, aheadMs, lockMs) =>
      directory.writeDue(account, aheadMs, lockMs),
    ),
    housekeeping: new Housekeeping(queries),
    close: async () => {
      await Promise.all([patient, queries, ledger, brief].map((each) => each.close()));
    },
  };
}

/** Accounts in PostgreSQL, which any number of processes share. What is lost of a connection comes back by itself. */
class PostgresAccounts extends PostgresDirectory implements Accounts {
  /** While one batch is written to disk, the next is decided; more at once would only make them smaller. */
  readonly batchesAtOnce = 2;
  readonly #parts: Parts;
  readonly #books: PostgresBooks;
  readonly terms: Terms;
  readonly office: Office;
  readonly outbox: Outbox;

  constructor(parts: Parts) {
    super(parts.queries);
    this.#parts = parts;
    this.#books = new PostgresBooks(parts.queries);
    this.terms = new PostgresTerms(parts.queries);
    this.office = new PostgresOffice(parts.queries);
    this.outbox = new PostgresOutbox(parts.queries);
  }

  transaction<T>(work: (inside: Accounts) => Promise<T>): Promise<T> {
    return inTransaction(this.#parts.queries, (client) =>
      work(new PostgresAccounts({ ...this.#parts, queries: new OpenTransaction(client) })),
    );
  }

  settle(calls: readonly Settlement[]): Promise<Outcome[]>;
  settle(calls: readonly Settlement[], ifLocked: 'tell'): Promise<Settling[]>;
  async settle(calls: readonly Settlement[], ifLocked?: 'tell'): Promise<Settling[]> {
    this.#parts.housekeeping.start();
    const settled = await this.#parts.settler.settle(calls, ifLocked);
    return ifLocked ? settled : Promise.all(settled);
  }

  lockedKeys(calls: readonly Settlement[]): Promise<ReadonlyMap<string, number>> {
    return this.#parts.settler.lockedKeys(calls);
  }

  check(): Promise<void> {
    return this.#parts.settler.check();
  }

  audit(): Promise<AuditReport> {
    return audit(this.#parts.patient);
  }

  async usage({ account, ...query }: UsageQuery): Promise<UsageRow[]> {
    return this.#books.usage(account === undefined ? null : await this.accountId(account), query);
  }

  async dailyUsage(account: string, days: DayRange, key?: string): Promise<DailyUsage[]> {
    return this.#books.dailyUsage(await this.accountId(account), days, key);
  }

  async lastCalls(account: string, limit: number, key?: string): Promise<ChargedCall[]> {
    return this.#books.lastCalls(await this.accountId(account), limit, key);
  }

  async findCall(...[account, ...call]: Parameters<Accounts['findCall']>): Promise<ChargedCall | undefined> {
    return this.#books.findCall(await this.accountId(account), ...call);
  }

  findAnyCall(requestId: string, at: number): Promise<AnyCall | undefined> {
    return this.#books.findAnyCall(requestId, at);
  }

  async refund(refund: Refund): Promise<Changed> {
    const { requestId, at } = refund;
    const call = (await this.findAnyCall(requestId, at)) ?? (await this.#books.refundedCall(requestId));
    if (!call) throw notRefundable(requestId);
    return this.refundCall(call, refund);
  }

  async calls({ account, ...query }: CallsQuery): Promise<CallsPage> {
    return this.#books.calls(await this.accountId(account), query);
  }

  prune(before: Day, onProgress?: (fraction: number) => void): Promise<Pruned> {
    return prune(this.#parts.patient, before, onProgress);
  }

  async close(): Promise<void> {
    this.#parts.housekeeping.stop();
    await this.#parts.close();
  }
}
