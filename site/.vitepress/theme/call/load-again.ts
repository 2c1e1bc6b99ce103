import { request } from './request.ts';

const TRIES = 'mdq-tries';
export const MOST_TRIES = 5;
/** Tries are not forgotten when one succeeds: a page may have another part, which does not. */
const FORGOTTEN_MS = 300_000;

/**
 * Loads a page once the service gives it, and asks a second later each time: as long as one wants it, and until that is more
 * than `longest` seconds. False also where the page was loaded often enough, and lacks something nevertheless.
 */
export async function loadOnceGiven(path: string, longest: number, isWanted = () => true): Promise<boolean> {
  const tries = triesSoFar();
  if (tries >= MOST_TRIES) return false;
  for (let seconds = tries + 1; seconds <= longest; seconds++) {
    await new Promise((resume) => setTimeout(resume, seconds * 1000));
    if (!isWanted() || location.pathname !== path) return false;
    if (await loadIfGiven(path, () => isWanted() && countTry(tries + 1))) return true;
  }
  return false;
}

/** What the tab's address names, unless that is another by now; false where the service does not give it. */
export async function loadIfGiven(path: string, isWanted = () => true): Promise<boolean> {
  const status = await statusOf(path);
  // For an address that is wrong by now, the service has a page too. Instead of any other, the tab would show a bare message.
  const isGiven = (status === 200 || status === 404) && location.pathname === path && isWanted();
  if (isGiven) location.reload();
  return isGiven;
}

/** Undefined where the service cannot be reached. */
export async function statusOf(path: string): Promise<number | undefined> {
  try {
    return (await request(path, { method: 'HEAD', cache: 'no-store' })).status;
  } catch {
    return undefined;
  }
}

/** How often this tab has loaded a page again; more often than one may where that cannot be stored. */
function triesSoFar(): number {
  try {
    const [tries = 0, at = 0] = (sessionStorage.getItem(TRIES) ?? '').split(' ').map(Number);
    return Date.now() - at < FORGOTTEN_MS ? tries : 0;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** False where it cannot be stored, so that there would be no end of them. */
function countTry(tries: number): boolean {
  try {
    sessionStorage.setItem(TRIES, `${tries} ${Date.now()}`);
    return true;
  } catch {
    return false;
  }
}
