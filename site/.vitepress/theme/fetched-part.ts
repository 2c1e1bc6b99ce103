import { type Component, defineAsyncComponent } from 'vue';
import { loadOnceGiven, MOST_TRIES } from './call/load-again.ts';
import MissingPart from './MissingPart.vue';

/** The first try has its second, and half a one for the answer: nobody looks at an empty place for longer. */
const TOLD_AFTER_MS = 1_500;

/**
 * A part that is fetched when a page shows it. A service that is busy puts off what nobody pays for, and a browser does not
 * ask again for a part that failed: the page is loaded again, a little later each time, also once its reader was told.
 */
export function fetchedPart(loader: () => Promise<Component>): Component {
  let hasCome = false;
  return defineAsyncComponent({
    loader: async () => {
      const part = await loader();
      hasCome = true;
      return part;
    },
    errorComponent: MissingPart,
    onError: async (_error, _retry, fail) => {
      setTimeout(fail, TOLD_AFTER_MS);
      // Who went elsewhere and came back may have it by now, from a browser that does ask again.
      if (!(await loadOnceGiven(location.pathname, MOST_TRIES, () => !hasCome))) fail();
    },
  });
}
