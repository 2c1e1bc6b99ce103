import { type Router, useRouter } from 'vitepress';
import { markRaw, ref, watch } from 'vue';
import { idIn, LANGUAGES, languageOf, linkTo } from '../../languages.ts';
import { loadIfGiven, loadOnceGiven, statusOf } from './call/load-again.ts';
import { useLocale } from './locale/use-locale.ts';

declare const __VP_HASH_MAP__: Readonly<Record<string, string>>;
/** All pages, as the router names them. Copied here: the router takes what a busy service answers for a newer list. */
const pages = import.meta.env.SSR ? {} : __VP_HASH_MAP__;

/** Pages that did not come. A browser does not ask again for a part that failed, as long as it shows the same document. */
const missed = new Set<string>();
/** For about eight minutes, one asks for such a page in the name of its reader. */
const LONGEST_PAUSE_S = 30;

/** Once the service answers, such a page is loaded anew; until then its reader is told once more. */
export function loadMissedAnew(router: Router): void {
  router.onBeforePageLoad = async (href) => {
    const { pathname } = new URL(href, location.href);
    if (!missed.has(pathname)) return true;
    const isLoading = await loadIfGiven(pathname);
    return !isLoading && location.pathname === pathname;
  };
}

/**
 * The router takes a page that did not come for one that is not there: which of both it is, the service knows.
 * Undefined for as long as it is asked.
 */
export function useMissedPage() {
  const { route } = useRouter();
  const { words } = useLocale();
  // On the page for wrong addresses itself, nobody needs to ask.
  const isServed = import.meta.env.SSR || document.querySelector('.not-found') !== null;
  const outcome = ref<'missed' | 'wrong' | undefined>(isServed ? 'wrong' : undefined);
  let told = isServed ? route.data : undefined;

  async function tell(): Promise<void> {
    if (!route.data.isNotFound || route.data === told) return;
    const { path } = route;
    outcome.value = undefined;
    // The router leaves the folder of the site in it, so that no page would be in a language of its own.
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

/** The same page in the other languages that it is there in, as the page itself would say. */
function twinsOf(file: string): Record<string, string> {
  const id = file.replace(/\.md$/, '').replace(/(^|\/)$/, '$1index');
  const isThere = (each: string) => `${each.replaceAll('/', '_').toLowerCase()}.md` in pages;
  const others = LANGUAGES.filter((each) => each !== languageOf(id) && isThere(idIn(each, id)));
  return Object.fromEntries(others.map((each) => [each, linkTo(idIn(each, id))]));
}
