/** What a customer finds at /developers, in a real browser: also while the service is busy, away or another version. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { ask } from '../../support/http/raw-http.ts';
import { row } from '../../support/reference/made-cases.ts';
import { startService } from '../../support/service.ts';
import { arriveAt, openPage, PHONE, untilAlive, untilTrue } from '../../support/site/browser.ts';
import { test } from '../../support/site/in-browser.ts';
import { Place } from '../../support/site/place.ts';
import { until } from '../../support/until.ts';

const place = new Place(() => {
  const order = { ordered_at: '2026-06-01', category: 'Tea', sub_category: 'Oolong', amount: '80' };
  const rows = Array.from({ length: 100 }, (_, i) => row({ order_id: `${i}`, ...order }));
  const env = { MDQ_CONTACT: 'data@example.com', MDQ_POINT_PRICE: '0.05 USD', MDQ_OPERATOR_PAGES: 'on' };
  return startService({ rows, env });
});

/** Someone opens a page below `/developers/`. */
async function at(
  path: string,
  how: Parameters<typeof place.visit>[0] & object,
  work: (page: Page) => Promise<void>,
) {
  const { page, leave } = await place.visit(how);
  if (how.javaScriptEnabled !== false) await openPage(page, `/developers/${path}`);
  await work(page);
  await leave();
}
const titled = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
async function search(page: Page, question: string) {
  await page.locator('.DocSearch-Button').click();
  await page.getByRole('dialog').getByRole('combobox').fill(question);
  const hits = page.getByRole('dialog').getByRole('option');
  await hits.first().waitFor();
  return hits;
}

test('where the prices of now cannot be filled in, a page says so, and where they are', async () => {
  const note = (page: Page) => page.locator('.usual-prices');
  await at('', { javaScriptEnabled: false }, async (page) => {
    for (const path of ['', 'points', 'api/market/focus', 'zh/explorer']) {
      await page.goto(`/developers/${path}`);
      await note(page).waitFor();
      const now = await note(page).getByRole('link').getAttribute('href');
      assert.equal(now, `/developers/${path.startsWith('zh/') ? 'zh/' : ''}points.md`, path);
    }
    // Its address has no slash at the end: no link may depend on one.
    await page.goto('/developers');
    await page.getByText('This could not be loaded.').waitFor();
    await page.getByRole('link', { name: 'Points and receipts' }).last().click();
    await page.waitForURL('**/developers/points');
  });
  await at('errors', { expected: /Failed to load resource/ }, async (page) => {
    assert.equal(await note(page).count(), 0, 'it has no prices');
    await openPage(page, '/developers/');
    await page.getByText('US$330.00').waitFor();
    assert.ok(await note(page).isHidden());
    await openPage(page, '/developers/privacy');
    await page.getByText('On this service, it is off: everything is shown.').waitFor();
    await page.route('**/site.json', (route) => route.abort());
    await openPage(page, '/developers/points');
    await note(page).waitFor();
  });
});

test('a buyer sees data of the sandbox, what a month costs, what the data covers, and whom to ask', () =>
  at('', {}, async (page) => {
    await titled(page, /what a market buys/i);
    const chart = page.getByRole('group', { name: /amount per week/i }).first();
    const told = chart.locator('[aria-live]', { hasText: /2025, Amount NT\$[\d,.]+$/ });
    // It is drawn before it answers to keys.
    await until('the chart answers to keys', async () => {
      await chart.press('ArrowRight');
      return (await told.count()) > 0;
    });
    // What is made up says so where it stands; what is of this service too.
    const trend = page.locator('.home-trend').getByRole('link');
    assert.match((await trend.getAttribute('href')) ?? '', /&start=2025-06-09&end=2026-06-07$/);
    assert.equal(await page.getByText('Sandbox: a made-up market').count(), 4);
    await page.getByRole('heading', { name: 'What this service covers' }).waitFor();
    await page.getByText('6,600 points').waitFor();
    await page.getByText('1 Jun 2026', { exact: true }).first().waitFor();
    await page.locator('.key-contact').getByRole('link', { name: 'data@example.com' }).waitFor();
    await page.getByRole('link', { name: 'Make your first call' }).click();
    await titled(page, 'Quickstart');
  }));

