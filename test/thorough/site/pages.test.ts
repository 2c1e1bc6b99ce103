/** Every page of the site opens and fits, and every link on it leads somewhere. */
import assert from 'node:assert/strict';
import { createDocs } from '../../../src/docs/docs.ts';
import { DESKTOP, openPage } from '../../support/site/browser.ts';
import { test } from '../../support/site/in-browser.ts';
import { Place } from '../../support/site/place.ts';
import { crawl, type SitePage } from '../../support/site/site-pages.ts';
import { startOnYear } from '../../support/year-of-orders.ts';

/** Tables that must be moved sideways to be read, and printed sentences that are cut off. */
const CUT = `[...document.querySelectorAll('.vp-doc .table, .vp-doc .language-text .line:not(.columns)')]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  .map(({ textContent }) => textContent.trim().slice(0, 60))`;
const SURPLUS = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

const docs = createDocs();
let pages: SitePage[];
const place = new Place(async () => {
  const env = { MDQ_CONTACT: 'data@example.com', MDQ_POINT_PRICE: '0.05 USD', MDQ_OPERATOR_PAGES: 'on' };
  const service = await startOnYear(env);
  pages = await crawl(service.url);
  return service;
});

test('addresses of parts that have moved lead on', () =>
  place.look('/developers/data-format#bad-rows', async (page) => {
    await page.locator('li:has(#bad-rows) a[href]').click();
    await page.waitForURL(/\/developers\/imports#bad-rows$/);
  }));

test('every page opens without a complaint, none is wider than the smallest phone, and a desk shows every table and every printed sentence whole', async () => {
  const { page, leave } = await place.visit();
  for (const { path } of pages.filter(({ isHtml }) => isHtml)) {
    await page.setViewportSize({ width: 320, height: 568 });
    await openPage(page, path);
    assert.equal(await page.evaluate<number>(SURPLUS), 0, path);
    await page.setViewportSize(DESKTOP.viewport);
    assert.deepEqual(await page.evaluate<string[]>(CUT), [], path);
  }
  await leave();
});

test('no page has a link that leads nowhere', () => {
  const byPath = new Map(pages.map((each) => [each.path, each]));
  const broken = pages.flatMap(({ path, links }) =>
    links
      .filter(({ to, anchor }) => {
        const target = byPath.get(to);
        return target === undefined || (anchor !== '' && !target.anchors.has(anchor));
      })
      .map(({ to, anchor }) => `${path} → ${to}#${anchor}`),
  );
  assert.deepEqual(broken, []);
  assert.ok(pages.length > 30, `only ${pages.length} pages were found`);
});

test('every hit of a search leads to a heading that exists', () => {
  const anchors = new Map(pages.map((each) => [each.path, each.anchors]));
  const headings = docs.pages.flatMap(({ markdown }) => markdown.match(/^#+ .+$/gm) ?? []);
  for (const { url } of headings.flatMap((heading) => docs.search(heading, 5))) {
    const [path = '', anchor = ''] = url.replace(/\/index(?=#|$)/, '/').split('#');
    assert.ok(anchor === '' || anchors.get(path)?.has(anchor), `a hit leads to ${url}`);
  }
});
