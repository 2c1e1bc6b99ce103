import { ask } from '../http/raw-http.ts';

/** A page of the built site, as a crawler sees it. */
export interface SitePage {
  readonly path: string;
  /** False: it stands beside the site, such as the Markdown of a page. */
  readonly isHtml: boolean;
  readonly anchors: ReadonlySet<string>;
  /** Links to other pages of the site. */
  readonly links: readonly { readonly to: string; readonly anchor: string }[];
}

const START = '/developers/';
/** Not made by the site, but linked from it: they need only be there. */
const OTHER = /^\/(api\/|llms)|\.(md|json|svg|js|css)$/;

/** Every page that can be reached from the home page by links, and what stands beside the site. */
export async function crawl(origin: string): Promise<SitePage[]> {
  const seen = new Map<string, SitePage>();
  const waiting = [START];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    const { status, text: body } = await ask(origin + path);
    if (status !== 200) continue;
    const isHtml = !OTHER.test(path);
    const html = isHtml ? body : '';
    const page = { path, isHtml, anchors: anchorsOf(html), links: linksOf(html, path) };
    seen.set(path, page);
    waiting.push(...page.links.map(({ to }) => to));
  }
  return [...seen.values()];
}

function anchorsOf(html: string): Set<string> {
  return new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id));
}

function linksOf(html: string, path: string): { to: string; anchor: string }[] {
  const addresses = [...html.matchAll(/<a\s[^>]*?href="([^"]+)"/g)].map(([, href = '']) => href);
  return addresses
    .map((href) => new URL(href.replaceAll('&amp;', '&'), `http://site${path}`))
    .filter(({ host }) => host === 'site')
    .map(({ pathname, hash }) => ({ to: pathname, anchor: decodeURIComponent(hash.slice(1)) }));
}
