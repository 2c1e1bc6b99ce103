import { useRouter } from 'vitepress';
import { onBeforeUnmount, onMounted } from 'vue';

/**
 * Keeps a page and its address in step, and returns `write` for any change: it puts what is shown into the address. `read`
 * takes it from there when the reader goes back or forward. On the way to another page, the address is that page's already.
 */
export function inStepWithAddress(page: string, write: () => void, read: () => void): () => void {
  const router = useRouter();
  const onPage = (act: () => void) => () => {
    if (location.pathname === page) act();
  };
  const [writeHere, readHere] = [onPage(write), onPage(read)];
  onMounted(() => {
    writeHere();
    addEventListener('popstate', readHere);
    // A link to the open page itself, as in the menu, gives it another address and opens nothing.
    router.onAfterRouteChange = writeHere;
  });
  onBeforeUnmount(() => {
    removeEventListener('popstate', readHere);
    if (router.onAfterRouteChange === writeHere) router.onAfterRouteChange = undefined;
  });
  return writeHere;
}
