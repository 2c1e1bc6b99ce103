/** An endpoint's page for whoever has no key: whole without scripts, and answered by the sandbox for nothing. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { SANDBOX_DATA } from '../../../site/.vitepress/theme/call/sandbox.ts';
import { ask } from '../../support/http/raw-http.ts';
import { startService } from '../../support/service.ts';
import { DESKTOP, look, PHONE } from '../../support/site/browser.ts';
import { CallPage } from '../../support/site/call-page.ts';
import { isFocused } from '../../support/site/explorer-page.ts';
import { holdBack } from '../../support/site/hold-back.ts';
import { test } from '../../support/site/in-browser.ts';
import { Place } from '../../support/site/place.ts';
import { until } from '../../support/until.ts';

const TREND = '/developers/api/trends/market';
const FOCUS = '/developers/api/market/focus';

/** It has no data: the sandbox answers before the first import. */
const place = new Place(() => startService());

test('pages know what the sandbox has', async () => {
  const { body } = await place.service.get('/api/account', { key: 'mdk_test_ok' });
  const { data } = (body as { data: { data: Record<string, unknown> } }).data;
  for (const [name, value] of Object.entries(SANDBOX_DATA)) assert.deepEqual(data[name], value, name);
});

test('has the example call, its picture, table and JSON without scripts, in either language', async () => {
  for (const [path, category, days] of [
    [TREND, 'Home & Living', '7\u00a0Jul\u00a02025 – 7\u00a0Jun\u00a02026'],
    ['/developers/zh/api/trends/market', '居家生活', '2025 年 7 月 7 日至 2026 年 6 月 7 日'],
  ] as const) {
    await place.look({ path, javaScriptEnabled: false }, async (page) => {
      const { answer, code, price } = new CallPage(page);
      assert.match((await code.textContent()) ?? '', new RegExp(`category=${category}`));
      await answer.locator('svg').waitFor();
      await answer.getByText(days).waitFor();
      await answer.locator('input[value=table]').check({ force: true });
      assert.equal(await answer.getByRole('rowheader').count(), 48);
      await answer.locator('input[value=json]').check({ force: true });
      await answer.getByText(`"${category}"`).first().waitFor();
      await price.getByText('200').waitFor();
    });
  }
  for (const name of ['account', 'account/quote', 'account/calls', 'account/call']) {
    const { text } = await ask(`${place.url}/developers/zh/api/${name}`);
    assert.match(text, /居家生活/, name);
    assert.doesNotMatch(text, /Home &(amp;|#38;)? ?Living/, name);
  }
});

test('nothing moves when scripts arrive', async () => {
  // Counted from the first heading: above it, a page without scripts says that its prices are the usual ones.
  const PLACES = `[...document.querySelectorAll('.endpoint-call h2, .pay .send, .answer, .reference')]
    .map((each) => each.getBoundingClientRect().top)
    .map((top, _, [first]) => Math.round(top - first))`;
  for (const path of [TREND, '/developers/zh/api/overview/ranking', '/developers/api/account']) {
    for (const size of [DESKTOP, PHONE]) {
      const [built, alive] = [[] as number[], [] as number[]];
      const places = (of: number[]) => async (page: Page) =>
        void of.push(...(await page.evaluate<number[]>(PLACES)));
      await place.look({ path, ...size, javaScriptEnabled: false }, places(built));
      await place.look({ path, ...size }, places(alive));
      assert.deepEqual(alive, built, `${path} ${size.viewport.width}`);
    }
  }
});

test('the example runs as it is pasted, and the documented answer is a live one', () =>
  place.look(TREND, async (page) => {
    const call = new CallPage(page);
    const curl = (await call.code.locator('code').textContent()) ?? '';
    const { stdout } = await promisify(execFile)('sh', ['-c', `${curl} --silent`]);
    const { code, data } = JSON.parse(stdout) as { code: number; data: { category: string } };
    assert.deepEqual([code, data.category], [200, 'Home & Living']);
    await call.code.getByRole('tab', { name: 'JavaScript' }).click();
    const script = (await call.code.locator('code').textContent()) ?? '';
    const ran = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
    assert.match(ran.stdout, /Home & Living[\s\S]*200\n$/);
    await call.face('JSON');
    const documented = await call.answer.locator('.mdq-json code').last().textContent();
    await call.send('Send');
    assert.equal(await call.receipt('Price'), '200 points, not charged');
    assert.equal(await call.answer.locator('.mdq-json code').last().textContent(), documented);
    assert.equal(await call.answer.getByText('earlier question').count(), 0);
  }));

test('while another answer is on its way, the box says so; its picture names only days with data', () =>
  place.look(TREND, async (page) => {
    const call = new CallPage(page);
    const held = await holdBack(page, /\/api\/public\/trends\/market/);
    await call.fill('start', '2026-03-02');
    await call.fill('end', '2026-06-30');
    await call.answer.getByText('Example for another question.').waitFor();
    await call.price.getByText('2 started periods of 84 days').waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await call.answer.getByText('Waiting for the answer…').waitFor();
    assert.doesNotMatch(await call.answer.locator('.status').innerText(), /HTTP|another question/);
    await held.letGo();
    await call.answer.getByText('HTTP 200').waitFor();
    await call.answer.getByText('Home & Living, 2\u00a0Mar – 7\u00a0Jun\u00a02026').waitFor();
  }));

test('keys that are typed go to the name that begins with them, the same key to the next one', () =>
  place.look(TREND, async (page) => {
    const call = new CallPage(page);
    const field = call.field('category');
    const here = page.locator('[data-parameter=category] .is-here');
    await field.focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: 'Pet Supplies' }).waitFor();
    const goesTo = (name: string) =>
      until(`${name} is chosen`, async () => (await here.textContent())?.trim() === name);
    await page.keyboard.type('hous');
    await goesTo('Household Cleaning');
    assert.equal(await field.getAttribute('aria-activedescendant'), await here.getAttribute('id'));
    // A pause begins another word.
    await page.waitForTimeout(800);
    for (const name of ['Car & Motorcycle', 'Consumer Electronics', 'Camera & Photo']) {
      await page.keyboard.press('c');
      await goesTo(name);
    }
    await page.waitForTimeout(800);
    await page.keyboard.press('z');
    await goesTo('Camera & Photo');
    await page.keyboard.press('Enter');
    assert.equal(await call.valueOf('category'), 'Camera & Photo');
    assert.ok(await isFocused(field));
  }));