test('pages as they are served: drawn, with an icon, and with whom to ask where one looks for it', async () => {
  const textOf = async (path: string) => (await ask(`${place.url}/developers/${path}`)).text;
  for (const [path, heading] of [
    ['quickstart', 'Get a key'],
    ['zh/quickstart', '取得金鑰'],
  ] as const) {
    const parts = (await textOf(path)).split('<h2');
    const section = parts.find((part) => part.includes('class="key-contact"')) ?? '';
    assert.match(section, new RegExp(`^[^>]*>${heading} `), path);
  }
  for (const path of ['', 'zh/', 'api/trends/market', 'zh/api/overview/ranking'])
    assert.match(await textOf(path), /<svg[^>]*viewBox="0 0 640 \d+".*?class="(line is-main|bar)"/s, path);
  for (const path of ['', 'points', 'start', 'explorer', 'zh/account', 'api/account']) {
    const [contact = ''] = /class="site-contact".*?<\/aside>/s.exec(await textOf(path)) ?? [];
    assert.match(contact, /<a href="mailto:data@example\.com">data@example\.com<\/a>/, path);
    assert.match(contact, path.startsWith('zh/') ? /使用條款/ : /Data and terms/, path);
  }
  const { headers } = await ask(`${place.url}/favicon.ico`);
  const icon = await ask(place.url + headers.location);
  assert.deepEqual([icon.status, icon.headers['content-type']], [200, 'image/svg+xml']);
});

test('a long sidebar shows the page that one is on', () =>
  at('zh/api/sub-market/tags', { viewport: { width: 1280, height: 700 } }, async (page) => {
    const isInSight = async () => {
      const link = await page.locator('.VPSidebarItem.is-active .link').boundingBox();
      return link !== null && link.y >= 0 && link.y + link.height <= 700;
    };
    await until('the link is in sight', isInSight);
    await page.locator('.pager-link.next').click();
    await titled(page, '餘額、價格與資料涵蓋期間');
    await until('so is that of the next page', isInSight);
  }));

test('callers and operators never meet in a menu, a list of results or a changelog', () =>
  at('quickstart', {}, async (page) => {
    const menu = () => page.locator('.VPSidebar nav a').allTextContents();
    const callers = await menu();
    assert.ok(callers.includes('Points and receipts') && !callers.includes('Operating'), String(callers));
    await page.getByRole('link', { name: 'Guides for operators' }).click();
    await titled(page, 'Start the service');
    await page.locator('.VPNavBar .audience').getByText('Operators').waitFor();
    await until('the menu is that of operators', async () => (await menu()).includes('Operating'));
    assert.ok(!(await menu()).includes('Points and receipts'));

    await search(page, 'points');
    const groups = page.getByRole('listbox').getByRole('group');
    await groups.nth(1).waitFor();
    const names = await groups.evaluateAll((all) => all.map(({ className }) => className));
    assert.deepEqual(names, ['callers', 'operators']);
    const links = (group: string) =>
      page.locator(`.hits .${group} a`).evaluateAll((all) => all.map((each) => each.getAttribute('href')));
    assert.ok((await links('callers')).every((href) => !href?.includes('/operating')));
    assert.ok((await links('operators')).some((href) => href?.includes('/operating')));

    await page.goto('/developers/changelog');
    assert.doesNotMatch((await page.locator('.vp-doc').textContent()) ?? '', /MDQ_(?!URL|KEY)|mdq import/);
    await page.goto('/developers/program-changelog');
    assert.match((await page.locator('.vp-doc').textContent()) ?? '', /mdq/);
  }));

