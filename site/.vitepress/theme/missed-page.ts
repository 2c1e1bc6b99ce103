import { type Router, useRouter } from 'vitepress';
import { markRaw, ref, watch } from 'vue';
import { idIn, LANGUAGES, languageOf, linkTo } from '../../languages.ts';
import { loadIfGiven, loadOnceGiven, statusOf } from './call/load-again.ts';
import { useLocale } from './locale/use-locale.ts';

declare const __VP_HASH_MAP__: Readonly<Record<string, string>>;
/** All pages, as the router names them. Copied here: the router takes what a busy service answers for a newer list. */
const pages = import.meta.env.SSR ? {} : __VP_HASH_MAP__;

/** Pages that could not be fetched. A browser does not fetch a failed script again until the document is loaded again. */
const missed = new Set<string>();
/** Pauses grow to this: the page is asked for again for about eight minutes. */
const LONGEST_PAUSE_S = 30;

/** A link to such a page loads it with its document once the service answers; until then it is shown as missing. */
export function loadMissedAgain(router: Router): void {
  router.onBeforePageLoad = async (href) => {
    const { pathname } = new URL(href, location.href);
    if (!missed.has(pathname)) return true;
    const isLoading = await loadIfGiven(pathname);
    return !isLoading && location.pathname === pathname;
  };
}

/**
 * The router treats a page that could not be fetched like a wrong address: the service is asked which of the two it is.
 * Undefined until it has answered.
 */
export function useMissedPage() {
  const { route } = useRouter();
  const { words } = useLocale();
  // The service itself has sent the page for wrong addresses: no need to ask.
  const isServed = import.meta.env.SSR || document.querySelector('.not-found') !== null;
  const outcome = ref<'missed' | 'wrong' | undefined>(isServed ? 'wrong' : undefined);
  let told = isServed ? route.data : undefined;

  async function tell(): Promise<void> {
    if (!route.data.isNotFound || route.data === told) return;
    const { path } = route;
    outcome.value = undefined;
    // The router leaves the base of the site in the path, from which no language can be told.
    told = markRaw({ ...route.data, relativePath: `${path.slice(import.meta.env.BASE_URL.length)}.md` });
    route.data = told;
    const status = await statusOf(path);
    if (route.path !== path) return;
    outcome.value = status === 404 ? 'wrong' : 'missed';
    if (outcome.value === 'wrong') return;
    missed.add(path);
    const frontmatter = { ...told.frontmatter, twins: twinsOf(told.relativePath) };
    const page = markRaw({ ...told, title: words.value.missedPage.title, frontmatter });
    told = page;
    route.data = page;
    void loadOnceGiven(path, LONGEST_PAUSE_S, () => route.data === page);
  }
  watch(() => route.data, tell, { immediate: true });
  return outcome;
}

/** The same page in the other languages that have it, as the page's own frontmatter would list them. */
function twinsOf(file: string): Record<string, string> {
  const id = file.replace(/\.md$/, '').replace(/(^|\/)$/, '$1index');
  const isThere = (each: string) => `${each.replaceAll('/', '_').toLowerCase()}.md` in pages;
  const others = LANGUAGES.filter((each) => each !== languageOf(id) && isThere(idIn(each, id)));
  return Object.fromEntries(others.map((each) => [each, linkTo(idIn(each, id))]));
}
