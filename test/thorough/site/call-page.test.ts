/** An endpoint's page as one call, with the reader's own key: what is asked, its price, its code and its answer. */
import assert from 'node:assert/strict';
import { assertAccessibleInAnyLight } from '../../support/site/audit-page.ts';
import { openPage, PHONE, untilTrue, visit } from '../../support/site/browser.ts';
import { CallPage } from '../../support/site/call-page.ts';
import { ACCOUNT, keptIn } from '../../support/site/explorer-page.ts';
import { suite, test } from '../../support/site/in-browser.ts';
import { openTeaShop, TREND } from '../../support/site/tea-shop.ts';
import { until } from '../../support/until.ts';

const RANKING = '/developers/api/market/sub-ranking';

const shop = await openTeaShop();

suite('a call on the page of its endpoint', { concurrency: false }, () => {
  const { as, balance } = shop;

  test('with a key of one’s own, the call is about that service’s own names and dates; price, code, answer and receipt follow what is filled in', () =>
    as({}, async (page, call, key) => {
      assert.equal(await call.valueOf('category'), 'Tea');
      assert.equal(await call.valueOf('start'), '2026-04-06');
      assert.equal(await call.valueOf('end'), '2026-06-28');
      await call.code.getByText('category=Tea').waitFor();
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

  test('an answer stays with what was asked, says so when another question is filled in, and is not bought twice within the hour', () =>
    as({}, async (page, call, key) => {
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
      // The first answer is there again, for nothing.
      await call.address.getByText('end=2026-06-28').waitFor();
      await page.getByText('You have this answer already.').waitFor();
      assert.equal(await balance(key), 900);
      assert.ok(await call.sendButton.isDisabled());
      // One price, wherever it stands.
      await call.price.getByText('free', { exact: true }).waitFor();
      assert.equal(await call.sendButton.innerText(), 'Send');
      await call.send('Ask again · free');
      assert.equal(await call.receipt('Charged'), 'free');
      assert.equal(await balance(key), 900);
    }));

  test('what cannot be asked cannot be sent, and says why', () =>
    as({ expected: /400/ }, async (page, call, key) => {
      const last = await call.code.locator('code').textContent();
      for (const [field, value, why] of [
        ['start', '2026-13-45', 'Not a date. Write it as YYYY-MM-DD.'],
        ['start', '2026-06-30', 'The end is before the start.'],
        ['start', '', ''],
        ['end', '2025-01-31', 'There is no data in this range. The data covers 5 Jan – 29 Jun 2026.'],
      ] as const) {
        await call.fill(field, value);
        if (why === '') continue;
        await page.getByText(why).waitFor();
        assert.ok(await call.sendButton.isDisabled(), `${value} can be sent`);
        // No other call is told in its place as if it were this one.
        assert.deepEqual([await call.price.innerText(), await call.sendButton.innerText()], ['–', 'Send']);
        await page.getByText('The code of the last valid values.').waitFor();
        assert.equal(await call.code.getByRole('button', { name: /Copy/ }).count(), 0);
        if (field === 'start') assert.equal(await call.code.locator('code').textContent(), last);
      }
      await call.fill('end', '2026-06-27');
      await call.code.getByRole('button', { name: /Copy/ }).waitFor();
      await call.price.getByText('50 points').waitFor();
      // A name that a link brings, and that the list does not have.
      await openPage(page, `${TREND}?category=Nonsense`);
      await call.caller.getByText(`mdk_…${key.slice(-4)}`).waitFor();
      await call.open('category', { buying: true });
      await page.getByText('“Nonsense” is not in the data. Choose a name from the list.').waitFor();
      assert.ok(await call.sendButton.isDisabled());
      assert.equal(await balance(key), 999);
    }));

  test('Enter in a field never spends', () =>
    as({}, async (page, call, key) => {
      await call.field('start').press('Enter');
      await call.field('end').press('Enter');
      await call.field('category').press('ArrowDown');
      await call.field('category').press('Enter');
      await call.send('Send · 50 points');
      await call.address.getByText('start=2026-04-06').waitFor();
      assert.equal(await balance(key), 950);
      await page.keyboard.press('Escape');
    }));

  test('a list of names says that it costs a point, and costs it once', () =>
    as({ path: RANKING }, async (page, call, key) => {
      await call.open('category');
      await page
        .getByText('The list of names costs 1 point, once in this browser until new data is published.')
        .waitFor();
      assert.equal(await balance(key), 1000);
      await page.getByRole('button', { name: 'Show the names · 1 point' }).click();
      await page.getByRole('option', { name: 'Coffee' }).waitFor();
      assert.equal(await balance(key), 999);
      // They are shown before they are kept, and a page that is left writes no more.
      await until('the names are kept', async () => (await keptIn(page)).length === 1);
      await openPage(page, TREND);
      await call.caller.getByText(`mdk_…${key.slice(-4)}`).waitFor();
      await call.open('category');
      await page.getByRole('option', { name: 'Coffee' }).waitFor();
      assert.equal(await balance(key), 999);
    }));

  test('days are chosen from a calendar that knows the coverage, with keys alone', () =>
    as({}, async (page, call) => {
      const opener = page.getByRole('button', { name: 'End: choose from a calendar' });
      await opener.focus();
      await page.keyboard.press('Enter');
      const calendar = page.getByRole('dialog', { name: 'End: choose from a calendar' });
      await calendar.getByText('Data: 5 Jan – 29 Jun 2026').waitFor();
      await page.keyboard.press('ArrowDown');
      // 5 July has no data: it is there, and cannot be chosen.
      await calendar.getByRole('button', { name: '5 Jul 2026', exact: true }).waitFor();
      await page.keyboard.press('Enter');
      assert.equal(await call.valueOf('end'), '2026-06-28');
      await page.keyboard.press('PageUp');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Enter');
      assert.equal(await call.valueOf('end'), '2026-06-04');
      await calendar.waitFor({ state: 'detached' });
      await page.locator('[data-parameter=end] .open:focus').waitFor();
      await call.code.getByText('end=2026-06-04').waitFor();
    }));

  test('a key is typed unseen, checked at once, and kept for the tab only', async () => {
    const { key } = await shop.service.createKey(1000);
    const wrong = key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
    const { page, leave } = await visit(shop.browser, shop.url, { expected: /401/ });
    await openPage(page, TREND);
    const call = new CallPage(page);
    await page.getByRole('button', { name: 'Use your key' }).click();
    const field = page.getByLabel('API key');
    assert.equal(await field.getAttribute('type'), 'password');
    await field.fill('mdk_short');
    await field.press('Enter');
    await page.getByText('A key is “mdk_” and 38 letters or digits').waitFor();
    await field.fill(wrong);
    await field.press('Enter');
    await page.getByText('This key is unknown.').waitFor();
    assert.equal(await field.inputValue(), wrong, 'what is to be checked is still there');
    await call.caller.getByText('Sandbox').waitFor();
    assert.equal(await page.evaluate('sessionStorage.getItem("mdq-key")'), null);
    await field.fill(key);
    await field.press('Enter');
    await call.caller.getByText('1,000 points').waitFor();
    await page.reload();
    await call.caller.getByText('1,000 points').waitFor();
    const kept = await page.evaluate<string>(
      'JSON.stringify(localStorage) + document.cookie + location.href',
    );
    assert.ok(!kept.includes(key), 'the key would outlive the tab');
    await page.getByRole('button', { name: 'Forget key' }).click();
    await call.caller.getByText('Sandbox').waitFor();
    assert.equal(await page.evaluate('JSON.stringify(sessionStorage)'), '{}');
    assert.equal(await call.valueOf('category'), 'Home & Living');
    await leave();
  });

  test('too few points are told before and after', () =>
    as({ points: 10, expected: /402/ }, async (page, call) => {
      const note = page.locator('.pay .note');
      await note.getByText('This costs 50 points and the account has 10 points.').waitFor();
      await note.getByText('For more points, ask your provider.').waitFor();
      // It is the shortest there is.
      assert.doesNotMatch(await note.innerText(), /shorter/);
      await call.send('Send · 50 points');
      await call.answer.getByText('Nothing was charged. Ask for more points.').waitFor();
      await call.fill('start', '2026-01-05');
      await note.getByText('A shorter range costs less.').waitFor();
      await openPage(page, ACCOUNT);
      const balance = page.getByRole('region', { name: 'Balance' });
      await balance.getByText('10 points', { exact: true }).waitFor();
      await balance.getByText('For more points, ask your provider.').waitFor();
    }));

  test('on a phone the answer comes into view', () =>
    as(PHONE, async (page, call) => {
      await call.send('Send · 50 points');
      await untilTrue(
        page,
        `(() => {
          const { top } = document.querySelector('.answer .status').getBoundingClientRect();
          return top > 0 && top < innerHeight / 2;
        })()`,
      );
    }));

  test('routes about the account are called on pages of the same kind, for nothing', () =>
    as({ path: '/developers/api/account/quote' }, async (_, call) => {
      await call.choose('path', '/api/public/trends/market');
      await call.fill('start', '2026-01-05');
      await call.fill('end', '2026-06-28');
      await call.send('Send');
      await call.answer.getByText('"points": 150').waitFor();
      await call.code.getByText('path=/api/public/trends/market').waitFor();
    }));

  test('can be used by all, before and after a call, and no focus is hidden', () =>
    as({}, async (page, call) => {
      await assertAccessibleInAnyLight(page);
      // What changes from here on is the call; the rest of the page stays as it is.
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
});
