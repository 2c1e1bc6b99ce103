import { nextTick } from 'vue';

/** What had the focus may be gone after a change. Then it goes on at a place that the reader would look at next. */
export async function focusIfLost(place: () => HTMLElement | null | undefined): Promise<void> {
  await nextTick();
  const { activeElement, body } = document;
  if (activeElement === null || activeElement === body) place()?.focus();
}
