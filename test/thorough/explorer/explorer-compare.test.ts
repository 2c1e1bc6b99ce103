/** Which days are looked at, what they are compared with, and the code of it all. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { assertAccessible } from '../../support/site/audit-page.ts';
import { PHONE, resizeTo } from '../../support/site/browser.ts';
import {
  ACCOUNT,
  assertFits,
  balanceBecomes,
  balanceShown,
  CHINESE_EXPLORER,
  choose,
  chooseLevel,
  codeShown,
  EXPLORER,
  HOME,
  isFocused,
  loadAll,
  loadButton,
  loadPanel,
  look,
  panelOf,
  saved,
  showFace,
  writingIn,
} from '../../support/site/explorer-page.ts';
import { openExplorerPlace } from '../../support/site/explorer-place.ts';
import { test } from '../../support/site/in-browser.ts';
import { until } from '../../support/until.ts';

const place = await openExplorerPlace();
const { key } = place;

test('a day is chosen from a calendar that knows which days have data, with the keyboard too', async () => {
  await look(
    place,
    `${HOME}&start=2026-05-12&end=2026-06-07`,
    async (page) => {
      const opener = page.getByRole('button', { name: 'To: choose from a calendar' });
      await opener.focus();
      await page.keyboard.press('Enter');
      const calendar = page.getByRole('dialog', { name: 'To: choose from a calendar' });
      await calendar.getByText('Data: 2 Dec 2024 – 7 Jun 2026').waitFor();
      const day = (date: string) => calendar.locator(`[data-date="${date}"]`);
      assert.ok(await isFocused(day('2026-06-07')), 'it opens at the day that was chosen');
      assert.equal(await day('2026-06-08').getAttribute('aria-disabled'), 'true');
      await assertAccessible(page);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await calendar.waitFor();
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Enter');
      await panelOf(page, 'trend').getByText('12 May – 31 May 2026').waitFor();
      assert.ok(await isFocused(opener));
      assert.match(page.url(), /start=2026-05-12&end=2026-05-31/);
      await opener.click();
      await page.keyboard.press('Escape');
      await calendar.waitFor({ state: 'detached' });
      assert.ok(await isFocused(opener));
    },
    { key },
  );
});

test('on a phone a calendar stays in the window, and so it does for the usage of an account', async () => {
  const openBoth = async (page: Parameters<typeof assertFits>[0]) => {
    for (const name of ['From', 'To']) {
      await page.getByRole('button', { name: `${name}: choose from a calendar` }).click();
      const box = await page.getByRole('dialog', { name: `${name}: choose` }).boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box));
      await assertFits(page);
      await page.keyboard.press('Escape');
    }
  };
  await look(
    place,
    HOME,
    async (page) => {
      await loadButton(page).waitFor();
      await page.getByRole('button', { name: /^Change what you look at: Home & Living/ }).click();
      await choose(page, 'Range', 'custom');
      await openBoth(page);
    },
    { key, ...PHONE },
  );
  await look(
    place,
    ACCOUNT,
    async (page) => {
      await page.locator('label', { hasText: 'Custom' }).click();
      await openBoth(page);
      await page.getByRole('button', { name: 'From: choose from a calendar' }).click();
      await page.keyboard.press('PageUp');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await assertAccessible(page);
    },
    { key, ...PHONE },
  );
});

interface Week {
  readonly week_start: string;
  readonly total_amount: number;
}

async function weeksOf(target: string): Promise<Week[]> {
  const response = await fetch(place.url + target, { headers: { 'x-api-key': key } });
  const { data } = (await response.json()) as { data: { trend: Week[] } };
  return data.trend;
}
const HOME_TREND = '/api/public/trends/market?category=Home%20%26%20Living';

test('a trend is an index of its first week, in its title, chart, table and file, and an address keeps it', async () => {
  const weeks = await weeksOf(HOME_TREND);
  const first = weeks[0]?.total_amount ?? 0;
  await look(
    place,
    HOME,
    async (page) => {
      await loadPanel(page, 'trend');
      await choose(page, 'Measure', 'amount-index');
      const trend = panelOf(page, 'trend');
      await trend
        .getByRole('heading', {
          name: 'Amount per week of Home & Living, first week = 100, 16 Mar – 7 Jun 2026',
          exact: true,
        })
        .waitFor();
      assert.ok(!(await writingIn(trend)).some((text) => text.includes('NT$')));
      await trend.locator('.mdq-chart').focus();
      await page.keyboard.press('Home');
      await trend
        .locator('.mdq-tip')
        .getByText(/^100\.00 · NT\$[\d,]+\.\d\d$/)
        .waitFor();
      await showFace(trend, 'Table');
      const cells = await trend.locator('tbody tr td:nth-child(2)').allTextContents();
      const index = ({ total_amount }: Week) => (total_amount / first) * 100;
      assert.deepEqual(
        cells,
        weeks.map((week) => index(week).toFixed(2)),
      );
      const { content } = await saved(page, trend.getByRole('button', { name: /^CSV/ }));
      const [head = '', ...lines] = content.toString().replace('\uFEFF', '').trim().split('\r\n');
      const place = head.split(',').indexOf('total_amount_index');
      assert.deepEqual(
        lines.map((line) => Number(line.split(',')[place])),
        weeks.map((week) => Number(index(week).toFixed(4))),
      );
      assert.match(page.url(), /&scale=index$/);
      await page.reload();
      await trend.getByText('first week = 100').waitFor();
      assert.equal(await page.getByRole('combobox', { name: 'Measure' }).inputValue(), 'amount-index');
      await assertAccessible(page);
    },
    { key },
  );
});

test('where there are no shares, the menu says for which days there are', async () => {
  await look(
    place,
    `${HOME}&start=2026-01-05&end=2026-06-07`,
    async (page) => {
      // Its days do not break: their spaces are others.
      const limited = page.locator('optgroup[label*=": only for days in"]');
      await limited.waitFor({ state: 'attached' });
      assert.match((await limited.getAttribute('label')) ?? '', /16\sMar\s–\s7\sJun\s2026$/);
      assert.equal(await limited.locator('option:enabled').count(), 0);
      await choose(page, 'Range', 'Default period');
      await limited.waitFor({ state: 'detached' });
    },
    { key },
  );
});

test('a share says what the whole market costs before it is loaded, and then is exact', async () => {
  const [weeks, market] = [await weeksOf(HOME_TREND), await weeksOf('/api/public/trends/overview')];
  await look(
    place,
    `${HOME}&scale=share`,
    async (page) => {
      const balance = await balanceShown(page);
      const trend = panelOf(page, 'trend');
      await trend
        .getByText('Includes 40 points for the trend of the whole market: shares need it.')
        .waitFor();
      await loadButton(page, 'Load 4 charts · 195 points').waitFor();
      await trend.getByRole('button', { name: 'Load · 90 points' }).click();
      await trend.getByText('Paid 90 points').waitFor();
      await balanceBecomes(page, balance - 90);
      await trend.getByText('Amount per week of Home & Living, share of the whole market').waitFor();
      await showFace(trend, 'Table');
      const cells = await trend.locator('tbody tr td:nth-child(2)').allTextContents();
      const share = ({ total_amount }: Week, at: number) =>
        `${((total_amount / (market[at]?.total_amount ?? 0)) * 100).toFixed(2)}%`;
      assert.deepEqual(cells, weeks.map(share));
      assert.match(await codeShown(trend, 'curl'), /trends\/market.+trends\/overview/s);

      // Paid for once, it is there for all that is measured by it.
      await choose(page, 'Measure', 'orders-share');
      await trend.getByText('Orders per week of Home & Living, share of the whole market').waitFor();
      await chooseLevel(page, 'Whole market');
      await panelOf(page, 'trend').getByText('Already paid, not charged again').waitFor();
      const measure = page.getByRole('combobox', { name: 'Measure' });
      assert.equal(await measure.inputValue(), 'orders', 'the whole market is no part of itself');
      assert.equal(await measure.locator('option[value$=share]').count(), 0);
      assert.equal(await measure.locator('option[value$=index]').count(), 3);
    },
    { key },
  );
});

test('figures stay until the whole market is added, and shares are offered where it is known', async () => {
  await look(
    place,
    `${EXPLORER}?level=category&category=Pet+Supplies`,
    async (page) => {
      await loadAll(page);
      await choose(page, 'Measure', 'amount-share');
      const trend = panelOf(page, 'trend');
      await trend.getByText('Amount per week of Pet Supplies, NT$').waitFor();
      const button = { name: 'Add the whole market · 40 points' };
      await page.locator('.mdq-bar').getByRole('button', button).waitFor();
      await trend.getByRole('button', button).click();
      await trend.getByText('Amount per week of Pet Supplies, share of the whole market').waitFor();
      await choose(page, 'Range', 'all');
      await page
        .locator('.mdq-bar')
        .getByText(
          'The whole market is available for 16 Mar – 7 Jun 2026 only. To see shares, choose days in that range.',
        )
        .waitFor();
      await trend.getByText('Amount per week of Pet Supplies, NT$').waitFor();
      const option = page.getByRole('combobox', { name: 'Measure' }).locator('[value=amount-share]');
      assert.ok(await option.isDisabled());
    },
    { key },
  );
});

test('the year before is that of the same weeks or of the same dates, and an address keeps which', async () => {
  await look(
    place,
    `${HOME}&compare=year`,
    async (page) => {
      await loadAll(page, 'Load 4 charts · 250 points');
      const focus = panelOf(page, 'focus');
      await focus.getByText('Change compared with 17 Mar – 8 Jun 2025.').waitFor();
      await choose(page, 'Compare with', 'year-dates');
      await page.locator('.mdq-bar').getByText('against 16 Mar – 7 Jun 2025').waitFor();
      // What is not paid for is not told, and nothing else in its place.
      await focus.getByText('Key figures of Home & Living, 16 Mar – 7 Jun 2026', { exact: true }).waitFor();
      assert.equal(await focus.locator('.change').count(), 0);
      // The weeks of a trend are the same ones as before, and paid for.
      const trend = panelOf(page, 'trend');
      await trend.getByText('16 Mar – 7 Jun 2026 compared with 17 Mar – 8 Jun 2025').waitFor();
      await trend.getByText('A weekly trend is compared by whole weeks, not by date.').waitFor();
      await loadAll(page, 'Add 1 comparison · 45 points');
      await focus.getByText('Change compared with 16 Mar – 7 Jun 2025.').waitFor();
      await trend.locator('.mdq-chart').focus();
      await page.keyboard.press('Home');
      await trend.locator('.mdq-tip').getByText('17 – 23 Mar 2025').waitFor();
      assert.match(page.url(), /compare=year-dates/);
      await page.reload();
      await focus.getByText('Change compared with 16 Mar – 7 Jun 2025.').waitFor();
    },
    { key },
  );
});

test('a comparison stands in the titles and names of files, and where there is none it is said', async () => {
  await look(
    place,
    `${HOME}&compare=previous`,
    async (page) => {
      await loadAll(page);
      const [focus, trend] = [panelOf(page, 'focus'), panelOf(page, 'trend')];
      const days = '16 Mar – 7 Jun 2026 compared with 22 Dec 2025 – 15 Mar 2026';
      await focus.getByText(`Key figures of Home & Living, ${days}`, { exact: true }).waitFor();
      await trend.getByText(`Amount per week of Home & Living, NT$, ${days}`, { exact: true }).waitFor();
      const { name } = await saved(page, trend.getByRole('button', { name: /^CSV/ }));
      assert.equal(name, 'trends-market_Home-Living_2026-03-16_2026-06-07_vs_2025-12-22_2026-03-15.csv');
      for (const kind of ['ranking', 'payment', 'multiples'])
        await panelOf(page, kind)
          .getByText('Not compared: this chart shows the chosen range only.')
          .waitFor();
      await choose(page, 'Measure', 'amount-share');
      await page
        .locator('.mdq-bar')
        .getByText('A share cannot be compared: the whole market is available for 16 Mar – 7 Jun 2026 only.')
        .waitFor();
      await choose(page, 'Compare with', 'year');
      await loadButton(page, 'Add 1 comparison and the whole market · 85 points').waitFor();
      await choose(page, 'Compare with', 'none');
      await focus.getByText('Key figures of Home & Living, 16 Mar – 7 Jun 2026', { exact: true }).waitFor();
      assert.equal(await focus.locator('.change').count(), 0, 'nothing is compared');
      assert.equal(await page.getByText('Not compared:').count(), 0);
      await choose(page, 'Measure', 'amount');
      await choose(page, 'Compare with', 'year');
      await loadButton(page, 'Add 2 comparisons · 95 points').waitFor();
      await assertAccessible(page);
    },
    { key },
  );
});

test('a trend says which whole weeks it counts, and why it has fewer of them, or none, to compare with', async () => {
  await look(place, `${HOME}&start=2026-05-01&end=2026-06-07&compare=previous`, async (page) => {
    const trend = panelOf(page, 'trend');
    const remark = trend.locator('.remark');
    await remark
      .getByText(
        'Whole weeks are counted: 27 Apr – 7 Jun 2026. One week fewer to compare with: 27 Apr – 3 May 2026 is in both periods.',
        { exact: true },
      )
      .waitFor();
    await showFace(trend, 'Table');
    const before = await trend.locator('tbody tr td:last-child').allTextContents();
    assert.deepEqual(
      before.map((text) => text === '–'),
      [false, false, false, false, false, true],
    );
    await page.goto(`${HOME}&start=2026-06-03&end=2026-06-04&compare=previous`);
    await remark
      .getByText(
        'Whole weeks are counted: 1 Jun – 7 Jun 2026. Not compared: the days before are in the same week.',
      )
      .waitFor();
    await until('its week is named', async () => (await writingIn(trend)).includes('1\u00a0Jun'));
  });
});

test('between a phone and a desktop the controls are folded, too, and what they show fits', async () => {
  await look(
    place,
    `${EXPLORER}?level=sub&category=Home+%26+Living`,
    async (page) => {
      await loadButton(page).waitFor();
      const bar = page.locator('.mdq-bar');
      const change = bar.getByRole('button', { name: /^Change what you look at/ });
      for (const width of [768, 820, 1100]) {
        await resizeTo(page, { width, height: 900 });
        await change.waitFor();
        const box = await bar.boundingBox();
        assert.ok(box && box.height < 120, JSON.stringify(box));
        await change.click();
        const isInside = `[...document.querySelectorAll('.mdq-bar .field.name')].every((field) =>
          field.querySelector('.label button').getBoundingClientRect().right <= field.getBoundingClientRect().right + 1)`;
        assert.ok(await page.evaluate<boolean>(isInside));
        const position = `getComputedStyle(document.querySelector('.mdq-bar')).position`;
        assert.equal(await page.evaluate(position), 'static');
        if (width === 768) await assertAccessible(page);
        await bar.getByText('Close', { exact: true }).click();
      }
    },
    { key },
  );
});

test('a price that counts several times says why, and the whole market why it has no dates', async () => {
  await look(
    place,
    `${HOME}&start=2026-03-02&end=2026-06-07`,
    async (page) => {
      const bar = page.locator('.mdq-bar');
      await bar.getByText('98 days begin 2 periods of 84: each price × 2').waitFor();
      await loadButton(page, 'Load 4 charts · 310 points').waitFor();
      await chooseLevel(page, 'Whole market');
      await bar
        .getByText('The whole market is always the default period. For other dates, choose a category.')
        .waitFor();
      assert.equal(await bar.getByText('98 days').count(), 0);
      await page.goto(`${EXPLORER}?level=sub&category=Pet+Supplies`);
      await panelOf(page, 'focus')
        .getByText('Key figures of the largest sub-category of Pet Supplies')
        .waitFor();
    },
    { key },
  );
});

test('where earlier days are not in the data, it is said in full, at any width and in both languages', async () => {
  const path = '?level=category&category=Home+%26+Living&range=all&compare=year';
  await look(
    place,
    EXPLORER + path,
    async (page) => {
      const assertWhole = async (sentence: string) => {
        await page.locator('.mdq-bar .missing').getByText(sentence, { exact: true }).waitFor();
        const isClipped =
          '((text) => text.scrollWidth > text.clientWidth)(document.querySelector(".missing"))';
        for (const viewport of [{ width: 1440, height: 900 }, PHONE.viewport]) {
          await resizeTo(page, viewport);
          assert.ok(!(await page.evaluate<boolean>(isClipped)));
          await assertFits(page);
        }
      };
      await assertWhole('Year before: the data does not cover all of 4 Dec 2023 – 8 Jun 2025.');
      await page.goto(CHINESE_EXPLORER + path);
      await assertWhole('去年同期：2023 年 12 月 4 日至 2025 年 6 月 8 日不完全在資料涵蓋期間內。');
    },
    { key },
  );
});

test('the code of a comparison is every call that was paid for, in the language that was chosen once', async () => {
  await look(
    place,
    `${HOME}&compare=previous&with=Pet+Supplies`,
    async (page) => {
      await loadPanel(page, 'trend');
      const trend = panelOf(page, 'trend');
      await trend.getByText('Paid 150 points').waitFor();
      const curl = await codeShown(trend, 'curl');
      assert.equal(curl.match(/-d start=\S+ \\\n {2}-d end=/g)?.length, 3, 'each names its days');
      const calls = await promisify(execFile)('sh', ['-c', curl.replaceAll('curl ', 'curl -sS ')], {
        env: { ...process.env, MDQ_KEY: key },
      });
      const answers = calls.stdout.split(/(?<=\})(?=\{"code")/).map((text) => JSON.parse(text));
      assert.deepEqual(
        answers.map(({ data }) => [data.category, data.start]),
        [
          ['Home & Living', '2026-03-16'],
          ['Home & Living', '2025-12-22'],
          ['Pet Supplies', '2026-03-16'],
        ],
      );
      const typed = await codeShown(trend, 'TypeScript');
      assert.equal(typed.match(/await client\.get\('\/api\/public\/trends\/market'/g)?.length, 3);
      await showFace(trend, 'Code');
      assert.ok((await trend.locator('pre .keyword').count()) > 0, 'it is highlighted');
      await page.goto('/developers/api/trends/market');
      await page
        .locator('.mdq-code-tabs [role=tab][aria-selected=true]', { hasText: 'TypeScript' })
        .waitFor();
    },
    { key },
  );
});
