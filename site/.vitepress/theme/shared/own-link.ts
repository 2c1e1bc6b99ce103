import { useRouter } from 'vitepress';
import { onBeforeUnmount, onMounted } from 'vue';

/** A link to the page that is open, as in the menu, gives it another address and opens nothing: `write` puts back what is shown. */
export function onOwnLink(write: () => void): void {
  const router = useRouter();
  onMounted(() => {
    router.onAfterRouteChange = write;
  });
  onBeforeUnmount(() => {
    if (router.onAfterRouteChange === write) router.onAfterRouteChange = undefined;
  });
}
