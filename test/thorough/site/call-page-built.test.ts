/** An endpoint's page before anybody has sent anything: it is whole without scripts, and stays where it is with them. */
import assert from 'node:assert/strict';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { ask } from '../../support/http/raw-http.ts';
import { type Service, startService } from '../../support/service.ts';
import { assertAccessible } from '../../support/site/audit-page.ts';
import { DESKTOP, openBrowser, openPage, PHONE, visit } from '../../support/site/browser.ts';
import { CallPage } from '../../support/site/call-page.ts';
import { after, before, suite, test } from '../../support/site/in-browser.ts';

const FOCUS = '/developers/api/market/focus';
const TREND = '/developers/api/trends/market';

suite('an endpoint’s page as it was built', { concurrency: false }, () => {
  let service: Service;
  let browser: Browser;

  before(async () => {
    service = await startService();
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  async function as(options: BrowserContextOptions, act: (page: Page) => Promise<void>) {
    const { page, leave } = await visit(browser, service.url, options);
    await page.addInitScript("localStorage.setItem('mdq-language', 'chosen')");
    await act(page);
    await leave();
  }

  test('has the example call, its picture, table and JSON without scripts', async () => {
    for (const [path, category, days] of [
      [TREND, 'Home & Living', '7\u00a0Jul\u00a02025 – 7\u00a0Jun\u00a02026'],
      ['/developers/zh/api/trends/market', '居家生活', '2025 年 7 月 7 日至 2026 年 6 月 7 日'],
    ] as const) {
      await as({ javaScriptEnabled: false }, async (page) => {
        await page.goto(path);
        const call = new CallPage(page);
        assert.match((await call.code.textContent()) ?? '', new RegExp(`category=${category}`));
        await call.answer.locator('svg').waitFor();
        await call.answer.getByText(days).waitFor();
        await call.answer.locator('input[value=table]').check({ force: true });
        assert.equal(await call.answer.getByRole('rowheader').count(), 48);
        await call.answer.locator('input[value=json]').check({ force: true });
        await call.answer.getByText(`"${category}"`).first().waitFor();
        await call.price.getByText('200').waitFor();
      });
    }
  });

  test('in Chinese, examples have Chinese names, also those about an account', async () => {
    for (const name of ['account', 'account/quote', 'account/calls', 'account/call']) {
      const { text } = await ask(`${service.url}/developers/zh/api/${name}`);
      assert.match(text, /居家生活/, name);
      assert.doesNotMatch(text, /Home &(amp;|#38;)? ?Living/, name);
    }
  });

  test('nothing moves when scripts arrive', async () => {
    const places = (page: Page) =>
      page.evaluate<number[]>(
        // Counted from the first heading: above it, a page without scripts says that its prices are the usual ones.
        `[...document.querySelectorAll('.endpoint-call h2, .pay .send, .answer, .reference')]
          .map((each) => each.getBoundingClientRect().top)
          .map((top, _, [first]) => Math.round(top - first))`,
      );
    const paths = [TREND, FOCUS, '/developers/zh/api/overview/ranking', '/developers/api/account'];
    const looks = [DESKTOP, PHONE];
    const built = new Map<string, number[]>();
    await as({ javaScriptEnabled: false }, async (page) => {
      for (const path of paths) {
        await page.goto(path);
        for (const { viewport } of looks) {
          await page.setViewportSize(viewport);
          built.set(`${path} ${viewport.width}`, await places(page));
        }
      }
    });
    for (const look of looks) {
      await as(look, async (page) => {
        for (const path of paths) {
          await openPage(page, path);
          const where = `${path} ${look.viewport.width}`;
          assert.deepEqual(await places(page), built.get(where), where);
        }
      });
    }
  });

  test('a field of the JSON says what it means: pointed at, tapped, or gone to with keys', async () => {
    await as({}, async (page) => {
      await openPage(page, FOCUS);
      const call = new CallPage(page);
      await call.face('JSON');
      const meaning = call.answer.locator('.meaning');
      await meaning.getByText('Point at a field, or tap it, to see what it means.').waitFor();
      await call.answer.locator('[data-field="data.focus.frequency"]').hover();
      await meaning.getByText(/^focus\.frequency .*Orders/).waitFor();
      await call.answer.locator('[data-field]').first().focus();
      await meaning.getByText('type Kind of answer.').waitFor();
      await page.keyboard.press('ArrowDown');
      await meaning.getByText('category The main category used.').waitFor();
    });
    await as(PHONE, async (page) => {
      await openPage(page, '/developers/zh/api/market/focus');
      await page.locator('.answer').getByText('JSON', { exact: true }).tap();
      await page.locator('[data-field="data.category"]').tap();
      await page.locator('.meaning', { hasText: /^category .*主類別/ }).waitFor();
    });
  });

  test('the language of code is chosen once, for every page and the next visit', () =>
    as({}, async (page) => {
      await openPage(page, TREND);
      const { code } = new CallPage(page);
      await code.getByRole('tab', { name: 'curl' }).focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await code.getByText('from market_data import MarketData').waitFor();
      assert.ok((await code.locator('.keyword').count()) > 1, 'it is not highlighted');
      await page.getByRole('link', { name: 'Key figures', exact: true }).first().click();
      await code.getByText('client.market_focus(').waitFor();
      await page.reload();
      await code.getByText('client.market_focus(').waitFor();
    }));

  test('the former page of all calls leads to that of the call', () =>
    as({}, async (page) => {
      await page.goto('/developers/reference?path=%2Fapi%2Fpublic%2Fmarket%2Ffocus');
      assert.equal(new URL(page.url()).pathname, FOCUS);
      await page.goto('/developers/zh/reference');
      assert.equal(new URL(page.url()).pathname, '/developers/zh/fields');
    }));

  test('on a phone comes what is asked, then its code, then its answer, and none is wider than it', () =>
    as(PHONE, async (page) => {
      for (const path of [TREND, '/developers/zh/api/overview/growth', '/developers/api/account/quote']) {
        await openPage(page, path);
        const tops = await page.evaluate<number[]>(
          `['.ask', '.mdq-code-tabs', '.answer', '.reference']
            .map((each) => document.querySelector(each).getBoundingClientRect().top)`,
        );
        assert.deepEqual(
          [...tops].sort((a, b) => a - b),
          tops,
        );
        assert.ok(await page.evaluate<boolean>('document.documentElement.scrollWidth <= 390'), path);
        if (path !== TREND) await assertAccessible(page);
      }
    }));
});
