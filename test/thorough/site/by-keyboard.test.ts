/** The whole way of a newcomer, from the home page to an answer that is paid for, without a mouse. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { arriveAt, openPage, visit } from '../../support/site/browser.ts';
import { CallPage } from '../../support/site/call-page.ts';
import { isFocused } from '../../support/site/explorer-page.ts';
import { suite, test } from '../../support/site/in-browser.ts';
import { openTeaShop, TREND } from '../../support/site/tea-shop.ts';

/** More than stand before anything that one looks for: a sidebar, and what is on the page. */
const MOST_STEPS = 120;

const shop = await openTeaShop();

suite('by keyboard alone', { concurrency: false }, () => {
  test('one gets from the home page to a live answer, to one that is paid for, and to the page of that call', async () => {
    const { key } = await shop.service.createKey(1000);
    const { page, leave } = await visit(shop.browser, shop.url);
    const call = new CallPage(page);
    const goTo = async (what: Locator) => {
      await what.waitFor();
      const isThere = () => what.evaluate((element) => element.matches(':focus-visible'));
      for (let steps = 0; steps < MOST_STEPS && !(await isThere()); steps++) await page.keyboard.press('Tab');
      assert.ok(await isThere(), `Tab does not lead to ${what}`);
      await page.keyboard.press('Enter');
    };
    await openPage(page, '/developers/');
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
    assert.equal(await call.receipt('Charged'), '50 points');
    const id = await call.receipt('Request id');
    await goTo(page.getByRole('link', { name: 'Page of the charged call' }));
    await page.getByText('Balance after the call').waitFor();
    assert.equal(await call.receipt('Request id'), id);
    assert.equal(await shop.balance(key), 950);
    await leave();
  });
});
