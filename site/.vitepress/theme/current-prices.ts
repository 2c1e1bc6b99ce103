import { onContentUpdated } from 'vitepress';
import { watch } from 'vue';
import { showPrices } from '../../../src/docs/price-numbers.ts';
import { priceFactsOf, type SiteFacts, useSiteFacts } from './call/site-facts.ts';
import type { Format } from './locale/format.ts';
import { useLocale } from './locale/use-locale.ts';

/** Guides show the prices of now: they are built with the usual ones, and an operator may change them. */
export function useCurrentPrices(): void {
  const facts = useSiteFacts();
  const { format } = useLocale();
  const show = () => {
    if (!facts.value) return;
    showInTables(facts.value, format.value);
    showInWords(facts.value);
  };
  onContentUpdated(show);
  watch(facts, show);
}

/** Tables of prices: a row is about the path in its first cell. */
function showInTables({ prices }: SiteFacts, format: Format): void {
  const bases = new Map(prices.map(({ path, base }) => [path, base]));
  for (const row of document.querySelectorAll('.vp-doc .table tr')) {
    const base = bases.get(row.querySelector('td:first-child code')?.textContent ?? '');
    const first = row.querySelector('td:last-child')?.firstChild;
    // A price that must not be broken has an element of its own.
    const text = first instanceof Element && first.className === 'whole' ? first.firstChild : first;
    // Only a cell that begins with a number is one of a price.
    if (base === undefined || text?.nodeType !== Node.TEXT_NODE) continue;
    text.nodeValue = asBuilt(text).replace(/^\d+(,\d{3})*(?![\d-])/, format.count(base));
  }
}

const built = new WeakMap<Node, string>();

/** The text that was built: it may be shown again at other prices. */
function asBuilt(text: Node): string {
  const words = built.get(text) ?? text.nodeValue ?? '';
  built.set(text, words);
  return words;
}

/** Sentences and examples: what stands around them says which of their numbers are prices, and of what. */
function showInWords(facts: SiteFacts): void {
  const now = priceFactsOf(facts);
  for (const block of document.querySelectorAll<HTMLElement>('[data-prices]')) {
    const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      text.nodeValue = showPrices(asBuilt(text), block.dataset.prices ?? '', now);
    }
  }
}
