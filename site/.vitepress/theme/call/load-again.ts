import { request } from './request.ts';

const TRIES = 'mdq-tries';
export const MOST_TRIES = 5;
/** A success does not reset the tries: another part of the same page may still fail. */
const FORGOTTEN_MS = 300_000;

/**
 * Loads a page again once the service has it, asking after a pause that grows by a second each time, up to `longest`
 * seconds and while it is wanted. False also if it was loaded too often already and something is still missing.
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

/** Loads the page of the tab's address again, if the service has it and the address is still the same. */
export async function loadIfGiven(path: string, isWanted = () => true): Promise<boolean> {
  const status = await statusOf(path);
  // A 404 has a page of the site too; for any other status, the tab would show a bare message.
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

/** How often this tab has loaded a page again; infinity if that cannot be stored. */
function triesSoFar(): number {
  try {
    const [tries = 0, at = 0] = (sessionStorage.getItem(TRIES) ?? '').split(' ').map(Number);
    return Date.now() - at < FORGOTTEN_MS ? tries : 0;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** False if it cannot be stored: the tab would then load again without end. */
function countTry(tries: number): boolean {
  try {
    sessionStorage.setItem(TRIES, `${tries} ${Date.now()}`);
    return true;
  } catch {
    return false;
  }
}
