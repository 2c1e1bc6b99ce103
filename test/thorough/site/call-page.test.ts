/** An endpoint's page as one call with the reader's own key: what is asked, its code, its answer and its receipt. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { row } from '../../support/reference/made-cases.ts';
import { assertAccessible, assertAccessibleInAnyLight } from '../../support/site/audit-page.ts';
import { arriveAt, look, openPage, PHONE, untilTrue } from '../../support/site/browser.ts';
import { CallPage } from '../../support/site/call-page.ts';
import { forgetKey, isFocused } from '../../support/site/explorer-page.ts';
import { test } from '../../support/site/in-browser.ts';
import { TeaShop, TREND } from '../../support/site/tea-shop.ts';
import { openService } from '../../support/workplace.ts';

/** More Tab stops than stand before anything on a page, its sidebar included. */
const MAX_STEPS = 120;

const shop = new TeaShop();

test('with a key of one’s own it is about that service’s names and dates; price, code, answer and receipt follow what is filled in', () =>
  shop.as({}, async (page, { call, key }) => {
    assert.equal(await call.valueOf('category'), 'Tea');
    assert.equal(await call.valueOf('start'), '2026-04-06');
    assert.equal(await call.valueOf('end'), '2026-06-28');
    // The key is read from the environment, and is nowhere in the page.
    for (const name of ['TypeScript', 'Python', 'JavaScript', 'curl']) {
      await call.code.getByRole('tab', { name }).click();
      assert.match(await call.code.innerText(), /MDQ_KEY/);
    }
    assert.ok(!(await page.content()).includes(key));
    await call.price.getByText('50 points').waitFor();
    await call.fill('start', '2026-01-05');
    await call.price.getByText('150 points').waitFor();
    await call.price.getByText('175 days with data').waitFor();
    await call.code.getByText('start=2026-01-05').waitFor();
    await call.choose('category', 'Coffee', { buying: true });
    await call.code.getByText('category=Coffee').waitFor();
    const sent = page.waitForRequest(/trends\/market\?/);
    await call.send('Send · 150 points');
    assert.equal((await sent).headers()['x-max-points'], '150');
    await call.answer.getByText('Coffee, 5 Jan – 28 Jun 2026').waitFor();
    assert.equal(await call.receipt('Charged'), '150 points');
    // The list of names cost a point.
    assert.equal(await call.receipt('Balance'), '849 points');
    await call.face('Table');
    assert.equal(await call.answer.getByRole('rowheader').count(), 25);
    await call.face('JSON');
    await call.answer.getByText('"Coffee"').waitFor();
  }));

test('an answer stays with what was asked, and says so when another question is filled in', () =>
  shop.as({}, async (page, { call, key }) => {
    await call.send('Send · 50 points');
    const address = '/api/public/trends/market?category=Tea&start=2026-04-06&end=2026-06-28';
    await call.address.getByText(address, { exact: true }).waitFor();
    await call.fill('end', '2026-06-27');
    await call.answer.getByText('Answer to an earlier question').waitFor();
    assert.equal(await call.address.innerText(), address);
    await call.send('Send · 50 points');
    await call.address.getByText('end=2026-06-27').waitFor();
    assert.equal(await call.answer.getByText('earlier question').count(), 0);
    await call.fill('end', '2026-06-28');
    // The first answer is there again, for nothing, and the price says so wherever it stands.
    await call.address.getByText('end=2026-06-28').waitFor();
    await page.getByText('You have this answer already.').waitFor();
    assert.ok(await call.sendButton.isDisabled());
    await call.price.getByText('free', { exact: true }).waitFor();
    assert.equal(await call.sendButton.innerText(), 'Send');
    await call.send('Ask again · free');
    assert.equal(await call.receipt('Charged'), 'free');
    assert.equal(await shop.balance(key), 900);
  }));

