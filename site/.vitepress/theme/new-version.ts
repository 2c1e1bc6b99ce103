import { request } from './call/request.ts';

/**
 * Once another version of the site has taken its place, the parts that an open page has not fetched yet are
 * gone. The page is then loaded again, and comes from the new version.
 */
export function reloadWhenReplaced(): void {
  addEventListener('vite:preloadError', async () => {
    if (await isReplaced()) location.reload();
  });
}

/** Whether this page is made of other parts by now. A service that cannot be reached says nothing about that. */
async function isReplaced(): Promise<boolean> {
  const program = document.querySelector('script[src*="/assets/app."]')?.getAttribute('src');
  if (!program) return false;
  try {
    const { status, text } = await request(location.pathname, { cache: 'no-store' });
    return status === 200 && !text.includes(program);
  } catch {
    return false;
  }
}
