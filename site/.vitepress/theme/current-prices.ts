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
      const text = row.querySelector('td:last-child')?.firstChild;
      // Only a cell that begins with a number is one of a price.
      if (base === undefined || text?.nodeType !== Node.TEXT_NODE) continue;
      text.nodeValue = (text.nodeValue ?? '').replace(/^\d[\d,]*/, base.toLocaleString('en'));
    }
  };
  onContentUpdated(show);
  watch(facts, show);
}
