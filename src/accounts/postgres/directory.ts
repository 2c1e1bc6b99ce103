import { StoreError } from '../../errors/stores.ts';
import type {
  Account,
  AccountChange,
  AccountDetails,
  Directory,
  Key,
  KeyChange,
  NewKey,
  NewPlan,
  Rotated,
} from '../accounts.ts';
import type { AnyCall } from '../books.ts';
import { type AccountRow, type KeyRow, toAccount, toKey } from '../common/rows.ts';
import { newAccountId, noSuchAccount } from '../common/rules.ts';
import { type Expiring, expiringBy, type Plan } from '../due.ts';
import type { Changed, Grant, GrantsPage, OpenGrant, PointsChange, Refund, Taking } from '../grants.ts';
import {
  changeAccount,
  closeAccount,
  FIND_ACCOUNT,
  insertAccount,
  lockAccount,
  lockOpenAccount,
} from './account-rows.ts';
import { BRIEF_LOCK_MS, type Client, type Queries } from './database/connections.ts';
import { shutOlderPrograms } from './database/rollout.ts';
import { addGrant, grantsPage, listGrants, openGrants, refundCall, takeBack } from './grants.ts';
import { addKey, changeKey, lockKey, rotateKey, SELECT_KEYS } from './keys.ts';
import { booksTimeZone, findUpToDate, lockUpToDate, readLots, readPlan, writeLots } from './lots.ts';
import { endPlan, setPlan } from './plans.ts';
import { isTakenMeanwhile } from './postgres-error.ts';
import { renewSpent } from './spent.ts';
import { inTransaction, OpenTransaction, workAgain } from './transaction.ts';

