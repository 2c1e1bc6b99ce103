/** The site is the operator's own: what they set is on every page of every server within seconds, without a build, and safe. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SiteManifest } from '../../../src/http/site/site-manifest.ts';
import { callTool, rpc, textOf } from '../../mcp/rpc.ts';
import { ask } from '../../support/http/raw-http.ts';
import { spawnServer } from '../../support/server-process.ts';
import { assertAccessible, assertAccessibleInAnyLight, inAnyLight } from '../../support/site/audit-page.ts';
import { boxOf, DESKTOP, openPage, PHONE, resizeTo } from '../../support/site/browser.ts';
import { assertFits } from '../../support/site/explorer-page.ts';
import { test } from '../../support/site/in-browser.ts';
import { madePng, SVG_LOGO } from '../../support/site/pictures.ts';
import { Place } from '../../support/site/place.ts';
import { until } from '../../support/until.ts';
import { temporaryFolder } from '../../support/workplace.ts';
import { startOnYear } from '../../support/year-of-orders.ts';

const manifest: SiteManifest = JSON.parse(
  readFileSync(new URL('../../../site/dist/manifest.json', import.meta.url), 'utf8'),
);
const NAME = `Smith's "Rows" & <b>Söhne</b> 市場`;
const CHECKOUT = 'https://pay.example/points?for={account}&n=1';

const place = new Place(() => startOnYear({ MDQ_CONTACT: 'https://usual.example/help' }));

const set = (name: string, value: string) => place.service.succeed('site', 'set', name, value);
const get = (path: string, headers = {}) => ask(place.url + path, { headers });
const text = async (path: string, url = place.url) => (await ask(url + path)).text;
const facts = async () => JSON.parse(await text('/developers/site.json')).data;
const shows = (path: string, part: string) =>
  until(`${path} shows ${part}`, async () => (await text(path)).includes(part));

test('without anything set it reads well, and names nobody', async () => {
  const home = await text('/developers/');
  assert.match(home, /<title>Market-Data Query<\/title>/);
  assert.match(home, /Data and terms come from your provider\./);
  assert.doesNotMatch(home, /@@|\{name|Terms of use|Imprint|brand-logo/);
  assert.match(await text('/developers/zh/quickstart'), /<title>快速開始 \| 市場資料查詢<\/title>/);
  assert.equal((await get('/developers/logo')).status, 404);
  assert.equal(await text('/developers/brand.css'), '');
});

test('the name is on every page, in titles, documents and tools, and a page that is open goes on', async () => {
  await place.look('/developers/quickstart', async (page) => {
    const before = await get('/developers/points');
    await set('tagline', 'What Taiwan <buys>');
    await set('name', NAME);
    await until('the server knows it', async () => (await facts()).brand.name === NAME);
    const after = await get('/developers/points');
    assert.notEqual(after.headers.etag, before.headers.etag);
    const etag = String(after.headers.etag);
    const again = await get('/developers/points', { 'if-none-match': etag });
    assert.equal(again.status, 304);
    await openPage(page, '/developers/');
    assert.equal(await page.title(), NAME);
    assert.equal(await page.locator('.VPNavBarTitle').innerText(), NAME);
    assert.equal(await page.locator('.brand-line').innerText(), 'What Taiwan <buys>');
    assert.match(await page.locator('.site-contact').innerText(), /^Data and terms are provided by Smith/);
    await page.getByRole('link', { name: 'Guides', exact: true }).click();
    await until(
      'the title of the next page has it',
      async () => (await page.title()) === `Quickstart | ${NAME}`,
    );
    assert.equal(await page.locator('b', { hasText: 'Söhne' }).count(), 0);
  });
  const openApi = JSON.parse(await text('/api/docs/openapi.json'));
  assert.equal(openApi.info.title, NAME);
  assert.ok((await text('/llms.txt')).startsWith(`# ${NAME}\n\n> What Taiwan <buys>`));
  const { result } = await rpc(place.url, 'initialize', {
    ...{ protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  });
  const { serverInfo, instructions } = result ?? {};
  assert.equal((serverInfo as { title: string }).title, `${NAME}: documentation`);
  assert.match(String(instructions), /^This server documents Smith's/);
  assert.match(await text('/developers/zh/'), /<title>Smith&#39;s &#34;Rows/);
});

test('every server and process on the same accounts shows it', async (t) => {
  const other = await spawnServer({ ...place.service.env, PORT: '0' }, ['--processes', '2']);
  t.after(() => other.end('SIGTERM'));
  await set('name', 'Two houses');
  // Each process of a server gets some of these requests.
  for (const url of Array.from({ length: 6 }, () => [place.url, other.url]).flat())
    await until('it is shown there', async () => (await text('/developers/', url)).includes('Two houses'));
});

test('a page that is compressed is the same page', async () => {
  const plain = await get('/developers/quickstart', { 'accept-encoding': 'identity' });
  for (const encoding of ['br', 'gzip']) {
    const response = await fetch(`${place.url}/developers/quickstart`, {
      headers: { 'accept-encoding': encoding },
    });
    assert.equal(response.headers.get('content-encoding'), encoding);
    assert.equal(await response.text(), plain.text);
    assert.match(response.headers.get('etag') ?? '', new RegExp(`-${encoding === 'br' ? 'br' : 'gz'}"$`));
  }
});

test('logo and icon are shown as pictures alone, and served so that nothing in them can run', async (t) => {
  const folder = await temporaryFolder(t);
  const [svg, png] = [join(folder, 'logo.svg'), join(folder, 'icon.png')];
  await writeFile(svg, SVG_LOGO);
  await writeFile(png, madePng(16, 16));
  await set('logo', svg);
  await set('icon', png);
  await shows('/developers/', 'brand-logo');
  await shows('/developers/', 'rel="icon" sizes="any" href="/developers/icon?v=');
  for (const [path, type] of [
    ['logo', 'image/svg+xml'],
    ['icon', 'image/png'],
  ]) {
    const { headers, status } = await get(`/developers/${path}`);
    assert.deepEqual([status, headers['content-type'], headers['cache-control']], [200, type, 'no-cache']);
    const safe = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";
    assert.equal(headers['content-security-policy'], safe);
    assert.equal(headers['x-content-type-options'], 'nosniff');
  }
  await place.look('/developers/', async (page) => {
    const logo = page.locator('.VPNavBarTitle img');
    const width = () => logo.evaluate((image: { naturalWidth?: number }) => image.naturalWidth);
    await until('the logo is drawn', async () => ((await width()) ?? 0) > 0);
  });
  const styledLogo = '<style>rect{stroke:#010203}</style><rect style="fill:#040506"';
  await writeFile(svg, SVG_LOGO.replace('<rect', styledLogo));
  await set('logo', svg);
  await until('the other logo is served', async () => (await text('/developers/logo')).includes('<style>'));
  const { page, leave } = await place.visit();
  await page.goto('/developers/logo');
  const styled = "(({ fill, stroke }) => [fill, stroke])(getComputedStyle(document.querySelector('rect')))";
  assert.deepEqual(await page.evaluate(styled), ['rgb(4, 5, 6)', 'rgb(1, 2, 3)']);
  await leave();
  assert.match(String((await get('/favicon.ico')).headers.location), /^\/developers\/icon\?v=/);
});

test('the colour is that of links, buttons and charts, and reads in light and dark', async () => {
  await set('color', '#a11d33');
  await shows('/developers/brand.css', '#a11d33');
  assert.equal((await get('/developers/brand.css')).headers['cache-control'], 'no-cache');
  await place.look('/developers/', async (page) => {
    const styles = (name: string) =>
      page.evaluate<string>(`getComputedStyle(document.documentElement).getPropertyValue('${name}').trim()`);
    await inAnyLight(page, async (scheme) => {
      assert.equal((await styles('--vp-c-brand-1')) === '#a11d33', scheme === 'light');
      assert.equal(await styles('--vp-c-brand-3'), '#a11d33');
      assert.equal(await styles('--chart-main'), await styles('--vp-c-brand-1'));
    });
    await assertAccessibleInAnyLight(page);
    await resizeTo(page, PHONE.viewport);
    await assertAccessible(page);
  });
});

test('a long name leaves the menu and the search where they are', async () => {
  await set('name', 'The Very Large Market Data House of Smith, Sons & Daughters');
  await shows('/developers/', 'The Very Large');
  await place.look('/developers/points', async (page) => {
    for (const { viewport } of [DESKTOP, PHONE, { viewport: { width: 800, height: 900 } }]) {
      await resizeTo(page, viewport);
      const title = await boxOf(page.locator('.VPNavBarTitle .title > span'));
      const search = await boxOf(page.locator('.VPNavBarSearch'));
      assert.ok(title.x + title.width <= search.x, `${title.x} + ${title.width} and ${search.x}`);
      await assertFits(page);
    }
  });
});

test('contact, terms and imprint end every page; the contact goes before the setting', async () => {
  assert.equal((await facts()).contact, 'https://usual.example/help');
  assert.match(
    await text('/developers/quickstart'),
    /Contact: <a href="https:\/\/usual\.example\/help">usual/,
  );
  await set('contact', 'sales@shop.example');
  await set('terms', 'https://shop.example/terms?a=1&b=2');
  await set('imprint', 'https://shop.example/imprint');
  await shows('/developers/quickstart', 'Imprint');
  assert.equal((await facts()).contact, 'sales@shop.example');
  await place.look('/developers/', async (page) => {
    await page.locator('.key-contact').getByRole('link', { name: 'sales@shop.example' }).waitFor();
    for (const [path, terms] of [
      ['', 'Terms of use'],
      ['points', 'Terms of use'],
      ['zh/', '使用條款'],
    ] as const) {
      await openPage(page, `/developers/${path}`);
      const ending = page.locator('.site-contact');
      const href = (name: string) => ending.getByRole('link', { name }).getAttribute('href');
      assert.equal(await href('sales@shop.example'), 'mailto:sales@shop.example');
      assert.equal(await href(terms), 'https://shop.example/terms?a=1&b=2');
    }
  });
});

test('"Buy points" leads to the checkout with the account in it', async () => {
  await set('checkout', CHECKOUT);
  await until('the server knows it', async () => (await facts()).brand.checkout === CHECKOUT);
  const { key, account } = await place.service.createKey(100);
  await place.look('/developers/', async (page) => {
    await page.locator('.key-contact').getByRole('link', { name: 'Buy points' }).click();
    await page.getByText('To buy points, enter your key: they are added to its account.').waitFor();
    await page.getByLabel('API key').fill(key);
    await page.keyboard.press('Enter');
    const buy = page.getByRole('link', { name: 'Buy points' });
    await buy.waitFor();
    assert.equal(await buy.getAttribute('href'), CHECKOUT.replace('{account}', account));
    // The sandbox has no points to buy.
    await page.getByRole('button', { name: 'Forget key' }).click();
    await page.getByLabel('API key').fill('mdk_test_nopoints');
    await page.keyboard.press('Enter');
    await page.locator('[data-test=balance]').getByText('0 points', { exact: true }).waitFor();
    assert.equal(await page.locator('.mdq-account .balance a').count(), 0);
  });
});

test('the showcase shows a year of the operator’s own amounts, and no other figure', async () => {
  assert.equal((await facts()).showcase, null);
  await set('showcase', 'Garden');
  await until('the server knows it', async () => (await facts()).showcase !== null);
  const { showcase } = await facts();
  assert.deepEqual([showcase.category, showcase.start, showcase.end], ['Garden', '2024-01-01', '2024-12-29']);
  const week = { month: '01/01-01/07', week_start: '2024-01-01', week_end: '2024-01-07', total_amount: 140 };
  assert.deepEqual([showcase.trend.length, showcase.trend[0]], [52, week]);
  await place.look('/developers/', async (page) => {
    const trend = page.locator('.home-trend');
    await trend.getByText('Garden', { exact: false }).first().waitFor();
    assert.match(await trend.innerText(), /7,280/);
    assert.doesNotMatch(await trend.innerText(), /Home Appliances|demo/i);
    await trend.locator('svg').first().waitFor();
    await assertAccessible(page);
  });
  await set('showcase', 'whole');
  await until('the whole is shown', async () => (await facts()).showcase?.category === null);
  assert.equal((await facts()).showcase.trend[0].total_amount, 210);
  await place.look('/developers/', async (page) => {
    // A year of the operator's is drawn, beside a call that is the sandbox's.
    await page.getByText('Ready to run in the sandbox, a made-up market').waitFor();
    assert.equal(await page.getByText('The call behind it').count(), 0);
    await page.getByText('From the data of this service').waitFor();
    // What it answers stands with it, and not below the operator's chart.
    await page.getByRole('button', { name: 'Run' }).click();
    await page.locator('.home-run .json').getByText('"type": "overview"').waitFor();
    assert.equal(await page.locator('.home-trend .json').count(), 1);
  });
  await place.service.succeed('site', 'reset', 'showcase');
  await until('none is shown', async () => (await facts()).showcase === null);
});

test("operators' pages are not there for callers: no page, menu, search result, document or tool", async () => {
  for (const path of ['start', 'operating', 'program-changelog', 'backup.md', 'start/'])
    assert.equal((await get(`/developers/${path}`)).status, 404, path);
  // What the pages are made of in a browser is not there either.
  const built = Object.entries(manifest.files).filter(([, file]) => file.isForOperators);
  assert.ok(built.length > 20);
  for (const [path] of built) assert.equal((await get(`/developers/${path}`)).status, 404, path);
  const home = await text('/developers/quickstart');
  assert.doesNotMatch(home, /developers\/start|For operators|Guides for operators/);
  for (const path of ['/llms.txt', '/llms-full.txt', '/developers/search.json'])
    assert.doesNotMatch(await text(path), /developers\/(start|operating|backup)|For providers/, path);
  assert.doesNotMatch(await textOf(place.url, 'docs.search', { query: 'restore a backup' }), /operators/);
  for (const id of ['operating', 'backup', 'your-site'])
    assert.equal((await callTool(place.url, 'docs.get_page', { id })).isError, true, id);
  assert.match(await textOf(place.url, 'docs.get_page', { id: 'quickstart' }), /Quickstart/);
});
