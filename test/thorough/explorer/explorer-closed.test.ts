/**
 * Where disclosure control keeps a week back, the explorer says "not shown" and why, and never draws a zero; the other
 * pages say that it is on.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { writeCsv } from '../../support/order-files.ts';
import { row } from '../../support/reference/made-cases.ts';
import type { RawRow } from '../../support/reference/reference-lines.ts';
import { WORST_CASE_ENV } from '../../support/reference/worst-case.ts';
import { startService } from '../../support/service.ts';
import { assertAccessible } from '../../support/site/audit-page.ts';
import { openBrowser, openPage, visit } from '../../support/site/browser.ts';
import { CallPage } from '../../support/site/call-page.ts';
import {
  buildSite,
  CHINESE_EXPLORER,
  EXPLORER,
  look,
  panelOf,
  saved,
  showFace,
} from '../../support/site/explorer-page.ts';
import { after, test } from '../../support/site/in-browser.ts';
import { temporaryFolder } from '../../support/workplace.ts';

/** Thirteen weeks of eight people and four merchants in each of three sub-categories. */
const MONDAY = Date.UTC(2026, 2, 2);
const WEEKS = 13;
/** The week in which one person alone buys gnomes. */
const LONELY = 6;

function orders(): RawRow[] {
  return Array.from({ length: WEEKS }, (_, week) =>
    ['Gnomes', 'Tools', 'Plants'].flatMap((sub_category) => {
      const buyers = week === LONELY && sub_category === 'Gnomes' ? 1 : 8;
      return Array.from({ length: buyers }, (_, i) =>
        row({
          order_id: `${sub_category}-${week}-${i}`,
          ordered_at: new Date(MONDAY + (7 * week + (i % 7)) * 86_400_000).toISOString().slice(0, 10),
          ...{ category: 'Garden', sub_category, payment_method: 'Credit card' },
          amount: String(100 + 10 * week + i),
          ...{ member_id: `m${i}`, merchant_id: `s${i % 4}` },
        }),
      );
    }),
  ).flat();
}

const browser = await openBrowser();
after(() => browser.close());

test('a week that is not shown is dotted, and told as such in the tip, the table and the file', async (t) => {
  await buildSite();
  const file = await writeCsv(join(await temporaryFolder(t), 'orders.csv'), orders());
  const service = await startService({ env: WORST_CASE_ENV, files: [file] });
  t.after(() => service.stop());
  const { key } = await service.createKey(100_000);
  const path = `?level=sub&category=Garden&sub=Gnomes`;

  await look(
    { browser, url: service.url },
    EXPLORER + path,
    async (page) => {
      const trend = panelOf(page, 'trend');
      await trend.getByRole('button', { name: /^Load/ }).click();
      await trend.locator('rect.closed').waitFor({ state: 'attached' });
      assert.equal(await trend.locator('rect.closed').count(), 1);
      assert.equal(await trend.locator('path.is-main').count(), 2, 'the line has a gap');
      await trend.getByText('1 week is not shown: too few people or merchants.').waitFor();
      assert.match(
        (await trend.getByRole('link', { name: 'Why?' }).getAttribute('href')) ?? '',
        /\/privacy$/,
      );
      assert.ok(await trend.locator('.swatch').isVisible());
      await tipOf(page, 'Not shown: too few people or merchants.');
      await showFace(trend, 'Table');
      const cells = await trend.locator('tbody tr', { hasText: 'not shown' }).locator('td').allInnerTexts();
      assert.deepEqual(cells, ['not shown', 'not shown', 'not shown']);
      await trend.getByText('1 week is not shown').waitFor();
      const { content } = await saved(page, trend.getByRole('button', { name: /^CSV/ }));
      const lines = content.toString().trim().split('\r\n');
      assert.match(lines[0] ?? '', /,total_amount,trade_count,avg_amount,suppressed$/);
      assert.equal(lines.filter((line) => line.endsWith(',,,,true')).length, 1);
      assert.equal(lines.filter((line) => /\d,$/.test(line)).length, lines.length - 2);
      await assertAccessible(page);
    },
    { key },
  );

  // Of twelve weeks there are none before: growth is of six, and the title says what the answer says.
  await look(
    { browser, url: service.url },
    `${EXPLORER}?level=overall`,
    async (page) => {
      const growth = panelOf(page, 'growth');
      await growth.getByRole('heading', { name: /13 Apr – 24 May 2026$/ }).waitFor();
      await growth.getByRole('button', { name: /^Load/ }).click();
      await growth
        .getByRole('heading', { name: '13 Apr – 24 May 2026 compared with 2 Mar – 12 Apr 2026' })
        .waitFor();
    },
    { key },
  );

  await look({ browser, url: service.url }, '/developers/api/trends/sub-market', async (page) => {
    const call = new CallPage(page);
    await call.enterKey(key);
    await call.caller.getByText('mdk_…').waitFor();
    await openPage(page, '/developers/api/trends/sub-market?category=Garden&sub=Gnomes');
    await call.caller.getByText('mdk_…').waitFor();
    await call.send(/^Send/);
    await call.answer.locator('rect.closed').waitFor({ state: 'attached' });
    await call.answer.getByText('1 week is not shown: too few people or merchants.').waitFor();
    assert.equal(await call.receipt('Figures not shown'), '1');
    await call.face('Table');
    assert.equal(await call.answer.locator('tbody tr', { hasText: 'not shown' }).count(), 1);
    await assertAccessible(page);
  });

  const pages: Record<string, string> = {
    privacy:
      'On this service, it is on: at least 5 people, at least 3 merchants, no person or merchant with more than 80%',
    'zh/privacy': '這個服務已啟用：至少 5 人、至少 3 個商家、任何人或商家最多占金額的 80%',
    '': 'whole weeks, Monday to Sunday',
    'zh/': '整週（週一到週日）',
  };
  const { page, leave } = await visit(browser, service.url);
  await page.addInitScript("localStorage.setItem('mdq-language', 'chosen')");
  for (const [id, said] of Object.entries(pages)) {
    await openPage(page, `/developers/${id}`);
    await page.getByText(said).waitFor();
  }
  await leave();

  await look({ browser, url: service.url }, CHINESE_EXPLORER + path, async (page) => {
    await page.getByLabel('API 金鑰').fill(key);
    await page.getByRole('button', { name: '使用金鑰' }).click();
    const trend = panelOf(page, 'trend');
    await trend.getByRole('button', { name: /^載入/ }).click();
    await trend.getByText('有 1 週樣本過少，不予顯示。').waitFor();
    await trend.getByRole('link', { name: '為什麼？' }).waitFor();
    await showFace(trend, '表格');
    assert.equal(await trend.locator('tbody tr', { hasText: '不予顯示' }).count(), 1);
  });
});

/** Walks along the chart with arrow keys until the tip says it. */
async function tipOf(page: Page, note: string): Promise<void> {
  await panelOf(page, 'trend').locator('.mdq-chart').focus();
  await page.keyboard.press('Home');
  for (let week = 0; week < WEEKS; week++) {
    if ((await page.locator('.mdq-tip').innerText()).includes(note)) return;
    await page.keyboard.press('ArrowRight');
  }
  assert.fail(`no tip says "${note}"`);
}
