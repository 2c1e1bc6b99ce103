/** The page of prices: those of now, what a month costs, and a way to a key and to points wherever it runs. */
import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { endpoints } from '../../../src/endpoints/index.ts';
import type { Service } from '../../support/service.ts';
import { assertAccessibleInAnyLight } from '../../support/site/audit-page.ts';
import { openBrowser, openPage, PHONE, visit } from '../../support/site/browser.ts';
import { after, before, suite, test } from '../../support/site/in-browser.ts';
import { until } from '../../support/until.ts';
import { startOnYear } from '../../support/year-of-orders.ts';

const WIDE = { viewport: { width: 1440, height: 900 } };

suite('the prices', { concurrency: false }, () => {
  let service: Service;
  let browser: Browser;
  before(async () => {
    [service, browser] = await Promise.all([startOnYear({ MDQ_POINT_PRICE: '0.05 USD' }), openBrowser()]);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  async function as(
    options: Parameters<typeof visit>[2],
    look: (page: Page) => Promise<void>,
    path = 'pricing',
  ) {
    const { page, leave } = await visit(browser, service.url, { locale: 'en-US', ...options });
    await openPage(page, `/developers/${path}`);
    await page.locator('.mdq-pricing table').waitFor();
    await look(page);
    await leave();
  }
  const facts = async () => (await fetch(`${service.url}/developers/site.json`)).text();
  const sum = (page: Page) => page.locator('[data-test=sum]').innerText();

  test('it is in the menu, lists every price of now, and adds up a month in points and in money', () =>
    as(WIDE, async (page) => {
      await page.locator('.VPNavBarMenu').getByRole('link', { name: 'Pricing' }).waitFor();
      const rows = page.locator('.mdq-pricing tbody tr');
      assert.equal(await rows.count(), endpoints.length);
      await rows
        .filter({ hasText: 'Category: key figures' })
        .first()
        .getByText('45 points per started')
        .waitFor();
      assert.match(await sum(page), /380 points a month\s+US\$19\.00\s+8 calls a month/);
      await page.getByLabel('Categories', { exact: true }).fill('10');
      await page.getByText('A year', { exact: true }).click();
      await page.getByLabel('Sub-category: related purchases').check();
      // (50 + 45) × 5 periods × 10 categories × 4, and 60 × 4.
      assert.match(await sum(page), /19,240 points a month\s+US\$962\.00/);
      for (const wrong of ['0', '-3', '', '2.5', '1001']) {
        await page.getByLabel('Sub-categories', { exact: true }).fill(wrong);
        await page.getByText('A whole number from 1 to 1,000.').waitFor();
        assert.equal(await sum(page), 'Fix the marked field to see the sum.');
      }
      await page.getByLabel('Sub-categories', { exact: true }).fill('2');
      assert.match(await sum(page), /19,480 points a month/);
      const chosen = page.getByRole('checkbox', { checked: true });
      while ((await chosen.count()) > 0) await chosen.first().click();
      assert.equal(await sum(page), 'Choose a question to see what it costs.');
    }));

  test('a click on a name takes it in, and the plan is there again after a look at its page, or by its link', () =>
    as(WIDE, async (page) => {
      await page.getByText('Sub-category: tags', { exact: true }).click();
      await page.getByText('Category: trend', { exact: true }).click();
      await page.getByText('Daily', { exact: true }).click();
      await page.getByLabel('Categories', { exact: true }).fill('3');
      const own = await sum(page);
      const { search } = new URL(page.url());
      assert.equal(search, '?ask=market/focus,sub-market/tags&often=30&categories=3');
      await page.getByRole('link', { name: /^Details.*Sub-category: tags/ }).click();
      await page.waitForURL('**/api/sub-market/tags');
      await page.goBack();
      await until('the plan is back', async () => (await sum(page)) === own);
      await openPage(page, `/developers/pricing${search}`);
      await until('the link has it', async () => (await sum(page)) === own);
      // Back on the same page, screen and address are still about one plan.
      await page.evaluate(`history.pushState({}, '', location.href + '#get-a-key')`);
      await page.getByText('Monthly', { exact: true }).click();
      await until('it is another', async () => (await sum(page)) !== own);
      await page.goBack();
      await until('the plan of the address is shown', async () => (await sum(page)) === own);
      await page.locator('.VPNavBarMenu').getByRole('link', { name: 'Pricing' }).click();
      await until('the address still has it', () => new URL(page.url()).search === search);
      assert.equal(await sum(page), own);
    }));

  test('the sum is in sight while the first row is ticked at the lower edge, and names are easy to hit', () =>
    as(PHONE, async (page) => {
      const name = page.locator('.mdq-pricing tbody label').first();
      // So that the rest of the table is below the window.
      await name.evaluate((row) =>
        (row as unknown as { scrollIntoView(at: object): void }).scrollIntoView({ block: 'center' }),
      );
      const { y = 0, height = 0 } = (await page.locator('[data-test=total]').boundingBox()) ?? {};
      assert.ok(height > 0 && y >= 0 && y + height <= PHONE.viewport.height + 1, `the sum is at ${y}`);
      await name.click();
      await page.locator('[data-test=total]').getByText('384 points a month').waitFor();
      for (const target of await page.locator('.mdq-pricing tbody :is(label, a)').all())
        assert.ok(((await target.boundingBox())?.height ?? 0) >= 24, await target.innerText());
    }));

  test('a search for it finds it first, or next to a heading of that name, in both languages', async () => {
    for (const [path, question] of [
      ['pricing', 'price'],
      ['zh/pricing', '價格'],
    ] as const)
      await as(
        WIDE,
        async (page) => {
          await page.locator('.DocSearch-Button').click();
          await page.getByRole('combobox').fill(question);
          const hits = page.getByRole('option');
          await hits.nth(1).waitFor();
          const found = [await hits.nth(0).getAttribute('href'), await hits.nth(1).getAttribute('href')];
          assert.ok(found.includes(`/developers/${path}`), found.join());
        },
        path,
      );
  });

  test('a price that the operator changes is on the page', async () => {
    assert.equal((await service.mdq('price', 'set', '/api/public/market/focus', '7')).code, 0);
    await until('the service tells it', async () => /"base":7\b/.test(await facts()));
    await as(WIDE, async (page) => assert.match(await sum(page), /^228 points a month/));
    assert.equal((await service.mdq('price', 'reset', '/api/public/market/focus')).code, 0);
  });

  test('a key and points lead somewhere: to whom to ask, to the contact, or to the checkout', async () => {
    const ways = (page: Page) =>
      Promise.all(
        ['Get a key', 'Buy points'].map((name) =>
          page.locator('.actions').getByRole('link', { name }).getAttribute('href'),
        ),
      );
    await as(WIDE, async (page) => {
      // Two buttons to one sentence would be one too many.
      const links = page.locator('.actions a');
      assert.deepEqual(await links.allInnerTexts(), ['Get a key']);
      assert.equal(await links.getAttribute('href'), '#get-a-key');
      await page.locator('#get-a-key').getByText('Ask your provider for a key').waitFor();
    });
    const set = async (name: string, value: string) =>
      assert.equal((await service.mdq('site', 'set', name, value)).code, 0);
    await set('contact', 'sales@shop.example');
    await set('checkout', 'https://pay.example/?for={account}');
    await until('the service tells it', async () => (await facts()).includes('pay.example'));
    await as(WIDE, async (page) => {
      assert.deepEqual(await ways(page), ['#get-a-key', '/developers/account']);
      await page.locator('#get-a-key').getByText('sales@shop.example').waitFor();
    });
  });

  test('in Chinese and on a phone, in light and dark, it is whole and easy to use', async () => {
    for (const [path, locale, audited] of [
      ['pricing', 'en-US', WIDE],
      ['zh/pricing', 'zh-TW', PHONE],
    ] as const) {
      for (const look of [WIDE, PHONE]) {
        await as(
          { ...look, locale },
          async (page) => {
            if (look === audited) await assertAccessibleInAnyLight(page);
            assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
            assert.match(await sum(page), path === 'pricing' ? /380 points a month/ : /每月 380 點/);
          },
          path,
        );
      }
    }
  });
});
