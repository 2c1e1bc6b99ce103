import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreError } from '../../../errors/stores.ts';
import type { Outcome, Settlement } from '../../ledger.ts';
import { AccountsFile, assertThereIsAFile } from '../file/accounts-file.ts';
import { isBeingLeft } from '../file/leaving.ts';
import { movedTo, openDatabase } from '../file/schema.ts';
import { isBusy, isMoving, movingError } from '../sqlite-error.ts';
import { Settler } from './settle.ts';

/** How long calls wait for another process to let go of the accounts; a server that stops waits longer. */
const LOCKED_MS = 2000;
const RETRY_MS = 5;

interface Opened {
  readonly db: DatabaseSync;
  readonly file: AccountsFile;
  readonly settler: Settler;
}

/**
 * Settles calls over a connection of its own, in the thread that answers them. A commit takes a tenth of a
 * millisecond where disks are fast; handing calls to another thread and back costs more than it gives. Only a lock
 * held by another process can take long, so that is waited for without holding up anything else.
 */
export class SqliteLedger {
  readonly batchesAtOnce = 1;
  readonly #dataDir: string;
  /** Opened by the first call: most commands settle none. */
  #opened: Opened | undefined;
  /** Whether the accounts were being moved when they were last looked at. */
  #wasLeft = false;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  async settle(calls: readonly Settlement[]): Promise<Outcome[]> {
    // A charge is refused by the store itself; what is free would go through, with the balances of then.
    if (this.#wasLeft) await this.check();
    const { settler, file } = this.#open();
    const outcomes = await this.#whenUnlocked(() => settler.settle(calls)).catch(async (error) => {
      // It tells accounts that were moved from those that are being moved.
      if (isMoving(error)) await this.check();
      throw error;
    });
    file.assertInPlace();
    return outcomes;
  }

  /** A lock is always on all of the file. */
  async lockedKeys(): Promise<ReadonlyMap<string, number>> {
    return new Map();
  }

  /** Fails where the accounts are being moved, or were. */
  async check(): Promise<void> {
    const { db, file } = this.#open();
    this.#wasLeft = await this.#whenUnlocked(() => isBeingLeft(db));
    file.assertInPlace();
    if (!this.#wasLeft) return;
    const place = movedTo(db);
    if (place === undefined) throw movingError();
    throw new StoreError('moved', `The accounts were moved to ${place}; set ACCOUNTS_URL to that`);
  }

  async close(): Promise<void> {
    this.#opened?.db.close();
  }

  #open(): Opened {
    if (this.#opened) return this.#opened;
    assertThereIsAFile(this.#dataDir);
    const db = openDatabase(this.#dataDir, 'refuse');
    db.exec('PRAGMA busy_timeout = 0');
    this.#opened = { db, file: new AccountsFile(this.#dataDir), settler: new Settler(db) };
    return this.#opened;
  }

  async #whenUnlocked<T>(work: () => T): Promise<T> {
    for (const until = performance.now() + LOCKED_MS; ; await sleep(RETRY_MS)) {
      try {
        return work();
      } catch (error) {
        if (isMoving(error)) this.#wasLeft = true;
        if (!isBusy(error) || performance.now() >= until) throw error;
      }
    }
  }
}