test('what cannot be asked cannot be sent, and says why', () =>
  shop.as({ expected: /400/ }, async (page, { call, key }) => {
    const last = await call.code.locator('code').textContent();
    for (const [start, end, why] of [
      ['2026-13-45', '2026-06-28', 'Not a date. Write it as YYYY-MM-DD.'],
      ['2026-06-30', '2026-06-28', 'The end is before the start.'],
      ['', '2025-01-31', 'There is no data in this range. The data covers 5 Jan – 29 Jun 2026.'],
      ['2026-06-29', '', 'Without an end, the range ends on 28 Jun 2026, before this start. Choose an end.'],
    ] as const) {
      await call.fill('end', end);
      await call.fill('start', start);
      await page.getByText(why).waitFor();
      assert.ok(await call.sendButton.isDisabled(), why);
      // No other call is told in its place as if it were this one.
      assert.deepEqual([await call.price.innerText(), await call.sendButton.innerText()], ['–', 'Send']);
      await page.getByText('The code of the last valid values.').waitFor();
      assert.equal(await call.code.getByRole('button', { name: /Copy/ }).count(), 0);
      if (end !== '') assert.equal(await call.code.locator('code').textContent(), last);
    }
    await call.fill('end', '2026-06-30');
    await call.code.getByRole('button', { name: /Copy/ }).waitFor();
    // A name that a link brings, and that the list does not have.
    await openPage(page, `${TREND}?category=Nonsense`);
    await call.open('category', { buying: true });
    await page.getByText('“Nonsense” is not in the data. Choose a name from the list.').waitFor();
    assert.ok(await call.sendButton.isDisabled());
    assert.equal(await shop.balance(key), 999);
  }));

test('Enter in a field never spends', () =>
  shop.as({}, async (_, { call, key }) => {
    for (const name of ['start', 'end']) await call.field(name).press('Enter');
    await call.field('category').press('ArrowDown');
    await call.field('category').press('Enter');
    await call.send('Send · 50 points');
    await call.address.getByText('start=2026-04-06').waitFor();
    assert.equal(await shop.balance(key), 950);
  }));

test('on a phone the answer comes into view', () =>
  shop.as(PHONE, async (page, { call }) => {
    await call.send('Send · 50 points');
    const isInView = '(({ top }) => top > 0 && top < innerHeight / 2)';
    await untilTrue(page, `${isInView}(document.querySelector('.answer .status').getBoundingClientRect())`);
  }));

test('routes about the account are called for nothing, and are no reason to ask for the account again', () =>
  shop.as({ path: '/developers/api/account/quote' }, async (page, { call }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await call.choose('path', '/api/public/trends/market');
    await call.fill('start', '2026-01-05');
    await call.fill('end', '2026-06-28');
    await call.send('Send');
    await call.answer.getByText('"points": 150').waitFor();
    await call.code.getByText('path=/api/public/trends/market').waitFor();
    assert.ok(!asked.includes('/api/account'));
  }));

test('the example of a quote answers the days that are filled in', () =>
  shop.look('/developers/api/account/quote', async (page) => {
    const call = new CallPage(page);
    for (const name of ['start', 'end'])
      await call.answer.getByText(`"${await call.valueOf(name)}"`).waitFor();
  }));

test('the same page in another language is about what is filled in now', () =>
  shop.as({}, async (page, { call }) => {
    await call.fill('start', '2026-06-01');
    await page.locator('.VPNavBarTranslations button').hover();
    await page.locator('.VPNavBarTranslations a').click();
    await page.waitForURL((url) => url.pathname === '/developers/zh/api/trends/market');
    await page.locator('.endpoint-call .mdq-code', { hasText: 'start=2026-06-01' }).first().waitFor();
    assert.equal(await call.valueOf('category'), 'Tea');
  }));

