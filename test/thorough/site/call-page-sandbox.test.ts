/** An endpoint's page for whoever has no key: the sandbox answers, at once and for nothing. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { SANDBOX_DATA } from '../../../site/.vitepress/theme/call/sandbox.ts';
import { type Service, startService } from '../../support/service.ts';
import { openBrowser, openPage, PHONE, visit } from '../../support/site/browser.ts';
import { CallPage } from '../../support/site/call-page.ts';
import { isFocused } from '../../support/site/explorer-page.ts';
import { holdBack } from '../../support/site/hold-back.ts';
import { after, before, suite, test } from '../../support/site/in-browser.ts';
import { until } from '../../support/until.ts';

const TREND = '/developers/api/trends/market';

suite('a call without a key', { concurrency: false }, () => {
  let service: Service;
  let browser: Browser;

  before(async () => {
    // It answers before the first import.
    service = await startService();
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  async function as(
    path: string,
    options: BrowserContextOptions,
    act: (page: Page, call: CallPage) => Promise<void>,
    of = service,
  ) {
    const { page, leave } = await visit(browser, of.url, options);
    await page.addInitScript("localStorage.setItem('mdq-language', 'chosen')");
    await openPage(page, path);
    const call = new CallPage(page);
    await call.ready();
    await act(page, call);
    await leave();
  }

  test('pages know what the sandbox has', async () => {
    const { body } = await service.get('/api/account', { key: 'mdk_test_ok' });
    const { data } = (body as { data: { data: Record<string, unknown> } }).data;
    for (const [name, value] of Object.entries(SANDBOX_DATA)) assert.deepEqual(data[name], value, name);
  });

  test('the example can be used as it is', (t) =>
    as(TREND, {}, async (_, call) => {
      await t.test('the code runs as it is pasted', async () => {
        const curl = (await call.code.locator('code').textContent()) ?? '';
        const { stdout } = await promisify(execFile)('sh', ['-c', `${curl} --silent`]);
        const { code, data } = JSON.parse(stdout) as { code: number; data: { category: string } };
        assert.deepEqual([code, data.category], [200, 'Home & Living']);
        await call.code.getByRole('tab', { name: 'JavaScript' }).click();
        const script = (await call.code.locator('code').textContent()) ?? '';
        const ran = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
        assert.match(ran.stdout, /Home & Living[\s\S]*200\n$/);
      });
      await t.test('two clicks from opening the page, the documented answer is a live one', async () => {
        await call.face('JSON');
        const documented = await call.answer.locator('.mdq-json code').last().textContent();
        await call.send('Send');
        assert.equal(await call.receipt('Price'), '200 points, not charged');
        assert.equal(await call.answer.locator('.mdq-json code').last().textContent(), documented);
        assert.equal(await call.answer.getByText('earlier question').count(), 0);
      });
    }));

  test('another question can be asked in its place', (t) =>
    as(TREND, {}, async (page, call) => {
      await t.test('while an answer is on its way, the box says so', async () => {
        const held = await holdBack(page, /\/api\/public\/trends\/market/);
        await call.fill('start', '2026-05-04');
        await call.answer.getByText('Example for another question.').waitFor();
        await page.getByRole('button', { name: 'Send', exact: true }).click();
        await call.answer.getByText('Waiting for the answer…').waitFor();
        assert.doesNotMatch(await call.answer.locator('.status').innerText(), /HTTP|another question/);
        await held.letGo();
        await call.answer.getByText('HTTP 200').waitFor();
      });
      await t.test(
        'a field that is wrong leaves the code as it was, and a picture names only days with data',
        async () => {
          await call.fill('start', '2026-13-45');
          await page.getByText('Not a date. Write it as YYYY-MM-DD.').waitFor();
          assert.doesNotMatch((await call.code.textContent()) ?? '', /2026-13-45/);
          await call.fill('start', '2026-03-02');
          await call.fill('end', '2026-06-30');
          await call.code.getByText('end=2026-06-30').waitFor();
          await call.price.getByText('2 started periods of 84 days').waitFor();
          await call.send('Send');
          await call.answer.getByText('Home & Living, 2\u00a0Mar – 7\u00a0Jun\u00a02026').waitFor();
        },
      );
      await t.test(
        'keys that are typed go to the name that begins with them, the same key to the next one',
        async () => {
          const field = call.field('category');
          const here = page.locator('[data-parameter=category] .is-here');
          await field.focus();
          await page.keyboard.press('ArrowDown');
          await page.getByRole('option', { name: 'Pet Supplies' }).waitFor();
          const goesTo = (name: string) =>
            until(`${name} is chosen`, async () => (await here.textContent())?.trim() === name);
          await page.keyboard.type('hous');
          await goesTo('Household Cleaning');
          const id = await here.getAttribute('id');
          assert.equal(await field.getAttribute('aria-activedescendant'), id);
          // A pause begins another word.
          await page.waitForTimeout(800);
          await page.keyboard.press('c');
          await goesTo('Car & Motorcycle');
          await page.keyboard.press('c');
          await goesTo('Consumer Electronics');
          await page.keyboard.press('c');
          await goesTo('Camera & Photo');
          await page.waitForTimeout(800);
          await page.keyboard.press('z');
          await goesTo('Camera & Photo');
          await page.keyboard.press('Enter');
          assert.equal(await call.valueOf('category'), 'Camera & Photo');
          assert.ok(await isFocused(field));
        },
      );
      await t.test('what cannot be asked of it cannot be sent either', async () => {
        await call.fill('end', '2024-01-31');
        await call.fill('start', '2024-01-01');
        await page.getByText('The data covers 2 Dec 2024').waitFor();
        assert.ok(await call.sendButton.isDisabled());
        await openPage(page, `${TREND}?category=Nonsense`);
        await call.open('category');
        await page.getByText('“Nonsense” is not in the data.').waitFor();
        assert.ok(await call.sendButton.isDisabled());
      });
    }));

  test('on a phone every language of the code is in sight', () =>
    as(TREND, PHONE, async (page) => {
      const isWhole = `((tabs) => tabs.scrollWidth <= tabs.clientWidth)(document.querySelector('[role=tablist]'))`;
      assert.ok(await page.evaluate<boolean>(isWhole));
    }));

  test('names are chosen from lists that cost nothing, in the reader’s language', async () => {
    for (const [path, sub, category] of [
      ['/developers/api/sub-market/tags', 'Office Chairs', 'Home & Living'],
      ['/developers/zh/api/sub-market/tags', '', '居家生活'],
    ] as const) {
      await as(path, PHONE, async (page, call) => {
        assert.equal(await call.valueOf('category'), category);
        await call.open('sub');
        await page.getByRole('option').nth(2).waitFor();
        const name = (await page.getByRole('option').nth(2).textContent())?.trim() ?? sub;
        await page.getByRole('option').nth(2).click();
        await call.code.getByText(`sub=${name}`).waitFor();
        await call.send(/^(Send|送出)$/);
        await call.answer.getByText(name).first().waitFor();
        // The same category again changes nothing.
        await call.open('category');
        await page.getByRole('option', { name: category, exact: true }).click();
        assert.equal(await call.valueOf('sub'), name);
        // Sub-categories of another category are others: that of the former one is not asked for.
        await call.open('category');
        await page.getByRole('option').nth(3).click();
        assert.equal(await call.code.getByText('sub=').count(), 0);
      });
    }
  });

  test('a key of the sandbox for a refusal is taken, and shows it', async () => {
    const { page, leave } = await visit(browser, service.url, { expected: /402/ });
    await openPage(page, TREND);
    const call = new CallPage(page);
    await call.enterKey('mdk_test_nopoints');
    await call.caller.getByText('0 points').waitFor();
    await call.send('Send');
    await call.answer.getByText('This costs 50 points, and the account has 0 points').waitFor();
    await leave();
  });

  test('where it is turned off, the page says so and asks for a key', async () => {
    const without = await startService({ env: { MDQ_SANDBOX: 'off' } });
    try {
      await as(
        TREND,
        {},
        async (page, call) => {
          await page
            .getByText('This service has no sandbox: enter your key to send calls.')
            .first()
            .waitFor();
          assert.ok(await call.sendButton.isDisabled());
          assert.match((await call.code.textContent()) ?? '', /MDQ_KEY/);
        },
        without,
      );
    } finally {
      await without.stop();
    }
  });
});
