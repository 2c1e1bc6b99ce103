import { onContentUpdated } from 'vitepress';
import { watch } from 'vue';
import { showPrices } from '../../../src/docs/price-numbers.ts';
import { priceFactsOf, type SiteFacts, useSiteFacts } from './call/site-facts.ts';

/** Guides show the prices of now: they are built with the usual ones, and an operator may change them. */
export function useCurrentPrices(): void {
  const facts = useSiteFacts();
  const show = () => {
    if (!facts.value) return;
    showInTables(facts.value);
    showInWords(facts.value);
  };
  onContentUpdated(show);
  watch(facts, show);
}

/** Tables of prices: a row is about the path in its first cell. */
function showInTables({ prices }: SiteFacts): void {
  const bases = new Map(prices.map(({ path, base }) => [path, base]));
  for (const row of document.querySelectorAll('.vp-doc .table tr')) {
    const base = bases.get(row.querySelector('td:first-child code')?.textContent ?? '');
    const first = row.querySelector('td:last-child')?.firstChild;
    // A price that must not be broken has an element of its own.
    const text = first instanceof Element && first.className === 'whole' ? first.firstChild : first;
    // Only a cell that begins with a number is one of a price.
    if (base === undefined || text?.nodeType !== Node.TEXT_NODE) continue;
    text.nodeValue = (text.nodeValue ?? '').replace(/^\d+(,\d{3})*(?![\d-])/, base.toLocaleString('en'));
  }
}

/** What was built, by the text that shows it: it may be shown again at other prices. */
const built = new WeakMap<Node, string>();

/** Sentences and examples: what stands around them says which of their numbers are prices, and of what. */
function showInWords(facts: SiteFacts): void {
  const now = priceFactsOf(facts);
  for (const block of document.querySelectorAll<HTMLElement>('[data-prices]')) {
    const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const words = built.get(text) ?? text.nodeValue ?? '';
      built.set(text, words);
      text.nodeValue = showPrices(words, block.dataset.prices ?? '', now);
    }
  }
}
