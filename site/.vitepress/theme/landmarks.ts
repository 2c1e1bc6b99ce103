import { onContentUpdated } from 'vitepress';
import { nextTick, onMounted } from 'vue';
import { useLocale } from './locale/use-locale.ts';

/** The theme has English names for its landmarks, and no setting for them: they are written over in every language. */
export function useLandmarks(): void {
  const { words } = useLocale();
  async function name(): Promise<void> {
    // The sidebar and the links to other pages are there once the page stands.
    await nextTick();
    const { main, sidebar, pager, extra, phone } = words.value.layout.landmarks;
    const texts = { 'main-nav': main, sidebar, 'doc-footer': pager };
    for (const [id, text] of Object.entries(texts)) {
      const label = document.getElementById(`${id}-aria-label`);
      if (label) label.textContent = text;
    }
    document.querySelector('.VPNavBarExtra > button')?.setAttribute('aria-label', extra);
    document.querySelector('.VPNavBarHamburger')?.setAttribute('aria-label', phone);
  }
  onMounted(name);
  onContentUpdated(name);
}