/** Every change locks its account first, as a batch does, so that the two never wait for each other in a circle. */
export class PostgresDirectory implements Omit<Directory, 'refund'> {
  readonly #queries: Queries;

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  createAccount(name: string, first: PointsChange, details: AccountDetails = {}): Promise<Account> {
    return this.#change(async (client) => {
      const id = newAccountId();
      await insertAccount(client, id, name);
      await changeAccount(client, id, details);
      if (first.points > 0) await addGrant(client, await lockAccount(client, id), first);
      return toAccount(await lockAccount(client, id));
    });
  }

  async listAccounts(externalId?: string): Promise<Account[]> {
    await this.#writeAllDue();
    const [only, values] = externalId === undefined ? ['', []] : ['WHERE external_id = $1', [externalId]];
    const rows = await this.#queries.query<AccountRow>(
      `SELECT * FROM mdq.account ${only} ORDER BY name`,
      values,
    );
    return rows.map(toAccount);
  }

  findAccount(account: string): Promise<Account> {
    return this.#read(account, async (_, row) => toAccount(row));
  }

  changeAccount(account: string, change: AccountChange): Promise<Account> {
    return this.#change(async (client) => {
      await changeAccount(client, account, change);
      return toAccount(await lockUpToDate(client, account));
    });
  }

  async setAccountActive(account: string, active: boolean): Promise<void> {
    await this.#change(async (client) => {
      const { id } = await lockOpenAccount(client, account);
      await client.query('UPDATE mdq.account SET active = $2 WHERE id = $1', [id, active]);
    });
  }

  closeAccount(account: string): Promise<Account> {
    return this.#change(async (client) => {
      await lockUpToDate(client, account);
      const closed = await closeAccount(client, account);
      const { id, balance } = await lockAccount(client, account);
      // What is due next is no longer what its plan gives.
      await writeLots(client, id, await readLots(client, id, balance));
      return closed;
    });
  }

  grant(account: string, change: PointsChange): Promise<Changed> {
    return this.#change(async (client) => {
      if (change.expires) await shutOlderPrograms(client);
      await lockOpenAccount(client, account);
      return addGrant(client, await lockUpToDate(client, account), change);
    });
  }

  take(account: string, taking: Taking): Promise<Changed> {
    return this.#change(async (client) => takeBack(client, await lockUpToDate(client, account), taking));
  }

  /** Gives the points of a call back that was found. */
  refundCall({ accountId, points }: Pick<AnyCall, 'accountId' | 'points'>, refund: Refund): Promise<Changed> {
    return this.#change(async (client) => {
      await lockOpenAccount(client, accountId);
      return refundCall(client, await lockUpToDate(client, accountId), points, refund);
    });
  }

  setPlan(account: string, plan: NewPlan): Promise<Plan> {
    return this.#change(async (client) => {
      await shutOlderPrograms(client);
      const { id } = await lockOpenAccount(client, account);
      await setPlan(client, await lockUpToDate(client, id), plan);
      return (await readPlan(client, id)) ?? { ...plan, next: plan.from };
    });
  }

  plan(account: string): Promise<Plan | undefined> {
    return this.#read(account, (client, { id }) => readPlan(client, id));
  }

  listPlans(): Promise<(Plan & { readonly accountId: string })[]> {
    return this.#queries.query(
      `SELECT account_id AS "accountId", points, from_day AS "from", keep, next_day AS next
       FROM mdq.plan JOIN mdq.account ON account.id = plan.account`,
    );
  }

  async endPlan(account: string): Promise<void> {
    await this.#change(async (client) => endPlan(client, await lockUpToDate(client, account)));
  }

  listGrants(account: string): Promise<Grant[]> {
    return this.#read(account, (client, { id }) => listGrants(client, id));
  }

  async grantsPage(account: string | undefined, after: string | undefined): Promise<GrantsPage> {
    const only = account === undefined ? null : await this.accountId(account);
    if (after === undefined) await (account === undefined ? this.#writeAllDue() : this.findAccount(account));
    return this.#change(async (client) => {
      await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
      return grantsPage(client, only, after);
    });
  }

  async dueBy(at: number, after: string, limit: number): Promise<string[]> {
    const rows = await this.#queries.query<{ account_id: string }>(
      'SELECT account_id FROM mdq.account WHERE next_due <= $1 AND account_id > $2 ORDER BY account_id LIMIT $3',
      [at, after, limit],
    );
    return rows.map(({ account_id }) => account_id);
  }

  async listThresholds(): Promise<Account[]> {
    const rows = await this.#queries.query<AccountRow>('SELECT * FROM mdq.account WHERE closed_at IS NULL');
    return rows.map(toAccount);
  }

  expiringBy(account: string, at: number): Promise<Expiring[]> {
    return this.#read(account, async (client, { id, balance }) => {
      const [lots, plan] = [await readLots(client, id, balance), await readPlan(client, id)];
      return expiringBy({ balance, lots, plan }, at, await booksTimeZone(client));
    });
  }

  openGrants(account: string): Promise<OpenGrant[]> {
    return this.#read(account, openGrants);
  }

  createKey(account: string, key: NewKey): Promise<Key> {
    return this.#change(async (client) => {
      if (key.limits) await shutOlderPrograms(client);
      return addKey(client, (await lockOpenAccount(client, account)).id, key);
    });
  }

  changeKey(id: string, change: KeyChange): Promise<Key> {
    return this.#change(async (client) => {
      if (change.limits) await shutOlderPrograms(client);
      return changeKey(client, id, change);
    });
  }

  async listKeys(account?: string): Promise<Key[]> {
    const only = account === undefined ? null : await this.accountId(account);
    const rows = await this.#queries.query<KeyRow>(
      `${SELECT_KEYS} WHERE $1::integer IS NULL OR key.account = $1 ORDER BY account.name, key.id`,
      [only],
    );
    return rows.map(toKey);
  }

  async findKey(id: string): Promise<Key | undefined> {
    const [row] = await this.#queries.query<KeyRow>(`${SELECT_KEYS} WHERE key.public_id = $1`, [id]);
    return row && toKey(row);
  }

  async setKeyActive(id: string, active: boolean): Promise<void> {
    await this.#change(async (client) => {
      const key = await lockKey(client, id);
      await client.query('UPDATE mdq.key SET active = $2 WHERE id = $1', [key.id, active]);
    });
  }

  async deleteKey(id: string): Promise<void> {
    await this.#change(async (client) => {
      const key = await lockKey(client, id);
      await client.query('UPDATE mdq.key SET deleted_at = mdq.now() WHERE id = $1', [key.id]);
    });
  }

  rotateKey(id: string, key: NewKey, graceMs: number): Promise<Rotated> {
    return this.#change((client) => rotateKey(client, id, key, graceMs));
  }

  async accountId(account: string): Promise<number> {
    const [row] = await this.#queries.query<AccountRow>(FIND_ACCOUNT, [account]);
    if (!row) throw noSuchAccount(account);
    return row.id;
  }

  /**
   * Writes all that is due by a moment of the store's, so much later than its clock says, and begins the day of limits. Where
   * the account is locked, that is waited for a moment only.
   */
  async writeDue(account: number, aheadMs: number, lockMs = BRIEF_LOCK_MS): Promise<void> {
    await this.#change(async (client) => {
      await client.query(`SET LOCAL lock_timeout = ${lockMs}`);
      await renewSpent(client, await lockUpToDate(client, account, aheadMs));
    });
  }

  async #writeAllDue(): Promise<void> {
    const due = await this.#queries.query<{ id: number }>(
      'SELECT id FROM mdq.account WHERE next_due <= mdq.now()',
    );
    for (const { id } of due)
      await this.writeDue(id, 0).catch((error: unknown) => {
        // It is listed as it is.
        if (!(error instanceof StoreError && error.kind === 'busy')) throw error;
      });
  }

  /** Reads of an account what it is at one moment. It is locked only where something of it is due, to write that first. */
  async #read<T>(account: string, read: (client: Client, row: AccountRow) => Promise<T>): Promise<T> {
    const locked = () => this.#change(async (client) => read(client, await lockUpToDate(client, account)));
    if (this.#queries instanceof OpenTransaction) return locked();
    const found = await inTransaction(this.#queries, async (client) => {
      await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
      const row = await findUpToDate(client, account);
      return row && { value: await read(client, row) };
    });
    return found ? found.value : locked();
  }

  /** What another transaction has used meanwhile, such as a reference, is there to be seen the second time. */
  async #change<T>(work: (client: Client) => Promise<T>): Promise<T> {
    if (this.#queries instanceof OpenTransaction)
      return this.#queries.use((client) => workAgain(client, work));
    try {
      return await inTransaction(this.#queries, work);
    } catch (error) {
      if (!isTakenMeanwhile(error)) throw error;
      return inTransaction(this.#queries, work);
    }
  }
}
