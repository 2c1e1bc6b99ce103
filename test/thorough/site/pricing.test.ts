/** The page of prices: those of now, what a month costs, and a way to a key and to points wherever it runs. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { endpoints } from '../../../src/endpoints/index.ts';
import { assertAccessibleInAnyLight } from '../../support/site/audit-page.ts';
import { type Look, openPage, PHONE } from '../../support/site/browser.ts';
import { assertFits } from '../../support/site/explorer-page.ts';
import { test } from '../../support/site/in-browser.ts';
import { Place } from '../../support/site/place.ts';
import { until } from '../../support/until.ts';
import { startOnYear } from '../../support/year-of-orders.ts';

const WIDE = { viewport: { width: 1440, height: 900 } };

const place = new Place(() => startOnYear({ MDQ_POINT_PRICE: '0.05 USD' }));

function at(how: Partial<Look>, work: (page: Page) => Promise<void>): Promise<void> {
  return place.look({ path: '/developers/pricing', ...how }, async (page) => {
    await page.locator('.mdq-pricing table').waitFor();
    await work(page);
  });
}
const facts = async () => (await fetch(`${place.url}/developers/site.json`)).text();
const sum = (page: Page) => page.locator('[data-test=sum]').innerText();

test('it is in the menu, lists every price of now, and adds up a month in points and in money', () =>
  at(WIDE, async (page) => {
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
    await page.getByLabel('Sub-categories', { exact: true }).fill('2.5');
    await page.getByText('A whole number from 1 to 1,000.').waitFor();
    assert.equal(await sum(page), 'Fix the marked field to see the sum.');
    await page.getByLabel('Sub-categories', { exact: true }).fill('2');
    assert.match(await sum(page), /19,480 points a month/);
    const chosen = page.getByRole('checkbox', { checked: true });
    while ((await chosen.count()) > 0) await chosen.first().click();
    assert.equal(await sum(page), 'Choose a question to see what it costs.');
  }));

test('a click on a name takes it in, and the plan is there again after a look at its page, or by its link', () =>
  at(WIDE, async (page) => {
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
  at(PHONE, async (page) => {
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
    ['/developers/pricing', 'price'],
    ['/developers/zh/pricing', '價格'],
  ] as const)
    await at({ path }, async (page) => {
      await page.locator('.DocSearch-Button').click();
      await page.getByRole('combobox').fill(question);
      const hits = page.getByRole('option');
      await hits.nth(1).waitFor();
      const found = [await hits.nth(0).getAttribute('href'), await hits.nth(1).getAttribute('href')];
      assert.ok(found.includes(path), found.join());
    });
});

test('a price that the operator changes is on the page', async () => {
  await place.service.succeed('price', 'set', '/api/public/market/focus', '7');
  await until('the service tells it', async () => /"base":7\b/.test(await facts()));
  await at(WIDE, async (page) => assert.match(await sum(page), /^228 points a month/));
  await place.service.succeed('price', 'reset', '/api/public/market/focus');
});

test('a key and points lead somewhere: to whom to ask, to the contact, or to the checkout', async () => {
  const ways = (page: Page) =>
    Promise.all(
      ['Get a key', 'Buy points'].map((name) =>
        page.locator('.actions').getByRole('link', { name }).getAttribute('href'),
      ),
    );
  await at(WIDE, async (page) => {
    // Two buttons to one sentence would be one too many.
    const links = page.locator('.actions a');
    assert.deepEqual(await links.allInnerTexts(), ['Get a key']);
    assert.equal(await links.getAttribute('href'), '#get-a-key');
    await page.locator('#get-a-key').getByText('Ask your provider for a key').waitFor();
  });
  await place.service.succeed('site', 'set', 'contact', 'sales@shop.example');
  await place.service.succeed('site', 'set', 'checkout', 'https://pay.example/?for={account}');
  await until('the service tells it', async () => (await facts()).includes('pay.example'));
  await at(WIDE, async (page) => {
    assert.deepEqual(await ways(page), ['#get-a-key', '/developers/account']);
    await page.locator('#get-a-key').getByText('sales@shop.example').waitFor();
  });
});

test('in Chinese and on a phone, in light and dark, it is whole and easy to use', async () => {
  for (const [path, size, said] of [
    ['/developers/pricing', WIDE, /380 points a month/],
    ['/developers/zh/pricing', PHONE, /每月 380 點/],
  ] as const) {
    await at({ path, ...size }, async (page) => {
      await assertAccessibleInAnyLight(page);
      await assertFits(page);
      assert.match(await sum(page), said);
    });
  }
});