test('is to be read, and says so to who would write', async () => {
  for (const path of ['/developers', '/developers/points', '/developers/no-such-page']) {
    const response = await fetch(place.url + path, { method: 'POST', body: 'x' });
    assert.equal(response.headers.get('allow'), 'GET, HEAD, OPTIONS');
    assert.deepEqual(await response.json(), { code: 405, msg: 'Method not allowed' });
  }
});

test('a style or script that someone manages to put into a page does nothing', () =>
  at('', { expected: /Content Security Policy/ }, async (page) => {
    for (const path of ['/developers/', '/developers/explorer', '/developers/api/market/focus']) {
      await page.goto(path);
      const widths = await page.evaluate(`(() => {
        const place = document.body.appendChild(document.createElement('div'));
        place.innerHTML = '<style>.put-in { width: 7px }</style><p class="put-in" id="by-element"></p>' +
          '<p style="width: 7px" id="by-attribute"></p><img src="data:," onerror="document.title = 7">';
        return ['by-element', 'by-attribute'].map((id) => getComputedStyle(document.getElementById(id)).width);
      })()`);
      assert.ok(Array.isArray(widths) && !widths.includes('7px'), `${path}: ${widths}`);
      assert.notEqual(await page.title(), '7');
    }
  }));

test('examples call the service of the page, commands of operators the one beside them', () =>
  at('quickstart', {}, async (page) => {
    const commands = async () => (await page.locator('.vp-doc .language-sh').allInnerTexts()).join('\n');
    assert.match(await commands(), new RegExp(`MDQ_URL=${place.url}`));
    await openPage(page, '/developers/deploy');
    assert.match(await commands(), /http:\/\/127\.0\.0\.1:8080\/healthz/);
  }));

test('shows the menu on a phone', () =>
  at('quickstart', PHONE, async (page) => {
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.locator('.VPSidebar').getByRole('link', { name: 'Errors' }).click();
    await titled(page, 'Errors');
  }));

test('the menu of languages leads to the same page, or says that there is none', () =>
  at('', {}, async (page) => {
    const choose = async (name: string) => {
      await page.getByRole('button', { name: /Change language|切換語言/ }).hover();
      await page.getByRole('banner').getByRole('link', { name, exact: true }).click();
    };
    for (const [path, chinese, english] of [
      ['api/market/focus', '一個主類別的重點指標', 'Key figures of a main category'],
      ['changelog', '變更紀錄', 'Changelog'],
      ['your-site', '換上您的品牌', 'Your name on it'],
    ] as const) {
      await openPage(page, `/developers/${path}`);
      await choose('繁體中文');
      await titled(page, chinese);
      assert.equal(new URL(page.url()).pathname, `/developers/zh/${path}`);
      await untilTrue(page, 'document.documentElement.lang === "zh-Hant"');
      await choose('English');
      await titled(page, english);
      assert.equal(new URL(page.url()).pathname, `/developers/${path}`);
    }
    await openPage(page, '/developers/operating');
    await choose('繁體中文：首頁（這一頁只有英文）');
    await page.waitForURL(/\/developers\/zh\/$/);
  }));

test('a browser that prefers Chinese gets it, until its reader chooses otherwise', () =>
  at('points#prices', { locale: 'zh-TW', expected: /404/ }, async (page) => {
    await page.waitForURL(/\/developers\/zh\/points/);
    await titled(page, '點數與扣點紀錄');
    await page.goto('/developers/no-such-page');
    await page.getByRole('heading', { name: '這個網址沒有頁面' }).waitFor();
    await openPage(page, '/developers/zh/points');
    await page.getByRole('button', { name: '切換語言' }).hover();
    await page.getByRole('link', { name: 'English' }).click();
    await titled(page, 'Points and receipts');
    await page.goto('/developers/errors');
    await titled(page, 'Errors');
    assert.equal(new URL(page.url()).pathname, '/developers/errors');
  }));

