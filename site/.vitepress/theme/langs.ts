import { useData } from 'vitepress';
import { computed } from 'vue';
import { languageOf } from '../../languages.ts';

/** Where a reader's own choice of language is kept: from then on it counts, not what the browser prefers. */
export const LANGUAGE_CHOICE = 'mdq-language';

/**
 * The languages of the language menu, in place of the theme's own list: it leads to the same page. Guides for operators
 * are in English only; from them it leads to the home page.
 */
export function useLangs() {
  const { site, localeIndex, frontmatter } = useData();
  const home = (key: string) => (key === 'root' ? '/' : `/${key}/`);
  const currentLang = computed(() => ({
    label: site.value.locales[localeIndex.value]?.label,
    link: home(localeIndex.value),
  }));
  const localeLinks = computed(() =>
    Object.entries(site.value.locales)
      .filter(([key]) => key !== localeIndex.value)
      .map(([key, { label }]) => ({
        text: label,
        link: frontmatter.value.twin ? `${frontmatter.value.twin}${query()}` : home(key),
      })),
  );
  return { localeLinks, currentLang };
}

/** What a page is set to, such as the parameters of a call, holds in every language. */
function query(): string {
  return import.meta.env.SSR ? '' : location.search;
}

/** Keeps what a reader chose, wherever in the page the choice is made. */
export function rememberChoice(): void {
  document.addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest?.(
      '.VPNavBarTranslations a, .VPNavScreenTranslations a, .VPNavBarExtra a, .in-other-language a',
    );
    if (!link) return;
    try {
      const { pathname } = new URL((link as HTMLAnchorElement).href);
      localStorage.setItem(LANGUAGE_CHOICE, languageOf(pathname.replace(/^\/developers\//, '')));
    } catch {
      // A browser that keeps nothing: then its own preference goes on counting.
    }
  });
}
