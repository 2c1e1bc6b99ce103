/** What a customer finds at /developers, in a real browser. */
import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { ask } from '../../support/http/raw-http.ts';
import { row } from '../../support/reference/made-cases.ts';
import { type Service, startService } from '../../support/service.ts';
import {
  arriveAt,
  boxOf,
  openBrowser,
  openPage,
  PHONE,
  resizeTo,
  untilAlive,
  untilTrue,
  type Visitor,
  visit,
} from '../../support/site/browser.ts';
import { after, before, suite, test } from '../../support/site/in-browser.ts';
import { until } from '../../support/until.ts';

suite('the developer site', { concurrency: false }, () => {
  let service: Service;
  let browser: Browser;

  before(async () => {
    const rows = Array.from({ length: 100 }, (_, i) =>
      row({
        order_id: `${i}`,
        ordered_at: '2026-06-01',
        category: 'Tea',
        sub_category: 'Oolong',
        amount: '80',
      }),
    );
    service = await startService({
      rows,
      env: { MDQ_CONTACT: 'data@example.com', MDQ_POINT_PRICE: '0.05 USD', MDQ_OPERATOR_PAGES: 'on' },
    });
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  /** Looks at the site as someone; their browser must have nothing to complain about. */
  async function as(options: Parameters<typeof visit>[2], look: (visitor: Visitor['page']) => Promise<void>) {
    const visitor = await visit(browser, service.url, options);
    try {
      await look(visitor.page);
    } catch (error) {
      await visitor.leave().catch(() => undefined);
      throw error;
    }
    await visitor.leave();
  }

  test('where the prices of now cannot be filled in, a page says so, and where they are', async () => {
    const note = (page: Visitor['page']) => page.locator('.usual-prices');
    const priced = ['', 'points', 'api/market/focus', 'explorer', 'zh/points', 'zh/explorer'];
    await as({ javaScriptEnabled: false }, async (page) => {
      for (const path of priced) {
        await page.goto(`/developers/${path}`);
        await note(page).waitFor();
        const language = path.startsWith('zh/') ? 'zh/' : '';
        const now = await note(page).getByRole('link').getAttribute('href');
        assert.equal(now, `/developers/${language}points.md`, path);
      }
      await page.goto('/developers/');
      await page.getByText('This could not be loaded.').waitFor();
      // Its address has no slash at the end: no link may depend on one.
      await page.goto('/developers');
      await page.getByRole('link', { name: 'Points and receipts' }).last().click();
      await page.waitForURL('**/developers/points');
    });
    await as({ expected: /Failed to load resource/ }, async (page) => {
      await page.route('**/site.json', (route) => route.abort());
      await openPage(page, '/developers/points');
      await note(page).waitFor();
      await openPage(page, '/developers/');
      await page.getByText('This could not be loaded.').waitFor();
    });
    await as({}, async (page) => {
      await openPage(page, '/developers/');
      // The facts have arrived.
      await page.getByText('US$330.00').waitFor();
      assert.ok(await note(page).isHidden());
      await openPage(page, '/developers/errors');
      assert.equal(await note(page).count(), 0);
      await openPage(page, '/developers/privacy');
      await page.getByText('On this service, it is off: everything is shown.').waitFor();
      // What holds when it is on comes after that.
      await page.locator('.privacy-state + p', { hasText: 'When it is on:' }).waitFor();
    });
  });

  test('a buyer sees data of the sandbox, what a month costs, what the data covers, and whom to ask', () =>
    as({}, async (page) => {
      await openPage(page, '/developers');
      await page.getByRole('heading', { level: 1, name: /what a market buys/i }).waitFor();
      assert.equal(new URL(page.url()).pathname, '/developers/');
      const chart = page.getByRole('group', { name: /amount per week/i }).first();
      const told = chart.locator('[aria-live]', { hasText: /2025, Amount NT\$[\d,.]+$/ });
      // It is drawn before it answers to keys.
      await until('the chart answers to keys', async () => {
        await chart.press('ArrowRight');
        return (await told.count()) > 0;
      });
      // What is made up says so where it stands; what is of this service too.
      await page.locator('.home-trend').getByText('total, 52 weeks').waitFor();
      const trend = page.locator('.home-trend').getByRole('link');
      assert.match((await trend.getAttribute('href')) ?? '', /&start=2025-06-09&end=2026-06-07$/);
      assert.equal(await page.getByText('Sandbox: a made-up market').count(), 4);
      await page.getByRole('heading', { name: 'What this service covers' }).waitFor();
      await page.getByText('6,600 points').waitFor();
      await page.getByText('US$330.00').waitFor();
      await page.getByText('1 Jun 2026', { exact: true }).first().waitFor();
      await page.locator('.key-contact').getByRole('link', { name: 'data@example.com' }).waitFor();
      await page.getByRole('link', { name: 'Make your first call' }).click();
      await page.getByRole('heading', { level: 1, name: 'Quickstart' }).waitFor();
    }));

  test('the first guide says whom to ask for a key where it is about getting one', async () => {
    for (const [path, heading] of [
      ['quickstart', 'Get a key'],
      ['zh/quickstart', '取得金鑰'],
    ] as const) {
      const { text } = await ask(`${service.url}/developers/${path}`);
      const section = text.split('<h2').find((part) => part.includes('class="key-contact"')) ?? '';
      assert.match(section, new RegExp(`^[^>]*>${heading} `), path);
    }
  });

  test('an answer is drawn before any script runs', async () => {
    for (const path of ['', 'zh/', 'api/trends/market', 'zh/api/overview/ranking']) {
      const { text } = await ask(`${service.url}/developers/${path}`);
      assert.match(text, /<svg[^>]*viewBox="0 0 640 \d+"[\s\S]*?class="(line is-main|bar)"/, path);
    }
  });

  test('every kind of page ends with whom to ask, and whose terms hold', async () => {
    for (const path of ['', 'points', 'zh/points', 'start', 'explorer', 'zh/account', 'api/account']) {
      const { text } = await ask(`${service.url}/developers/${path}`);
      const [contact = ''] = /class="site-contact".*?<\/aside>/s.exec(text) ?? [];
      assert.match(contact, /<a href="mailto:data@example\.com">data@example\.com<\/a>/, path);
      assert.match(contact, path.startsWith('zh/') ? /使用條款/ : /Data and terms/, path);
    }
    await as({ expected: /404/ }, async (page) => {
      await openPage(page, '/developers/nowhere');
      const contact = page.locator('.site-contact');
      await contact.getByRole('link', { name: 'data@example.com' }).waitFor();
      assert.match(await contact.innerText(), /Data and terms/);
    });
  });

  test('an account is told whom to write to for more points', async () => {
    const { key } = await service.createKey(10);
    await as({}, async (page) => {
      await openPage(page, '/developers/account');
      await page.getByLabel('API key').fill(key);
      await page.getByRole('button', { name: 'Use key' }).click();
      const balance = page.getByRole('region', { name: 'Balance' });
      const way = balance.getByRole('link', { name: 'Ask for points by e-mail' });
      assert.equal(await way.getAttribute('href'), 'mailto:data@example.com');
      await balance.getByText('data@example.com').waitFor();
    });
  });

  test('a long sidebar shows the page that one is on', () =>
    as({ viewport: { width: 1280, height: 700 } }, async (page) => {
      const isInSight = async () => {
        const link = await page.locator('.VPSidebarItem.is-active .link').boundingBox();
        return link !== null && link.y >= 0 && link.y + link.height <= 700;
      };
      await openPage(page, '/developers/zh/api/sub-market/tags');
      await until('the link is in sight', isInSight);
      await page.locator('.pager-link.next').click();
      await page.getByRole('heading', { level: 1, name: '餘額、價格與資料涵蓋期間' }).waitFor();
      await until('so is that of the next page', isInSight);
    }));

  test('callers and operators never meet in a menu, a list of results or a changelog', () =>
    as({}, async (page) => {
      const menu = () => page.locator('.VPSidebar nav a').allTextContents();
      await openPage(page, '/developers/quickstart');
      const callers = await menu();
      assert.ok(callers.includes('Points and receipts') && !callers.includes('Operating'), String(callers));
      await page.getByRole('link', { name: 'Guides for operators' }).click();
      await page.getByRole('heading', { level: 1, name: 'Start the service' }).waitFor();
      await page.locator('.VPNavBar .audience').getByText('Operators').waitFor();
      await until('the menu is that of operators', async () => (await menu()).includes('Operating'));
      assert.ok(!(await menu()).includes('Points and receipts'));
      assert.notEqual(await barColour(page), 'rgb(255, 255, 255)');

      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('points');
      const groups = page.getByRole('listbox').getByRole('group');
      await groups.nth(1).waitFor();
      assert.deepEqual(await groups.evaluateAll((all) => all.map(({ className }) => className)), [
        'callers',
        'operators',
      ]);
      const links = (group: string) =>
        page.locator(`.hits .${group} a`).evaluateAll((all) => all.map((each) => each.getAttribute('href')));
      assert.ok((await links('callers')).every((href) => !href?.includes('/operating')));
      assert.ok((await links('operators')).some((href) => href?.includes('/operating')));

      await page.goto('/developers/changelog');
      assert.doesNotMatch((await page.locator('.vp-doc').textContent()) ?? '', /MDQ_(?!URL|KEY)|mdq import/);
      await page.goto('/developers/program-changelog');
      assert.match((await page.locator('.vp-doc').textContent()) ?? '', /mdq/);
    }));

  test('the bar of operators has room for the whole name, at any width', () =>
    as({}, async (page) => {
      await openPage(page, '/developers/start');
      const cut = `(() => {
        const name = document.querySelector('.VPNavBarTitle .brand-name');
        return name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight;
      })()`;
      for (const width of [390, 768, 820, 900, 959, 960, 1024]) {
        await resizeTo(page, { width, height: 700 });
        assert.equal(await page.evaluate(cut), false, `at ${width} pixels`);
        const [name, button] = [page.locator('.VPNavBarTitle .audience'), page.locator('.DocSearch-Button')];
        const [left, right] = [await boxOf(name), await boxOf(button)];
        assert.ok(left.x + left.width <= right.x, `at ${width} pixels`);
      }
    }));

  test('is to be read, and says so to who would write', async () => {
    const head = await ask(`${service.url}/developers/points`, { method: 'HEAD' });
    assert.deepEqual([head.status, head.text], [200, '']);
    for (const path of ['/developers', '/developers/points', '/developers/no-such-page']) {
      const response = await fetch(service.url + path, { method: 'POST', body: 'x' });
      assert.equal(response.headers.get('allow'), 'GET, HEAD, OPTIONS');
      assert.deepEqual(await response.json(), { code: 405, msg: 'Method not allowed' });
    }
  });

  test('a style or script that someone manages to put into a page does nothing', () =>
    as({ expected: /Content Security Policy/ }, async (page) => {
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
    as({}, async (page) => {
      const commands = () => page.locator('.vp-doc .language-sh').allInnerTexts();
      await openPage(page, '/developers/quickstart');
      assert.match((await commands()).join('\n'), new RegExp(`MDQ_URL=${service.url}`));
      await openPage(page, '/developers/deploy');
      assert.match((await commands()).join('\n'), /http:\/\/127\.0\.0\.1:8080\/healthz/);
    }));

  test('shows the menu on a phone', () =>
    as(PHONE, async (page) => {
      await openPage(page, '/developers/quickstart');
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.locator('.VPSidebar').getByRole('link', { name: 'Errors' }).click();
      await page.getByRole('heading', { level: 1, name: 'Errors' }).waitFor();
    }));

  test('changes to the same page in the other language, wherever one is', () =>
    as({}, async (page) => {
      const CHANGES = [
        ['api/market/focus', '一個主類別的重點指標', 'Key figures of a main category'],
        ['changelog', '變更紀錄', 'Changelog'],
      ] as const;
      for (const [path, chinese, english] of CHANGES) {
        await openPage(page, `/developers/${path}`);
        await changeLanguage('Change language', '繁體中文');
        await page.getByRole('heading', { level: 1, name: chinese }).waitFor();
        assert.equal(new URL(page.url()).pathname, `/developers/zh/${path}`);
        await untilTrue(page, 'document.documentElement.lang === "zh-Hant"');
        await changeLanguage('切換語言', 'English');
        await page.getByRole('heading', { level: 1, name: english }).waitFor();
        assert.equal(new URL(page.url()).pathname, `/developers/${path}`);
      }

      async function changeLanguage(menu: string, language: string) {
        await page.getByRole('button', { name: menu }).hover();
        await page.getByRole('link', { name: language }).click();
      }
    }));

  test('a browser that prefers Chinese gets it, until its reader chooses otherwise', () =>
    as({ locale: 'zh-TW', expected: /404/ }, async (page) => {
      await page.goto('/developers/points#prices');
      await page.waitForURL(/\/developers\/zh\/points/);
      await page.getByRole('heading', { level: 1, name: '點數與扣點紀錄' }).waitFor();
      await page.goto('/developers/no-such-page');
      await page.getByRole('heading', { name: '這個網址沒有頁面' }).waitFor();
      await openPage(page, '/developers/zh/points');
      await page.getByRole('button', { name: '切換語言' }).hover();
      await page.getByRole('link', { name: 'English' }).click();
      await page.getByRole('heading', { level: 1, name: 'Points and receipts' }).waitFor();
      await page.goto('/developers/errors');
      await page.getByRole('heading', { level: 1, name: 'Errors' }).waitFor();
      assert.equal(new URL(page.url()).pathname, '/developers/errors');
    }));

  test('prices are those of now, on the home page, in guides and on pages of endpoints', async () => {
    const path = '/api/public/sub-market/tags';
    const { code, stderr } = await service.mdq('price', 'set', path, '7');
    assert.equal(code, 0, stderr);
    await until('the service knows the price', async () => {
      const { body } = await service.get('/developers/site.json');
      const { prices } = (body as { data: { prices: { path: string; base: number }[] } }).data;
      return prices.find((each) => each.path === path)?.base === 7;
    });
    await as({}, async (page) => {
      await openPage(page, '/developers/points');
      await page
        .getByRole('row', { name: path })
        .getByText(/^7 × periods/)
        .waitFor();
      await page.getByRole('row', { name: '/api/public/meta/categories' }).getByText('1, fixed').waitFor();
      await openPage(page, '/developers/zh/api/sub-market/tags');
      await page.getByText('每次呼叫每期 7 點（84 天一期，未滿以一期計）').waitFor();
      await openPage(page, '/developers/');
      // Ten calls for tags at 7 points instead of 100.
      await page.getByText('5,670 points').waitFor();
    });
    await service.mdq('price', 'reset', path);
  });

  test('has no icon missing', async () => {
    const { headers } = await ask(`${service.url}/favicon.ico`);
    const icon = await ask(service.url + headers.location);
    assert.deepEqual([icon.status, icon.headers['content-type']], [200, 'image/svg+xml']);
  });

  test('finds pages by words, names and messages, in English and Chinese', () =>
    as({}, async (page) => {
      const QUESTIONS = [
        ['', 'customers who bought this also bought', '/developers/api/sub-market/related-purchases'],
        ['', 'No data has been published yet', '/developers/errors'],
        ['', 'refund', '/developers/points'],
        ['', '點數怎麼計算', '/developers/zh/points'],
        ['zh/', '退款', '/developers/zh/points'],
        ['zh/', '熱門標籤', '/developers/zh/api/sub-market/tags'],
        ['zh/', 'x-max-points', '/developers/zh/points'],
      ] as const;
      // Each is asked on the page that answers the one before.
      await openPage(page, '/developers/');
      const box = page.getByRole('dialog');
      for (const [start, question, target] of QUESTIONS) {
        assert.ok(page.url().includes('/zh/') === (start === 'zh/'), page.url());
        await page.locator('.DocSearch-Button').click();
        await box.getByRole('combobox').fill(question);
        const hits = box.getByRole('option');
        await hits.first().waitFor();
        const best = await hits.evaluateAll((all) =>
          all.slice(0, 2).map((each) => each.getAttribute('href')),
        );
        const at = best.findIndex((href) => href?.split('#', 1)[0] === target);
        assert.ok(at >= 0, `"${question}" finds ${best}`);
        await hits.nth(at).click();
        await arriveAt(page, target);
      }
      await page.keyboard.press('Control+k');
      await box.getByRole('combobox').fill('zyxwvut');
      await page.locator('.search-box .hint', { hasText: /Nothing found|找不到/ }).waitFor();
    }));

  test('a page that was open while another version took its place comes from that version', () =>
    as({ expected: /404|dynamically imported module/ }, async (page) => {
      await openPage(page, '/developers/points');
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
      await page.locator('.DocSearch-Button').click();
      await page.getByRole('combobox').fill('points');
      await page.getByRole('option').first().waitFor();
    }));

  test('a part that a busy service puts off comes a moment later', () =>
    as({}, async (page) => {
      await page.route(/ExplorerPage.*\.js$/, (route) => route.fulfill({ status: 503 }), { times: 2 });
      await openPage(page, '/developers/explorer');
      await page.getByLabel('API key').waitFor();
    }));

  test('a part that a busy service puts off for longer says so soon, and still comes by itself', () =>
    as({}, async (page) => {
      await page.route(/ExplorerPage.*\.js$/, (route) => route.fulfill({ status: 503 }));
      await page.route('**/developers/explorer', (route) =>
        route.request().method() === 'HEAD' ? route.fulfill({ status: 503 }) : route.continue(),
      );
      await openPage(page, '/developers/explorer');
      const told = page.getByRole('alert').getByText('This part of the page could not be loaded');
      await told.waitFor({ timeout: 10_000 });
      await page.unrouteAll();
      await page.getByLabel('API key').waitFor();
    }));

  test('a part that does not come at all says so, and can be asked for again', () =>
    as({ expected: /503|dynamically imported module/ }, async (page) => {
      await page.route(/ExplorerPage.*\.js$/, (route) => route.fulfill({ status: 503 }));
      await page.addInitScript(`sessionStorage.setItem('mdq-tries', '5 ' + Date.now())`);
      await openPage(page, '/developers/explorer');
      await page.getByRole('alert').getByText('This part of the page could not be loaded').waitFor();
      await page.unroute(/ExplorerPage.*\.js$/);
      await page.getByRole('button', { name: 'Load the page again' }).click();
      await page.getByLabel('API key').waitFor();
    }));

  test('a page that a service which is away cannot give is told apart from a wrong address, and comes by the next click', () =>
    as({ expected: /ERR_INTERNET_DISCONNECTED|dynamically imported module/ }, async (page) => {
      // It does not come by itself any more.
      await page.addInitScript(`sessionStorage.setItem('mdq-tries', '5 ' + Date.now())`);
      for (const [start, menu, other, problem, again, still] of [
        [
          'pricing',
          'Account',
          'Explorer',
          'This page could not be loaded',
          'Load the page again',
          'The service still cannot be reached',
        ],
        ['zh/pricing', '帳戶', '資料瀏覽', '這一頁無法載入', '重新載入頁面', '還是連不上服務'],
      ] as const) {
        const link = (name: string) => page.locator('.VPNavBarMenu').getByRole('link', { name, exact: true });
        const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
        const missAccount = async () => {
          await openPage(page, `/developers/${start}`);
          await page.context().setOffline(true);
          await link(menu).click();
          await page.getByRole('alert').getByRole('heading', { level: 1, name: problem }).waitFor();
          assert.ok((await page.title()).startsWith(problem), await page.title());
          // It is there in the other language, too.
          const twin = page.locator('.VPNavBarTranslations a').first();
          assert.equal(
            await twin.getAttribute('href'),
            `/developers/${start === 'pricing' ? 'zh/' : ''}account`,
          );
        };
        await missAccount();
        await page.context().setOffline(false);
        await link(menu).click();
        await title(menu).waitFor();

        await missAccount();
        await page.getByRole('button', { name: again }).click();
        await page.getByRole('alert').getByText(still).waitFor();
        await page.context().setOffline(false);
        await page.getByRole('button', { name: again }).click();
        await title(menu).waitFor();

        await missAccount();
        await page.context().setOffline(false);
        await link(other).click();
        await title(other).waitFor();
        await link(menu).click();
        await title(menu).waitFor();
      }
    }));

  test('a page that a busy service puts off comes a moment later', () =>
    as({ expected: /dynamically imported module/ }, async (page) => {
      await openPage(page, '/developers/points');
      await page.route(/errors\.md.*\.js$/, (route) => route.fulfill({ status: 503 }), { times: 2 });
      await page.locator('.VPSidebar').getByRole('link', { name: 'Errors', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Errors' }).waitFor();

      // All of it is put off: the service itself, asked for the page, as well as what the router asks for.
      await openPage(page, '/developers/points');
      const put = [/dates\.md.*\.js$/, '**/hashmap.json', '**/developers/dates'];
      for (const each of put) await page.route(each, (route) => route.fulfill({ status: 503 }));
      await page.locator('.VPSidebar').getByRole('link', { name: 'Dates and weeks', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'This page could not be loaded' }).waitFor();
      await page.waitForResponse((response) => response.url().endsWith('/developers/dates'));
      await page.unrouteAll();
      await arriveAt(page, '/developers/dates');
    }));

  test('search says that the service is away, and works when it is opened again', () =>
    as({ expected: /ERR_INTERNET_DISCONNECTED/ }, async (page) => {
      await openPage(page, '/developers/points');
      await page.context().setOffline(true);
      await page.locator('.DocSearch-Button').click();
      const box = page.getByRole('dialog');
      await box.getByRole('alert').getByText('The service cannot be reached.').waitFor();
      await box.getByRole('button', { name: 'Load the page again' }).click();
      await box.getByRole('alert').getByText('The service still cannot be reached').waitFor();
      await box.getByRole('button', { name: 'Close' }).click();
      await page.context().setOffline(false);
      await page.locator('.DocSearch-Button').click();
      await box.getByRole('combobox').fill('refund');
      await box.getByRole('option').first().waitFor();
      assert.equal(await box.getByRole('alert').count(), 0);
    }));

  test('search says that it is loading, and soon that a service which hangs cannot be reached', () =>
    as({}, async (page) => {
      await page.clock.install();
      await openPage(page, '/developers/points');
      await page.route('**/search.json', () => undefined);
      await page.locator('.DocSearch-Button').click();
      const box = page.getByRole('dialog');
      await box.getByRole('combobox').fill('refund');
      await box.getByText('Loading the search…').waitFor();
      await page.clock.fastForward(10_000);
      await box.getByRole('alert').getByText('The service cannot be reached.').waitFor();
    }));

  test('where the program of the search did not come, it can be loaded with the page', () =>
    as({ expected: /503|dynamically imported module/ }, async (page) => {
      await openPage(page, '/developers/points');
      await page.route(/docs-search.*\.js$/, (route) => route.fulfill({ status: 503 }));
      await page.locator('.DocSearch-Button').click();
      const again = page.getByRole('dialog').getByRole('button', { name: 'Load the page again' });
      await again.waitFor();
      await page.unroute(/docs-search.*\.js$/);
      const reloaded = page.waitForEvent('load');
      await again.click();
      await reloaded;
      await untilAlive(page);
      await page.locator('.DocSearch-Button').click();
      await page.getByRole('combobox').fill('refund');
      await page.getByRole('option').first().waitFor();
    }));

  test('helps who is at a wrong address', () =>
    as({ expected: /404/ }, async (page) => {
      const response = await page.goto('/developers/quikstart');
      assert.equal(response?.status(), 404);
      await page.getByRole('heading', { name: /no page at this address/ }).waitFor();
      const chinese = page.getByRole('main').getByRole('link', { name: '繁體中文' });
      assert.equal(await chinese.getAttribute('href'), '/developers/zh/');
      await page.getByRole('button', { name: 'Search the documentation' }).click();
      await page.getByRole('combobox').fill('quickstart');
      await page.getByRole('option').first().click();
      await page.getByRole('heading', { level: 1, name: 'Quickstart' }).waitFor();
    }));

  test('what is charged is said in the same words on every page, with its exception', async () => {
    for (const [path, sentence, count] of [
      ['api/market/focus', 'Only answers with code 200 are charged, with one exception.', 2],
      ['pricing', 'Only answers with code 200 are charged, with one exception.', 1],
      ['points', 'Only answers with code 200 are charged, with one exception.', 1],
      ['zh/api/market/focus', '只有回應碼為 200 的呼叫才扣點，但有一個例外。', 2],
      ['zh/pricing', '只有回應碼為 200 的呼叫才扣點，但有一個例外。', 1],
    ] as const) {
      // The list of prices is drawn by a script; the others say it without one.
      await as({ javaScriptEnabled: path.endsWith('pricing') }, async (page) => {
        await page.goto(`/developers/${path}`);
        const told = page.getByText(sentence);
        await told.first().waitFor();
        assert.equal(await told.count(), count, path);
        for (const link of await told.getByRole('link', { name: /exception|例外/ }).all()) {
          const { pathname, hash } = new URL((await link.getAttribute('href')) ?? '', page.url());
          const { text } = await ask(service.url + pathname);
          assert.ok(
            text.includes(`id="${decodeURIComponent(hash.slice(1))}"`),
            `${path}: ${pathname}${hash}`,
          );
        }
      });
    }
  });
});

function barColour(page: Visitor['page']): Promise<string> {
  return page.evaluate<string>(
    'getComputedStyle(document.querySelector(".VPNavBar .content-body") ?? document.body).backgroundColor',
  );
}
