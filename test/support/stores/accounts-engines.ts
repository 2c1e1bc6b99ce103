import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Outcome, Settlement } from '../../../src/accounts/ledger.ts';
import { type Accounts, openAccounts } from '../../../src/accounts/open.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { atEnd } from '../at-end.ts';
import { isThorough } from '../effort.ts';
import { createDatabase, noDatabase } from './postgres.ts';

const DAY_MS = 86_400_000;

/** A kind of store behind the accounts port. */
export type Engine = {
  readonly name: string;
  /** Why it cannot be tried here. */
  readonly missing: string | undefined;
  /** The settings of a new, empty store, which is gone after the tests of the file. */
  create(): Promise<Record<string, string>>;
};

export const ENGINES: readonly Engine[] = [
  { name: 'SQLite', missing: undefined, create: async () => ({ DATA_DIR: await folder() }) },
  {
    name: 'PostgreSQL',
    missing: noDatabase,
    create: async () => ({ DATA_DIR: await folder(), ACCOUNTS_URL: await createDatabase() }),
  },
];

/** For suites over HTTP: the contract suites prove each store, so `npm test` runs them on one alone. */
export const ENGINES_OVER_HTTP: readonly Engine[] = isThorough ? ENGINES : ENGINES.slice(0, 1);

/** Opens a store as a process does; closed after the tests of the file. */
export async function open(env: Record<string, string>): Promise<Accounts> {
  const accounts = await openAccounts(readConfig(env));
  atEnd(() => accounts.close());
  return accounts;
}

let made = 0;

/** An account with a key whose hash is its name. */
export async function makeAccount(accounts: Accounts, points = 0): Promise<string> {
  made += 1;
  const name = `account-${made}`;
  await accounts.createAccount(name, { points, by: 'a test', note: '' });
  await accounts.createKey(name, { hash: name, last4: 'last', name: 'one' });
  return name;
}

/** What was decided, in short: what was charged, or why nothing was. */
export function told(outcome: Outcome | undefined): number | string {
  if (outcome?.kind === 'settled') return outcome.charged;
  return outcome?.kind === 'refused' ? outcome.reason : String(outcome?.kind);
}

let calls = 0;

/** A call as it is put to the accounts, at this moment unless it says otherwise. */
export function call(keyHash: string, points: number, more: Partial<Settlement> = {}): Settlement {
  const at = more.at ?? Date.now();
  calls += 1;
  return {
    keyHash,
    points,
    path: '/path',
    requestId: `request-${process.pid}-${calls}`,
    at,
    day: Math.floor(at / DAY_MS),
    ...more,
  };
}

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'mdq-accounts-'));
  atEnd(() => rm(path, { recursive: true, force: true }));
  return path;
}
