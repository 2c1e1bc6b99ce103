/**
 * Where disclosure control keeps a week back, the explorer says "not shown" and why, and never draws a zero; the other
 * pages say that it is on.
 */
import assert from 'node:assert/strict';
import { row } from '../../support/reference/made-cases.ts';
import type { RawRow } from '../../support/reference/reference-lines.ts';
import { WORST_CASE_ENV } from '../../support/reference/worst-case.ts';
import { startService } from '../../support/service.ts';
import { assertAccessible } from '../../support/site/audit-page.ts';
import { openPage } from '../../support/site/browser.ts';
import { CallPage } from '../../support/site/call-page.ts';
import { EXPLORER, panelOf, saved, showFace } from '../../support/site/explorer-page.ts';
import { test } from '../../support/site/in-browser.ts';
import { Place } from '../../support/site/place.ts';

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

const place = new Place(() => startService({ env: WORST_CASE_ENV, rows: orders() }));

test('a week that is not shown is dotted, and told as such in the tip, the table and the file', async () => {
  const { key } = await place.service.createKey(100_000);
  await place.look({ path: `${EXPLORER}?level=sub&category=Garden&sub=Gnomes`, key }, async (page) => {
    const trend = panelOf(page, 'trend');
    await trend.getByRole('button', { name: /^Load/ }).click();
    await trend.locator('rect.closed').waitFor({ state: 'attached' });
    assert.equal(await trend.locator('rect.closed').count(), 1);
    assert.equal(await trend.locator('path.is-main').count(), 2, 'the line has a gap');
    await trend.getByText('1 week is not shown: too few people or merchants.').waitFor();
    const why = await trend.getByRole('link', { name: 'Why?' }).getAttribute('href');
    assert.match(why ?? '', /\/privacy$/);
    await trend.locator('.mdq-chart').focus();
    await page.keyboard.press('Home');
    const tips: string[] = [];
    for (let week = 0; week < WEEKS; week++) {
      tips.push(await trend.locator('.mdq-tip').innerText());
      await page.keyboard.press('ArrowRight');
    }
    const isHidden = (tip: string) => tip.includes('Not shown: too few people or merchants.');
    assert.ok(tips.some(isHidden) && !tips.every(isHidden), tips.join());
    await showFace(trend, 'Table');
    const cells = await trend.locator('tbody tr', { hasText: 'not shown' }).locator('td').allInnerTexts();
    assert.deepEqual(cells, ['not shown', 'not shown', 'not shown']);
    const { content } = await saved(page, trend.getByRole('button', { name: /^CSV/ }));
    const lines = content.toString().trim().split('\r\n');
    assert.match(lines[0] ?? '', /,total_amount,trade_count,avg_amount,suppressed$/);
    assert.equal(lines.filter((line) => line.endsWith(',,,,true')).length, 1);
    assert.equal(lines.filter((line) => /\d,$/.test(line)).length, lines.length - 2);
    await assertAccessible(page);
  });
});

test('the page of the endpoint tells of it as the explorer does', async () => {
  const { key } = await place.service.createKey(100_000);
  const path = '/developers/api/trends/sub-market?category=Garden&sub=Gnomes';
  await place.look({ path, key }, async (page) => {
    const call = new CallPage(page);
    await call.send(/^Send/);
    await call.answer.locator('rect.closed').waitFor({ state: 'attached' });
    await call.answer.getByText('1 week is not shown: too few people or merchants.').waitFor();
    assert.equal(await call.receipt('Figures not shown'), '1');
    await call.face('Table');
    assert.equal(await call.answer.locator('tbody tr', { hasText: 'not shown' }).count(), 1);
    await assertAccessible(page);
  });
});

test('guides say that it is on, with the thresholds of this service, in both languages', () =>
  place.look('/developers/privacy', async (page) => {
    await page.addInitScript("localStorage.setItem('mdq-language', 'chosen')");
    for (const [id, said] of [
      [
        'privacy',
        'On this service, it is on: at least 5 people, at least 3 merchants, no person or merchant with more than 80%',
      ],
      ['zh/privacy', '這個服務已啟用：至少 5 人、至少 3 個商家、任何人或商家最多占金額的 80%'],
      ['', 'whole weeks, Monday to Sunday'],
      ['zh/', '整週（週一到週日）'],
    ] as const) {
      await openPage(page, `/developers/${id}`);
      await page.getByText(said).waitFor();
    }
  }));
