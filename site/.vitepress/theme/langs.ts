import { useData } from 'vitepress';
import { computed } from 'vue';

/**
 * The languages of the language menu, in place of the theme's own list: a page that is not there in the other
 * language leads to that language's home, not to an address that does not exist.
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
      .map(([key, { label }]) => ({ text: label, link: String(frontmatter.value.twin ?? home(key)) })),
  );
  return { localeLinks, currentLang };
}
