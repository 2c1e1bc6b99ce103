import type { DatabaseSync } from 'node:sqlite';
import type { Day, DayRange } from '../../lib/calendar.ts';
import type {
  Account,
  AccountChange,
  AccountDetails,
  Accounts,
  IfMissing,
  Key,
  KeyChange,
  NewKey,
  NewPlan,
  Rotated,
  Terms,
} from '../accounts.ts';
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
import { type AccountRow, toAccount } from '../common/rows.ts';
import { newAccountId, notRefundable } from '../common/rules.ts';
import { type Expiring, expiringBy, type Plan } from '../due.ts';
import type { Changed, Grant, GrantsPage, OpenGrant, PointsChange, Refund, Taking } from '../grants.ts';
import type { AuditReport } from '../ledger.ts';
import type { Office } from '../office.ts';
import type { Outbox } from '../outbox.ts';
import {
  accountRow,
  changeAccount,
  closeAccount,
  insertAccount,
  listAccounts,
  openAccountRow,
} from './account-rows.ts';
import { openDatabase } from './file/schema.ts';
import { addGrant, grantsPage, listGrants, openGrants, refundCall, takeBack } from './grants.ts';
import { addKey, changeKey, deleteKey, findKey, listKeys, rotateKey, setKeyActive } from './keys.ts';
import { audit } from './ledger/audit.ts';
import { findAnyCall, findCall, lastCalls, readPage, refundedCall } from './ledger/calls.ts';
import { prune } from './ledger/prune.ts';
import { SqliteLedger } from './ledger/sqlite-ledger.ts';
import { dailyUsage, usage } from './ledger/usage.ts';
import { booksTimeZone, readLots, readPlan, writeDue, writeLots } from './lots.ts';
import { SqliteOffice } from './office.ts';
import { SqliteOutbox } from './outbox.ts';
import { endPlan, setPlan } from './plans.ts';
import { rowsOf } from './query.ts';
import { SqliteTerms } from './terms.ts';
import { inReading, inTransaction, inTransactionAwaiting } from './transaction.ts';

export class SqliteAccounts extends SqliteLedger implements Accounts {
  readonly terms: Terms;
  readonly office: Office;
  readonly outbox: Outbox;
  readonly #db: DatabaseSync;
  readonly #dataDir: string;
  /** What changes several things at once does so over a connection of its own, one after another. */
  #changing: SqliteAccounts | undefined;
  #lastChange: Promise<unknown> = Promise.resolve();

