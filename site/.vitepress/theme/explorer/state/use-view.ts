import { onBeforeUnmount, onMounted, ref } from 'vue';
import { onOwnLink } from '../../shared/own-link.ts';
import { type View, viewFromQuery, viewToQuery } from './view.ts';

/** What was looked at last in this tab: from another page or language, one comes back to it. */
let last = { query: '', language: '' };

/** The view and the address, each showing the other: back and forward go through what was looked at. */
export function useView(language: string, hasKey: boolean) {
  const chosen = ref<View>(firstView());

  function firstView(): View {
    const view = viewFromQuery(location.search || last.query);
    const isLast = viewToQuery(view) === viewToQuery(viewFromQuery(last.query));
    const isSwitched = isLast && last.language !== '' && last.language !== language;
    // The sandboxes of two languages have no names in common.
    return hasKey || !isSwitched ? view : { ...view, category: '', sub: '', others: [] };
  }

  function change(part: Partial<View>): void {
    const next = { ...chosen.value, ...part };
    const query = viewToQuery(next);
    if (query === viewToQuery(chosen.value)) return;
    chosen.value = next;
    show(query, 'push');
  }

  function show(query: string, how: 'push' | 'replace'): void {
    last = { query, language };
    const address = `${location.pathname}${query === '' ? '' : `?${query}`}`;
    if (how === 'replace') {
      history.replaceState(history.state, '', address);
    } else {
      history.replaceState({ ...history.state, scrollPosition: scrollY }, '');
      history.pushState({}, '', address);
    }
  }

  const path = location.pathname;
  function moved(): void {
    if (location.pathname !== path) return;
    chosen.value = viewFromQuery(location.search);
    last = { query: location.search, language };
  }
  const write = () => location.pathname === path && show(viewToQuery(chosen.value), 'replace');
  onMounted(() => {
    write();
    addEventListener('popstate', moved);
  });
  onBeforeUnmount(() => removeEventListener('popstate', moved));
  onOwnLink(write);

  return { chosen, change };
}
