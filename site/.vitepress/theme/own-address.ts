import { onContentUpdated } from 'vitepress';

/** What the examples call when nobody knows better. */
const EXAMPLE_ADDRESS = 'http://127.0.0.1:8080';

/**
 * Examples call the service that the page came from, so that they work as they are copied. Printouts stay, and so do the
 * commands of operators, who run them beside a server of their own.
 */
export function useOwnAddress(): void {
  onContentUpdated(() => {
    if (location.origin === EXAMPLE_ADDRESS) return;
    for (const code of document.querySelectorAll(
      '.Layout:not(.operators) .vp-doc div[class*="language-"]:not(.language-text) code',
    )) {
      const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.nodeValue ?? '';
        if (text.includes(EXAMPLE_ADDRESS))
          node.nodeValue = text.replaceAll(EXAMPLE_ADDRESS, location.origin);
      }
    }
  });
}
