import { useRoute } from 'vitepress';
import { nextTick, onMounted, watch } from 'vue';

/** A sidebar longer than the window is scrolled to the page that one is on. */
export function useSidebarPlace(): void {
  const route = useRoute();
  onMounted(showPlace);
  watch(() => route.path, showPlace, { flush: 'post' });
}

async function showPlace(): Promise<void> {
  // The link is marked once the page stands.
  await nextTick();
  const sidebar = document.querySelector('.VPSidebar');
  const link = sidebar?.querySelector('.VPSidebarItem.is-active .link');
  if (!sidebar || !link) return;
  const frame = sidebar.getBoundingClientRect();
  const place = link.getBoundingClientRect();
  const isInSight = place.top >= frame.top && place.bottom <= frame.bottom;
  if (!isInSight) sidebar.scrollTop += place.top - frame.top - frame.height / 2;
}
