import { type Component, defineAsyncComponent } from 'vue';
import MissingPart from './MissingPart.vue';

const TRIES = 'mdq-tries';
const MOST_TRIES = 5;
/** Tries are not forgotten when one succeeds: a page may have another part, which does not. */
const FORGOTTEN_MS = 300_000;

/**
 * A part that is fetched when a page shows it. A service that is busy puts off what nobody pays for, and a browser does not
 * ask again for a part that failed: the page is loaded again, a little later each time, until its reader is told.
 */
export function fetchedPart(loader: () => Promise<Component>): Component {
  return defineAsyncComponent({
    loader,
    errorComponent: MissingPart,
    onError: (_error, _retry, fail) => {
      if (!loadAgainLater()) fail();
    },
  });
}

/** Unless it is not wanted any more by then; false where it was tried often enough. */
export function loadAgainLater(isWanted = () => true): boolean {
  const tries = countTry();
  if (tries === undefined || tries > MOST_TRIES) return false;
  setTimeout(() => isWanted() && location.reload(), tries * 1000);
  return true;
}

/** Which try of this tab it is; undefined where that cannot be kept, so that there would be no end of them. */
function countTry(): number | undefined {
  try {
    const [tries = 0, at = 0] = (sessionStorage.getItem(TRIES) ?? '').split(' ').map(Number);
    const now = Date.now();
    const next = now - at < FORGOTTEN_MS ? tries + 1 : 1;
    sessionStorage.setItem(TRIES, `${next} ${now}`);
    return next;
  } catch {
    return undefined;
  }
}
