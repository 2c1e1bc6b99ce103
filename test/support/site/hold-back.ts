import type { Page } from 'playwright-core';

/** What a page does with an answer, it has done by then. A page that draws nothing may never be called idle: hence the limit. */
export const UNTIL_IDLE = `new Promise((done) => {
  const limit = { timeout: 1000 };
  requestIdleCallback(() => requestIdleCallback(done, limit), limit);
})`;

interface Held {
  /** Lets them go, and waits until the page has done with what it was waiting for. */
  letGo(awaited?: string | RegExp): Promise<void>;
}

/** Keeps answers back until they are let go: those of all requests, or of those that `isHeld` is true for. */
export async function holdBack(
  page: Page,
  what: string | RegExp,
  isHeld: (url: string) => boolean = () => true,
): Promise<Held> {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(what, async (route) => {
    if (isHeld(route.request().url())) await held;
    await route.continue();
  });
  return {
    async letGo(awaited = what) {
      const answered = page.waitForResponse(awaited);
      letGo();
      await (await answered).finished();
      await page.evaluate(UNTIL_IDLE);
    },
  };
}
