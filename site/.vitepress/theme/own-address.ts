import { onContentUpdated } from 'vitepress';
import { watch } from 'vue';
import { EXAMPLE_ADDRESS, withAddress } from '../../../src/docs/example-address.ts';
import { useSiteFacts } from './call/site-facts.ts';

const SANDBOX_KEY = /mdk_test_ok(_zh)?/;

/** Examples call the service that the page came from, with a key that it takes, so that they work as they are copied. */
export function useOwnAddress(): void {
  const facts = useSiteFacts();
  const show = () => {
    for (const code of document.querySelectorAll('.vp-doc div[class*="language-"] code')) {
      const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.nodeValue ?? '';
        if (text.includes(EXAMPLE_ADDRESS)) node.nodeValue = withAddress(text, location.origin);
        else if (facts.value?.sandbox === false && SANDBOX_KEY.test(text))
          node.nodeValue = text.replace(SANDBOX_KEY, 'mdk_…');
      }
    }
  };
  onContentUpdated(show);
  watch(facts, show);
}