  constructor(dataDir: string, ifMissing: IfMissing) {
    super(dataDir);
    this.#db = openDatabase(dataDir, ifMissing);
    this.terms = new SqliteTerms(this.#db);
    this.office = new SqliteOffice(this.#db);
    this.outbox = new SqliteOutbox(this.#db);
    this.#dataDir = dataDir;
  }

  transaction<T>(work: (inside: Accounts) => Promise<T>): Promise<T> {
    this.#changing ??= new SqliteAccounts(this.#dataDir, 'refuse');
    const inside = this.#changing;
    const change = this.#lastChange.then(() => inTransactionAwaiting(inside.#db, () => work(inside)));
    this.#lastChange = change.catch(() => undefined);
    return change;
  }

  async createAccount(name: string, first: PointsChange, details: AccountDetails = {}): Promise<Account> {
    return inTransaction(this.#db, () => {
      const id = newAccountId();
      insertAccount(this.#db, id, name, Date.now());
      changeAccount(this.#db, id, details);
      if (first.points > 0) addGrant(this.#db, accountRow(this.#db, id), first);
      return toAccount(accountRow(this.#db, id));
    });
  }

  async listAccounts(externalId?: string): Promise<Account[]> {
    this.#writeAllDue();
    return listAccounts(this.#db, externalId);
  }

  async findAccount(account: string): Promise<Account> {
    return this.#look(account, toAccount);
  }

  async changeAccount(account: string, change: AccountChange): Promise<Account> {
    return this.#change(account, () => changeAccount(this.#db, account, change));
  }

  async setAccountActive(account: string, active: boolean): Promise<void> {
    inTransaction(this.#db, () => {
      const { id } = openAccountRow(this.#db, account);
      this.#db.prepare('UPDATE account SET active = ? WHERE id = ?').run(Number(active), id);
    });
  }

  async closeAccount(account: string): Promise<Account> {
    return this.#change(account, () => {
      const closed = closeAccount(this.#db, account, Date.now());
      const { id, balance } = accountRow(this.#db, account);
      // What is due next is no longer what its plan gives.
      writeLots(this.#db, id, readLots(this.#db, id, balance));
      return closed;
    });
  }

  async grant(account: string, change: PointsChange): Promise<Changed> {
    return this.#change(account, () => addGrant(this.#db, openAccountRow(this.#db, account), change));
  }

  async take(account: string, taking: Taking): Promise<Changed> {
    return this.#change(account, (row) => takeBack(this.#db, row, taking));
  }

  async refund(refund: Refund): Promise<Changed> {
    const { requestId, at } = refund;
    const call = findAnyCall(this.#db, requestId, at) ?? refundedCall(this.#db, requestId);
    if (!call) throw notRefundable(requestId);
    const { accountId, points } = call;
    return this.#change(accountId, () =>
      refundCall(this.#db, openAccountRow(this.#db, accountId), points, refund),
    );
  }

  async findAnyCall(requestId: string, at: number): Promise<AnyCall | undefined> {
    return findAnyCall(this.#db, requestId, at);
  }

  async setPlan(account: string, plan: NewPlan): Promise<Plan> {
    return this.#change(account, () => {
      const row = openAccountRow(this.#db, account);
      setPlan(this.#db, row, plan);
      return readPlan(this.#db, row.id) ?? { ...plan, next: plan.from };
    });
  }

  async plan(account: string): Promise<Plan | undefined> {
    return this.#look(account, ({ id }) => readPlan(this.#db, id));
  }

  async listPlans(): Promise<(Plan & { readonly accountId: string })[]> {
    return rowsOf(
      this.#db,
      `SELECT account_id AS accountId, points, from_day AS "from", keep, next_day AS next
       FROM plan JOIN account ON account.id = plan.account`,
    );
  }

  async endPlan(account: string): Promise<void> {
    this.#change(account, (row) => endPlan(this.#db, row));
  }

  async listGrants(account: string): Promise<Grant[]> {
    return this.#look(account, ({ id }) => listGrants(this.#db, id));
  }

  async grantsPage(account: string | undefined, after: string | undefined): Promise<GrantsPage> {
    if (account !== undefined) return this.#look(account, ({ id }) => grantsPage(this.#db, id, after));
    if (after === undefined) this.#writeAllDue();
    return inReading(this.#db, () => grantsPage(this.#db, null, after));
  }

  async dueBy(at: number, after: string, limit: number): Promise<string[]> {
    const next =
      'SELECT account_id FROM account WHERE next_due <= ? AND account_id > ? ORDER BY account_id LIMIT ?';
    return rowsOf<AccountRow>(this.#db, next, at, after, limit).map(({ account_id }) => account_id);
  }

  async listThresholds(): Promise<Account[]> {
    return listAccounts(this.#db).filter(({ closedAt }) => !closedAt);
  }

  async expiringBy(account: string, at: number): Promise<Expiring[]> {
    return this.#look(account, ({ id, balance }) => {
      const state = { balance, lots: readLots(this.#db, id, balance), plan: readPlan(this.#db, id) };
      return expiringBy(state, at, booksTimeZone(this.#db));
    });
  }

  async openGrants(account: string): Promise<OpenGrant[]> {
    return this.#look(account, (row) => openGrants(this.#db, row));
  }

  async createKey(account: string, key: NewKey): Promise<Key> {
    return inTransaction(this.#db, () => addKey(this.#db, openAccountRow(this.#db, account).id, key));
  }

  async listKeys(account?: string): Promise<Key[]> {
    return listKeys(this.#db, account === undefined ? null : this.#accountId(account));
  }

  async findKey(id: string): Promise<Key | undefined> {
    return findKey(this.#db, id);
  }

  async changeKey(id: string, change: KeyChange): Promise<Key> {
    return inTransaction(this.#db, () => changeKey(this.#db, id, change));
  }

  async setKeyActive(id: string, active: boolean): Promise<void> {
    setKeyActive(this.#db, id, active);
  }

  async deleteKey(id: string): Promise<void> {
    deleteKey(this.#db, id);
  }

  async rotateKey(id: string, key: NewKey, graceMs: number): Promise<Rotated> {
    return inTransaction(this.#db, () => rotateKey(this.#db, id, key, graceMs));
  }

  async usage(query: UsageQuery): Promise<UsageRow[]> {
    return usage(this.#db, query.account === undefined ? null : this.#accountId(query.account), query);
  }

  async dailyUsage(account: string, days: DayRange, key?: string): Promise<DailyUsage[]> {
    return dailyUsage(this.#db, this.#accountId(account), days, key);
  }

  async lastCalls(account: string, limit: number, key?: string): Promise<ChargedCall[]> {
    return lastCalls(this.#db, this.#accountId(account), limit, key);
  }

  async findCall(...[account, ...call]: Parameters<Accounts['findCall']>): Promise<ChargedCall | undefined> {
    return findCall(this.#db, this.#accountId(account), ...call);
  }

  async calls(query: CallsQuery): Promise<CallsPage> {
    return readPage(this.#db, this.#accountId(query.account), query);
  }

  async prune(before: Day, onProgress?: (fraction: number) => void): Promise<Pruned> {
    return prune(this.#db, before, onProgress);
  }

  async audit(): Promise<AuditReport> {
    return audit(this.#db);
  }

  override async close(): Promise<void> {
    await super.close();
    await this.#lastChange;
    await this.#changing?.close();
    this.#db.close();
  }

  #accountId(account: string): number {
    return accountRow(this.#db, account).id;
  }

  /** Does something to an account once all that is due of it is written, in one transaction. */
  #change<T>(account: string, work: (row: AccountRow) => T): T {
    return inTransaction(this.#db, () => {
      const { id, balance, next_due } = accountRow(this.#db, account);
      if (next_due !== null && next_due <= Date.now()) writeDue(this.#db, id, balance, Date.now());
      return work(accountRow(this.#db, account));
    });
  }

  /** Looks at an account after what is due was written. Where nothing is, nothing is locked and nobody waited for. */
  #look<T>(account: string, work: (row: AccountRow) => T): T {
    const { next_due } = accountRow(this.#db, account);
    if (next_due !== null && next_due <= Date.now()) return this.#change(account, work);
    return inReading(this.#db, () => work(accountRow(this.#db, account)));
  }

  #writeAllDue(): void {
    const due = rowsOf<AccountRow>(this.#db, 'SELECT * FROM account WHERE next_due <= ?', Date.now());
    for (const { account_id } of due) this.#change(account_id, () => undefined);
  }
}
