/** What an answer on the page of its endpoint tells of itself beside its figures. */
import assert from 'node:assert/strict';
import { row } from '../../support/reference/made-cases.ts';
import { assertAccessible } from '../../support/site/audit-page.ts';
import { openPage, visit } from '../../support/site/browser.ts';
import { CallPage } from '../../support/site/call-page.ts';
import { EXPLORER, forgetKey } from '../../support/site/explorer-page.ts';
import { suite, test } from '../../support/site/in-browser.ts';
import { openTeaShop } from '../../support/site/tea-shop.ts';
import { openService } from '../../support/workplace.ts';

const shop = await openTeaShop();

suite('what an answer tells of itself', { concurrency: false }, () => {
  test('the example of a quote answers the days that are filled in', async () => {
    const { page, leave } = await visit(shop.browser, shop.url, {});
    await openPage(page, '/developers/api/account/quote');
    const call = new CallPage(page);
    await call.ready();
    for (const name of ['start', 'end']) {
      const day = await call.valueOf(name);
      await call.answer.getByText(`"${day}"`).waitFor();
    }
    await leave();
  });

  test('days without data are told in the receipt and on the page of the call', () =>
    shop.as({}, async (page, call) => {
      // The last order is of 29 June.
      await call.fill('start', '2026-06-01');
      await call.fill('end', '2026-07-31');
      await call.send(/^Send/);
      await call.answer.getByText('Days without data').waitFor();
      await call.answer.getByText('32, free').waitFor();
      await page.getByRole('link', { name: 'Page of the charged call' }).click();
      await page.getByText('32, free').waitFor();
    }));

  test('a call that was made has a page of its own, for whoever holds a key of the account', () =>
    shop.as({ expected: /404/ }, async (page, call, key) => {
      await call.fill('start', '2026-06-01');
      await call.send('Send · 50 points');
      const id = (await call.receipt('Request id')) ?? '';
      await page.getByRole('link', { name: 'Page of the charged call' }).click();
      await page.waitForURL((url) => url.pathname === '/developers/call');
      await page.getByRole('heading', { level: 1, name: 'Category: trend' }).waitFor();
      assert.equal(await call.receipt('Charged'), '50 points');
      assert.equal(await call.receipt('Balance after the call'), '950 points');
      assert.match((await call.receipt('Dates')) ?? '', /^1\sJun\s–\s28\sJun\s2026$/);
      assert.equal(await call.receipt('Data version'), '1');
      assert.equal(await page.locator('.receipt dt', { hasText: /^Time \((UTC|GMT.*)\)$/ }).count(), 1);
      await call.code.getByText('start=2026-06-01').waitFor();
      await assertAccessible(page);
      const explorer = page.getByRole('link', { name: 'Open in the explorer' });
      const shown = new URL((await explorer.getAttribute('href')) ?? '', shop.url).searchParams;
      assert.deepEqual(Object.fromEntries(shown), {
        level: 'category',
        category: 'Tea',
        start: '2026-06-01',
        end: '2026-06-28',
      });
      // Filled in, and not sent; within the hour it is free.
      await page.getByRole('link', { name: 'Ask again · free', exact: true }).click();
      await call.price.getByText('free', { exact: true }).waitFor();
      assert.equal(await call.valueOf('start'), '2026-06-01');
      // The list of the account leads there as well; another account finds nothing.
      await openPage(page, '/developers/account');
      const link = page.getByRole('link', { name: id });
      assert.equal(await link.getAttribute('href'), `/developers/call?id=${id}`);
      await openPage(page, `/developers/call?id=${id}`);
      const { key: other } = await shop.service.createKey(10);
      const enter = async (each: string) => {
        await page.getByLabel('API key').fill(each);
        await page.getByLabel('API key').press('Enter');
      };
      // What a key paid for is forgotten with it.
      await forgetKey(page);
      await enter(key);
      await page.getByRole('link', { name: 'Ask again · 50 points' }).waitFor();
      await page.getByRole('button', { name: 'Forget key' }).click();
      await enter(other);
      await page.getByText(`This account has no charged call ${id}.`).waitFor();
      assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0);
      await page.getByRole('link', { name: 'Recent calls' }).waitFor();
      // An address without a call asks nobody, and says where calls are.
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await openPage(page, '/developers/call');
      await page.getByText('This address names no call.').waitFor();
      await page.getByRole('link', { name: 'Recent calls' }).waitFor();
      assert.ok(!asked.some((path) => path.startsWith('/api/account/calls')));
      await assertAccessible(page);
    }));

  test('a link to days without data says in the explorer that they cost nothing', () =>
    shop.as({}, async (page) => {
      await openPage(page, `${EXPLORER}?level=category&category=Tea&start=2026-06-01&end=2026-07-31`);
      await page
        .getByText('Some dates of this link have no data; they are left out and cost nothing.')
        .waitFor();
    }));

  test('figures of members name the payment methods that they count: those of the service, or of the sandbox', async (t) => {
    const names = { category: 'Tea', sub_category: 'Oolong', payment_method: 'Shells' };
    const order = row({ order_id: '1', ordered_at: '2026-06-01', ...names });
    const { service, key } = await openService(t, {
      rows: [order],
      env: { MDQ_AUDIENCE_METHODS: 'Shells,Salt' },
    });
    const { page, leave } = await visit(shop.browser, service.url, {});
    await openPage(page, '/developers/zh/api/market/focus');
    await page.getByText('指定付款方式：信用卡、信用卡分期付款').waitFor();
    await openPage(page, '/developers/api/market/focus');
    const call = new CallPage(page);
    await call.enterKey(key);
    await call.send(/^Send/);
    await page.getByText('Selected payment methods: Shells and Salt.').waitFor();
    const markdown = await fetch(`${service.url}/developers/api/market/focus.md`);
    assert.match(
      await markdown.text(),
      /`audience_methods` of `\/developers\/site\.json` lists the payment methods/,
    );
    await leave();
  });
});