test('days without data are told in the receipt and on the page of the call', () =>
  shop.as({}, async (page, { call }) => {
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
  shop.as({ expected: /404/ }, async (page, { call, key }) => {
    await call.fill('start', '2026-06-01');
    await call.send('Send · 50 points');
    const id = (await call.receipt('Request id')) ?? '';
    // After a free repeat, the link leads to the call that was charged.
    await call.send('Ask again · free');
    assert.notEqual(await call.receipt('Request id'), id);
    await page.getByRole('link', { name: 'Page of the charged call' }).click();
    await page.waitForURL((url) => url.pathname === '/developers/call');
    await page.getByRole('heading', { level: 1, name: 'Category: trend' }).waitFor();
    const names = ['Request id', 'Charged', 'Balance after the call', 'Data version'];
    assert.deepEqual(await Promise.all(names.map((name) => call.receipt(name))), [
      ...[id, '50 points', '950 points', '1'],
    ]);
    assert.match((await call.receipt('Dates')) ?? '', /^1\sJun\s–\s28\sJun\s2026$/);
    assert.equal(await page.locator('.receipt dt', { hasText: /^Time \((UTC|GMT.*)\)$/ }).count(), 1);
    await call.code.getByText('start=2026-06-01').waitFor();
    await assertAccessible(page);
    const explorer = page.getByRole('link', { name: 'Open in the explorer' });
    const { search } = new URL((await explorer.getAttribute('href')) ?? '', shop.url);
    assert.equal(search, '?level=category&category=Tea&start=2026-06-01&end=2026-06-28');
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
    await openPage(page, '/developers/call');
    await page.getByText('This address names no call.').waitFor();
    await page.getByRole('link', { name: 'Recent calls' }).waitFor();
    await assertAccessible(page);
  }));

test('a call whose parameters were shortened says so, and offers no other call in its place', () =>
  shop.as({}, async (page, { call, key }) => {
    const path = `/api/public/sub-market/focus?category=${'長'.repeat(150)}&sub=${'名'.repeat(150)}`;
    const id = String((await shop.service.get(path, { key })).headers.get('x-request-id'));
    await openPage(page, `/developers/call?id=${id}`);
    await page.getByText('The parameters were not stored in full').waitFor();
    assert.equal(await call.receipt('Request id'), id);
    assert.equal(await call.code.count(), 0);
    assert.equal(await page.getByRole('link', { name: /Ask again|Open in the explorer/ }).count(), 0);
  }));

test('figures of members name the payment methods that they count: those of the service, or of the sandbox', async (t) => {
  const names = { category: 'Tea', sub_category: 'Oolong', payment_method: 'Shells' };
  const { service, key } = await openService(t, {
    rows: [row({ order_id: '1', ordered_at: '2026-06-01', ...names })],
    env: { MDQ_AUDIENCE_METHODS: 'Shells,Salt' },
  });
  const path = '/developers/zh/api/market/focus';
  await look({ browser: shop.browser, url: service.url }, path, async (page) => {
    await page.getByText('指定付款方式：信用卡、信用卡分期付款').waitFor();
    await openPage(page, '/developers/api/market/focus');
    const call = new CallPage(page);
    await call.enterKey(key);
    await call.send(/^Send/);
    await page.getByText('Selected payment methods: Shells and Salt.').waitFor();
  });
});

test('can be used by all, before and after a call, and no focus is hidden', () =>
  shop.as({}, async (page, { call }) => {
    await assertAccessibleInAnyLight(page);
    // Only the call changes from here on.
    const assertCallAccessible = () => assertAccessibleInAnyLight(page, { within: '.endpoint-call' });
    await call.open('category');
    await assertCallAccessible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Start: choose from a calendar' }).click();
    await assertCallAccessible();
    await page.keyboard.press('Escape');
    await call.send('Send · 50 points');
    for (const face of ['JSON', 'Table', 'Chart'] as const) {
      await call.face(face);
      await assertCallAccessible();
    }
    await page.getByRole('link', { name: 'This page as Markdown' }).focus();
    for (let steps = 0; steps < 40; steps++) {
      await page.keyboard.press('Shift+Tab');
      const top = await page.evaluate<number>(`(() => {
        const here = document.activeElement;
        const { top, height } = here.getBoundingClientRect();
        // What is taller than the window cannot be seen as a whole.
        return here.closest('.VPContent') && height < innerHeight / 2 ? top : 1000;
      })()`);
      assert.ok(top >= 60, `the focus is at ${top}`);
    }
  }));

test('by keyboard alone one gets from the home page to a live answer, to one that is paid for, and to its page', async () => {
  const { key } = await shop.service.createKey(1000);
  await shop.look('/developers/', async (page) => {
    const call = new CallPage(page);
    const goTo = async (what: Locator) => {
      await what.waitFor();
      const isThere = () => what.evaluate((element) => element.matches(':focus-visible'));
      for (let steps = 0; steps < MAX_STEPS && !(await isThere()); steps++) await page.keyboard.press('Tab');
      assert.ok(await isThere(), `Tab does not lead to ${what}`);
      await page.keyboard.press('Enter');
    };
    const run = page.getByRole('button', { name: 'Run' });
    await goTo(run);
    await page.getByText('Live answer from the sandbox').waitFor();
    assert.ok(await isFocused(run), 'whoever has pressed it goes on from there');
    await goTo(page.getByRole('link', { name: 'Change this call, in four languages' }));
    await arriveAt(page, TREND);
    await goTo(page.getByRole('button', { name: 'Use your key' }));
    await page.keyboard.type(key);
    await page.keyboard.press('Enter');
    await call.caller.getByText(`mdk_…${key.slice(-4)}`).waitFor();
    await goTo(call.sendButton);
    await call.answer.getByText('Tea, 6 Apr').waitFor();
    await goTo(page.getByRole('link', { name: 'Page of the charged call' }));
    await page.getByText('Balance after the call').waitFor();
    assert.equal(await shop.balance(key), 950);
  });
});
