import { type Component, defineAsyncComponent } from 'vue';
import { loadOnceGiven, MOST_TRIES } from './call/load-again.ts';
import MissingPart from './MissingPart.vue';

/**
 * A part that is fetched when a page shows it. A service that is busy puts off what nobody pays for, and a browser does not
 * ask again for a part that failed: the page is loaded again, a little later each time, until its reader is told.
 */
export function fetchedPart(loader: () => Promise<Component>): Component {
  return defineAsyncComponent({
    loader,
    errorComponent: MissingPart,
    onError: async (_error, _retry, fail) => {
      if (!(await loadOnceGiven(location.pathname, MOST_TRIES))) fail();
    },
  });
}
