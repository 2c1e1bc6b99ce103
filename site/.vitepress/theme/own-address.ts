import { onContentUpdated } from 'vitepress';
import { watch } from 'vue';
import { EXAMPLE_ADDRESS, withAddress } from '../../../src/docs/examples/example-address.ts';
import { useSiteFacts } from './call/site-facts.ts';

const SANDBOX_KEY = /mdk_test_ok(_zh)?/g;

/** Examples call the service that the page came from, with a key that it takes, so that they work as they are copied. */
export function useOwnAddress(): void {
  const facts = useSiteFacts();
  const show = () => {
    for (const code of document.querySelectorAll('.vp-doc div[class*="language-"] code')) {
      const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.nodeValue ?? '';
        const here = text.includes(EXAMPLE_ADDRESS) ? withAddress(text, location.origin) : text;
        const known = facts.value?.sandbox === false ? here.replaceAll(SANDBOX_KEY, 'mdk_…') : here;
        if (known !== text) node.nodeValue = known;
      }
    }
  };
  onContentUpdated(show);
  watch(facts, show);
}
