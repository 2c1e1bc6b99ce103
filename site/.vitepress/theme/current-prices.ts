import { onContentUpdated } from 'vitepress';
import { watch } from 'vue';
import { useSiteFacts } from './site-facts.ts';

/** Tables of prices in guides show those of now: they are built with the usual ones, and an operator may change them. */
export function useCurrentPrices(): void {
  const facts = useSiteFacts();
  const show = () => {
    const bases = new Map(facts.value?.prices.map(({ path, base }) => [path, base]));
    for (const row of document.querySelectorAll('.vp-doc .table tr')) {
      const base = bases.get(row.querySelector('td:first-child code')?.textContent ?? '');
      const first = row.querySelector('td:last-child')?.firstChild;
      // A price that must not be broken has an element of its own.
      const text = first instanceof Element && first.className === 'whole' ? first.firstChild : first;
      // Only a cell that begins with a number is one of a price.
      if (base === undefined || text?.nodeType !== Node.TEXT_NODE) continue;
      text.nodeValue = (text.nodeValue ?? '').replace(/^\d+(,\d{3})*(?![\d-])/, base.toLocaleString('en'));
    }
  };
  onContentUpdated(show);
  watch(facts, show);
}
