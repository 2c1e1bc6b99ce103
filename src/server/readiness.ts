import { StoreError } from '../errors/stores.ts';
import type { Health, Readiness } from '../http/health.ts';
import type { Config } from '../settings/config.ts';
import { linesMoved } from '../warehouse/open.ts';
import type { SnapshotPoller } from '../warehouse/versions/snapshot-poller.ts';
import type { Stores } from './stores.ts';

/** So old may an answer be: it is read four times a second at most. */
const FRESH_MS = 250;

export const STOPPING: Readiness = { reasons: ['stopping'] };

/** One reading for all who ask at the same time or shortly after: what anyone may ask for must cost next to nothing. */
export function sharedHealth(read: Health, now: () => number = () => performance.now()): Health {
  let reading: Promise<Readiness> | undefined;
  let isUnderWay = false;
  let readAt = 0;
  const begin = async (): Promise<Readiness> => {
    isUnderWay = true;
    readAt = now();
    try {
      const readiness = await read();
      readAt -= readiness.ageMs ?? 0;
      return readiness;
    } finally {
      isUnderWay = false;
    }
  };
  return async () => {
    const isOld = !isUnderWay && now() - readAt >= FRESH_MS;
    if (!reading || isOld) reading = begin();
    return { ...(await reading), ageMs: now() - readAt };
  };
}

/** One that stops says so at once, whatever is read meanwhile. */
export function whileRunning(parts: AsyncDisposableStack, health: Health): Health {
  return async () => {
    const readiness = parts.disposed ? STOPPING : await health();
    return parts.disposed ? STOPPING : readiness;
  };
}

/** Whether this process can answer calls. */
export function healthOf(config: Config, { accounts, poller }: Stores): Health {
  return sharedHealth(async () => ({
    reasons: await reasonsNotReady(accounts, poller.snapshot !== undefined),
    notes: [...cutOffNotes(poller), ...movedNotes(config)],
  }));
}

/** Why accounts cannot be used, where that is not for want of reaching them. */
const ACCOUNTS_AWAY: Partial<Record<StoreError['kind'], string>> = {
  moving: 'are being moved to another store',
  moved: 'were moved to another store',
};

/** What keeps calls from being answered, in words for who watches over it. */
async function reasonsNotReady(accounts: { check(): Promise<void> }, hasData: boolean): Promise<string[]> {
  const reasons = hasData ? [] : ['no data published'];
  await accounts.check().catch((error) => {
    const kind = error instanceof StoreError ? error.kind : 'unreachable';
    reasons.push(`accounts ${ACCOUNTS_AWAY[kind] ?? 'cannot be reached'}`);
  });
  return reasons;
}

/** How old the figures are, while the warehouse cannot be asked for newer ones. */
function cutOffNotes({ cutOffSince, snapshot }: SnapshotPoller): string[] {
  if (!cutOffSince || !snapshot) return [];
  const { version, publishedAt } = snapshot.facts;
  return [
    `the warehouse cannot be reached since ${cutOffSince.toISOString()}; serving version ${version}, published ${publishedAt}`,
  ];
}

/** What is served of lines that are elsewhere by now gets no newer. */
function movedNotes(config: Config): string[] {
  try {
    return linesMoved(config) === undefined
      ? []
      : ['the order lines were moved to another store, so the figures get no newer'];
  } catch {
    return ['the data folder cannot be read'];
  }
}
