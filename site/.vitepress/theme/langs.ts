import { useData } from 'vitepress';
import { computed } from 'vue';
import { idIn, LANGUAGES, labelOf, languageOf, linkTo, menuLabelOf, plainId } from '../../languages.ts';

/** Where a reader's own choice of language is stored: from then on it counts, not what the browser prefers. */
export const LANGUAGE_CHOICE = 'mdq-language';

/**
 * The languages of the language menu, in place of the theme's own list: it leads to the same page. Where there is none, as
 * of most guides for operators, it says so, and leads to the home page.
 */
export function useLangs() {
  const { frontmatter, page } = useData();
  const current = computed(() => languageOf(page.value.relativePath));
  const currentLang = computed(() => ({
    label: labelOf(current.value),
    link: linkTo(idIn(current.value, 'index')),
  }));
  const localeLinks = computed(() => {
    const twins: Readonly<Record<string, string>> = frontmatter.value.twins ?? {};
    return LANGUAGES.filter((language) => language !== current.value).map((language) => ({
      text: menuLabelOf(language, twins[language] !== undefined),
      link: twins[language] ?? linkTo(idIn(language, 'index')),
    }));
  });
  return { localeLinks, currentLang };
}

const idOf = (pathname: string) => pathname.replace(/^\/developers\//, '');

/** Stores what a reader chose, wherever in the page the choice is made. The router must not have seen the click before. */
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
      // A browser that stores nothing: then its own preference goes on counting.
    }
  };
  window.addEventListener('click', onClick, { capture: true });
}
