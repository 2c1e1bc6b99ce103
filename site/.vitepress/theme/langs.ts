import { useData } from 'vitepress';
import { computed } from 'vue';
import { languageOf, plainId } from '../../languages.ts';

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
        link: frontmatter.value.twin ?? home(key),
      })),
  );
  return { localeLinks, currentLang };
}

const idOf = (pathname: string) => pathname.replace(/^\/developers\//, '');

/** Keeps what a reader chose, wherever in the page the choice is made. The router must not have seen the click before. */
export function rememberChoice(): void {
  const onClick = (event: MouseEvent) => {
    const link = (event.target as Element | null)?.closest?.<HTMLAnchorElement>(
      '.VPNavBarTranslations a, .VPNavScreenTranslations a, .VPNavBarExtra a, .in-other-language a',
    );
    if (!link) return;
    const id = idOf(link.pathname);
    // What the page is set to by now, such as the parameters of a call, holds in every language.
    if (plainId(id) === plainId(idOf(location.pathname))) link.search = location.search;
    try {
      localStorage.setItem(LANGUAGE_CHOICE, languageOf(id));
    } catch {
      // A browser that keeps nothing: then its own preference goes on counting.
    }
  };
  window.addEventListener('click', onClick, { capture: true });
}