test('finds pages by words, names and messages, in English and Chinese', () =>
  at('', {}, async (page) => {
    // Each is asked on the page that answers the one before.
    for (const [question, target] of [
      ['customers who bought this also bought', '/developers/api/sub-market/related-purchases'],
      ['點數怎麼計算', '/developers/zh/points'],
      ['熱門標籤', '/developers/zh/api/sub-market/tags'],
    ] as const) {
      const hits = await search(page, question);
      const best = await hits.evaluateAll((all) => all.slice(0, 2).map((each) => each.getAttribute('href')));
      const rank = best.findIndex((href) => href?.split('#', 1)[0] === target);
      assert.ok(rank >= 0, `"${question}" finds ${best}`);
      await hits.nth(rank).click();
      await arriveAt(page, target);
    }
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('zyxwvut');
    await page.locator('.search-box .hint', { hasText: '找不到' }).waitFor();
  }));

test('a page that was open while another version took its place comes from that version', () =>
  at('points', { expected: /404|dynamically imported module/ }, async (page) => {
    // As it is after a build: what this page would fetch now is gone, and the page itself is another one.
    // A browser may ask for it twice, ahead of time and when it is needed.
    const part = /docs-search.*\.js$/;
    await page.route(part, (route) => route.fulfill({ status: 404 }));
    await page.route('**/developers/points', (route) => route.fulfill({ body: 'new' }), { times: 1 });
    const reloaded = page.waitForEvent('load');
    await page.locator('.DocSearch-Button').click();
    await reloaded;
    await page.unroute(part);
    await openPage(page, '/developers/points');
    await search(page, 'points');
  }));

const PART = /ExplorerPage.*\.js$/;

test('a part that a busy service puts off comes by itself, and says so if that takes longer', () =>
  at('', {}, async (page) => {
    await page.route(PART, (route) => route.fulfill({ status: 503 }), { times: 2 });
    await openPage(page, '/developers/explorer');
    await page.getByLabel('API key').waitFor();
    await page.route(PART, (route) => route.fulfill({ status: 503 }));
    await page.route('**/developers/explorer', (route) =>
      route.request().method() === 'HEAD' ? route.fulfill({ status: 503 }) : route.continue(),
    );
    await openPage(page, '/developers/explorer');
    await page.getByRole('alert').getByText('This part of the page could not be loaded').waitFor();
    await page.unrouteAll();
    await page.getByLabel('API key').waitFor();
  }));

/** It does not come by itself any more. */
const GIVEN_UP = `sessionStorage.setItem('mdq-tries', '5 ' + Date.now())`;

test('a part that does not come at all says so, and can be asked for again', async () => {
  const { page, leave } = await place.visit({ expected: /503|dynamically imported module/ });
  await page.route(PART, (route) => route.fulfill({ status: 503 }));
  await page.addInitScript(GIVEN_UP);
  await openPage(page, '/developers/explorer');
  await page.getByRole('alert').getByText('This part of the page could not be loaded').waitFor();
  await page.unroute(PART);
  await page.getByRole('button', { name: 'Load the page again' }).click();
  await page.getByLabel('API key').waitFor();
  await leave();
});

test('a page that a service which is away cannot give is told apart from a wrong address, and comes by the next click', () =>
  at('', { expected: /ERR_INTERNET_DISCONNECTED|dynamically imported module/ }, async (page) => {
    await page.addInitScript(GIVEN_UP);
    const problem = 'This page could not be loaded';
    const go = (name: string) =>
      page.locator('.VPNavBarMenu').getByRole('link', { name, exact: true }).click();
    const again = () => page.getByRole('button', { name: 'Load the page again' }).click();
    for (const comeBack of [
      async () => {
        await page.context().setOffline(false);
        await go('Account');
      },
      async () => {
        await again();
        await page.getByRole('alert').getByText('The service still cannot be reached').waitFor();
        await page.context().setOffline(false);
        await again();
      },
      async () => {
        await page.context().setOffline(false);
        await go('Explorer');
        await titled(page, 'Explorer');
        await go('Account');
      },
    ]) {
      await openPage(page, '/developers/pricing');
      await page.context().setOffline(true);
      await go('Account');
      await page.getByRole('alert').getByRole('heading', { level: 1, name: problem }).waitFor();
      assert.ok((await page.title()).startsWith(problem), await page.title());
      // It is there in the other language, too.
      const twin = page.locator('.VPNavBarTranslations a').first();
      assert.equal(await twin.getAttribute('href'), '/developers/zh/account');
      await comeBack();
      await titled(page, 'Account');
    }
  }));