test('names are chosen from lists that cost nothing; a sub-category goes with its category', () =>
  place.look({ path: '/developers/zh/api/sub-market/tags', ...PHONE }, async (page) => {
    const call = new CallPage(page);
    assert.equal(await call.valueOf('category'), '居家生活');
    await call.open('sub');
    const third = page.getByRole('option').nth(2);
    const name = (await third.textContent())?.trim() ?? '';
    await third.click();
    await call.code.getByText(`sub=${name}`).waitFor();
    await call.send('送出');
    await call.answer.getByText(name).first().waitFor();
    // The same category again changes nothing.
    await call.choose('category', '居家生活');
    assert.equal(await call.valueOf('sub'), name);
    // Of another category, the sub-category of the former one is not asked for.
    await call.open('category');
    await page.getByRole('option').nth(3).click();
    assert.equal(await call.code.getByText('sub=').count(), 0);
  }));

test('a field of the JSON says what it means: pointed at, or gone to with keys', () =>
  place.look(FOCUS, async (page) => {
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
  }));

test('the language of code is chosen once, for every page and the next visit', () =>
  place.look(TREND, async (page) => {
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

test('on a phone comes what is asked, then its code in all languages, then its answer', () =>
  place.look({ path: TREND, ...PHONE }, async (page) => {
    const tops = await page.evaluate<number[]>(
      `['.ask', '.mdq-code-tabs', '.answer', '.reference']
        .map((each) => document.querySelector(each).getBoundingClientRect().top)`,
    );
    assert.deepEqual(
      tops.toSorted((a, b) => a - b),
      tops,
    );
    const isWhole = `((tabs) => tabs.scrollWidth <= tabs.clientWidth)(document.querySelector('[role=tablist]'))`;
    assert.ok(await page.evaluate<boolean>(isWhole));
  }));

test('where it is turned off, the page says so and asks for a key', async (t) => {
  const without = await startService({ env: { MDQ_SANDBOX: 'off' } });
  t.after(() => without.stop());
  await look({ browser: place.browser, url: without.url }, TREND, async (page) => {
    const call = new CallPage(page);
    await page.getByText('This service has no sandbox: enter your key to send calls.').first().waitFor();
    assert.ok(await call.sendButton.isDisabled());
    assert.match((await call.code.textContent()) ?? '', /MDQ_KEY/);
  });
});
