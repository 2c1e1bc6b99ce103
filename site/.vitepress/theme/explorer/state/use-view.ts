import { ref } from 'vue';
import { inStepWithAddress } from '../../shared/page-address.ts';
import { type View, viewFromQuery, viewToQuery } from './view.ts';

/** The last view in this tab: a reader who comes back from another page or language finds it again. */
let last = { query: '', language: '' };

/** Holds view and address in step: the buttons back and forward go through earlier views. */
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

  function read(): void {
    chosen.value = viewFromQuery(location.search);
    last = { query: location.search, language };
  }
  inStepWithAddress(location.pathname, () => show(viewToQuery(chosen.value), 'replace'), read);

  return { chosen, change };
}