test('a page that a busy service puts off comes a moment later', () =>
  at('points', { expected: /dynamically imported module/ }, async (page) => {
    await page.route(/errors\.md.*\.js$/, (route) => route.fulfill({ status: 503 }), { times: 2 });
    await page.locator('.VPSidebar').getByRole('link', { name: 'Errors', exact: true }).click();
    await titled(page, 'Errors');

    // All of it is put off: the service itself, asked for the page, as well as what the router asks for.
    await openPage(page, '/developers/points');
    const parts = [/dates\.md.*\.js$/, '**/hashmap.json', '**/developers/dates'];
    for (const each of parts) await page.route(each, (route) => route.fulfill({ status: 503 }));
    await page.locator('.VPSidebar').getByRole('link', { name: 'Dates and weeks', exact: true }).click();
    await titled(page, 'This page could not be loaded');
    await page.waitForResponse((response) => response.url().endsWith('/developers/dates'));
    await page.unrouteAll();
    await arriveAt(page, '/developers/dates');
  }));

test('search says that the service is away, and works when it is opened again', () =>
  at('points', { expected: /ERR_INTERNET_DISCONNECTED/ }, async (page) => {
    await page.context().setOffline(true);
    await page.locator('.DocSearch-Button').click();
    const box = page.getByRole('dialog');
    await box.getByRole('alert').getByText('The service cannot be reached.').waitFor();
    await box.getByRole('button', { name: 'Load the page again' }).click();
    await box.getByRole('alert').getByText('The service still cannot be reached').waitFor();
    await box.getByRole('button', { name: 'Close' }).click();
    await page.context().setOffline(false);
    await search(page, 'refund');
    assert.equal(await box.getByRole('alert').count(), 0);
  }));

test('search says that it is loading, and soon that a service which hangs cannot be reached', () =>
  at('points', {}, async (page) => {
    await page.clock.install();
    await page.reload();
    await untilAlive(page);
    await page.route('**/search.json', () => undefined);
    await page.locator('.DocSearch-Button').click();
    const box = page.getByRole('dialog');
    await box.getByRole('combobox').fill('refund');
    await box.getByText('Loading the search…').waitFor();
    await page.clock.fastForward(10_000);
    await box.getByRole('alert').getByText('The service cannot be reached.').waitFor();
  }));

test('where the program of the search did not come, it can be loaded with the page', () =>
  at('points', { expected: /503|dynamically imported module/ }, async (page) => {
    await page.route(/docs-search.*\.js$/, (route) => route.fulfill({ status: 503 }));
    await page.locator('.DocSearch-Button').click();
    const again = page.getByRole('dialog').getByRole('button', { name: 'Load the page again' });
    await again.waitFor();
    await page.unroute(/docs-search.*\.js$/);
    await Promise.all([page.waitForEvent('load'), again.click()]);
    await untilAlive(page);
    await search(page, 'refund');
  }));

test('helps who is at a wrong address', () =>
  at('quikstart', { expected: /404/ }, async (page) => {
    await page.getByRole('heading', { name: /no page at this address/ }).waitFor();
    await page.locator('.site-contact').getByRole('link', { name: 'data@example.com' }).waitFor();
    const chinese = page.getByRole('main').getByRole('link', { name: '繁體中文' });
    assert.equal(await chinese.getAttribute('href'), '/developers/zh/');
    await page.getByRole('button', { name: 'Search the documentation' }).click();
    await page.getByRole('combobox').fill('quickstart');
    await page.getByRole('option').first().click();
    await titled(page, 'Quickstart');
  }));
