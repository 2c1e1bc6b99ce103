/** Everything that can go wrong in the explorer, made to go wrong for real: each is explained where it happens. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { lockAccounts } from '../../support/faults/account-lock.ts';
import { lastingPort } from '../../support/http/lasting-port.ts';
import { writeCsv } from '../../support/order-files.ts';
import { row } from '../../support/reference/made-cases.ts';
import { spawnServer } from '../../support/server-process.ts';
import { startService } from '../../support/service.ts';
import { assertAccessible } from '../../support/site/audit-page.ts';
import { type Look, look } from '../../support/site/browser.ts';
import {
  balanceBecomes,
  EXPLORER,
  isDrawn,
  loadButton,
  loadPanel,
  panelOf,
} from '../../support/site/explorer-page.ts';
import { suite, test } from '../../support/site/in-browser.ts';
import { Place } from '../../support/site/place.ts';
import { dataFolderFor } from '../../support/stores/data-folder.ts';
import { HANG_MS, until } from '../../support/until.ts';
import { temporaryFolder, untilAnswering } from '../../support/workplace.ts';

const CATEGORY = `${EXPLORER}?level=category`;
const RATE_LIMIT = 4;

const place = new Place(() => startService({ rows: orders(), env: { MDQ_RATE_LIMIT: String(RATE_LIMIT) } }));

/** An order a day over 30 weeks, and one of a thing that nobody wanted again. */
function orders() {
  const first = Date.UTC(2026, 0, 5);
  const rare = { category: 'Rare', sub_category: 'Gramophones' };
  const daily = Array.from({ length: 210 }, (_, index) =>
    row({
      order_id: `order-${index}`,
      ordered_at: new Date(first + index * 86_400_000).toISOString().slice(0, 10),
      ...{ category: 'Home', sub_category: index % 3 === 0 ? 'Beds' : 'Lamps' },
      amount: String(10 + (index % 7)),
    }),
  );
  return [...daily, row({ order_id: 'rare', ordered_at: '2026-01-06', ...rare })];
}

const failing = (look: Look): Look => ({ ...look, expected: /Failed to load resource/ });
async function visitAs(points: number, path: string, work: (page: Page, key: string) => Promise<void>) {
  const { key } = await place.service.createKey(points);
  await place.look(failing({ path, key }), (page) => work(page, key));
}

/** Clicks “load” where a problem will show, and waits for it. */
async function loadInVain(page: Page, kind: string, says: string): Promise<void> {
  const panel = panelOf(page, kind);
  const alert = panel.getByRole('alert');
  // On a slow machine, the page may give up before the service says why.
  await until(says, async () => {
    await panel.getByRole('button', { name: /^(Load|Try again)/ }).click();
    await alert.waitFor();
    return (await alert.innerText()).includes(says);
  });
}

suite('a problem is explained where it happens', { concurrency: 3 }, () => {
  // The longest comes first: the others pass the time meanwhile.
  test('a service whose accounts are locked, that stands still, that has gone, and that is back', async (t) => {
    const data = await dataFolderFor(t, { PORT: String(await lastingPort()) });
    await data.succeed('import', await writeCsv(join(await temporaryFolder(t), 'orders.csv'), orders()));
    await data.succeed('account', 'create', 'acme', '--points', '1000');
    const { key } = JSON.parse(await data.succeed('key', 'create', 'acme', '--json')) as { key: string };
    const server = await spawnServer(data.env);
    t.after(() => server.child.kill('SIGKILL'));
    await look(
      { browser: place.browser, url: server.url },
      failing({ path: CATEGORY, key }),
      async (page) => {
        const lock = lockAccounts(data.path);
        await loadInVain(page, 'focus', 'The account is being changed. Nothing was charged.');
        lock.release();

        server.child.kill('SIGSTOP');
        const trend = panelOf(page, 'trend');
        await trend.getByRole('button', { name: /^Load/ }).click();
        await trend.getByText('Loading…').waitFor();
        await trend
          .getByText('No answer within 10 seconds; trying again never charges twice.')
          .waitFor({ timeout: HANG_MS });
        server.child.kill('SIGCONT');

        await server.end('SIGTERM');
        await loadInVain(page, 'payment', 'The service cannot be reached; trying again never charges twice.');
        const back = await spawnServer(data.env);
        t.after(() => back.end('SIGTERM'));
        for (const kind of ['focus', 'trend', 'payment']) await loadPanel(page, kind);
        // Whether or not the call that timed out had been charged, it was charged once.
        await balanceBecomes(page, 1000 - 45 - 50 - 25);
      },
    );
    await data.succeed('audit');
  });

  test('too few points for a long range: the shorter one that they pay for', () =>
    visitAs(100, `${CATEGORY}&range=all`, async (page) => {
      const focus = panelOf(page, 'focus');
      assert.ok(await focus.getByRole('button', { name: 'Load · 135 points' }).isDisabled());
      await focus.getByText('135 points needed, you have 100', { exact: true }).waitFor();
      await assertAccessible(page);
      await focus.getByRole('button', { name: 'Show the default period · 45 points' }).click();
      await loadPanel(page, 'focus');
      await balanceBecomes(page, 55);
    }));

  test('a price that was changed meanwhile is told before it is paid', () =>
    visitAs(1000, EXPLORER, async (page) => {
      const { key: another } = await place.service.createKey(1);
      // No other test loads this one.
      const path = '/api/public/overview/growth';
      await place.service.succeed('price', 'set', path, '50');
      await until('the price is 50', async () => {
        const { body } = await place.service.get('/api/account', { key: another });
        const { data } = body as { data?: { prices: { path: string; base: number }[] } };
        return data?.prices.find((price) => price.path === path)?.base === 50;
      });
      const growth = panelOf(page, 'growth');
      await growth.getByRole('button', { name: 'Load · 40 points' }).click();
      await growth.getByText('The price is now 50 points. Nothing was charged.').waitFor();
      await balanceBecomes(page, 1000);
      await growth.getByRole('button', { name: 'Load · 50 points' }).click();
      assert.ok(await isDrawn(growth));
      await balanceBecomes(page, 950);
    }));

  test('dates of a link that are none, or not in the data, are told, and others are not bought before one agrees', () =>
    visitAs(5000, `${CATEGORY}&start=2026-02-30&end=2026-06-07`, async (page) => {
      const trend = panelOf(page, 'trend');
      const buttons = [loadButton(page), trend.getByRole('button', { name: /^Load/ })];
      await page.getByText('not a valid range. Showing the default period, 11 May – 2 Aug 2026.').waitFor();
      for (const button of buttons) assert.ok(await button.isDisabled());
      await page.goto(`${CATEGORY}&start=2020-01-01&end=2026-02-01`);
      await page.getByText('cost nothing. Showing 5 Jan – 1 Feb 2026.').waitFor();
      const why = 'Press “Use these days” first';
      for (const button of buttons) {
        assert.ok(await button.isDisabled());
        const told = page.locator(`[id="${await button.getAttribute('aria-describedby')}"]`);
        assert.equal(await told.innerText(), why);
        assert.ok(await told.isVisible());
      }
      await assertAccessible(page);
      await page.getByRole('button', { name: 'Use these days' }).click();
      await page.getByText(why).first().waitFor({ state: 'detached' });
      await loadPanel(page, 'trend');
      await balanceBecomes(page, 4950);
    }));

  test('a name that is not in the data offers no purchase but the list of names, and leads to one that is', () =>
    visitAs(1000, `${CATEGORY}&category=Hom&start=2020-01-01&end=2020-02-01`, async (page) => {
      const notice = page.getByRole('alert').filter({ hasText: '“Hom” is not in the data of this service' });
      await notice.waitFor();
      assert.equal(await page.getByRole('button', { name: /Load/ }).count(), 0);
      assert.equal(await page.locator('.mdq-moved').count(), 0, 'one problem at a time');
      await balanceBecomes(page, 1000);
      await notice.getByRole('button', { name: /^List all · 1 point/ }).click();
      await page.getByRole('list', { name: 'categories' }).getByRole('button', { name: 'Home' }).click();
      await page.getByRole('button', { name: 'Use these days' }).click();
      await loadPanel(page, 'focus');
      await balanceBecomes(page, 1000 - 1 - 45);
      await page.goto(`${CATEGORY}&category=Home&with=Gnomes`);
      await page.getByRole('alert').getByText('“Gnomes” is not in the data of this service').waitFor();
      await assertAccessible(page);
    }));

  test('a range without orders leads to one that has some', () =>
    visitAs(1000, `${CATEGORY}&category=Rare`, async (page) => {
      const ranking = panelOf(page, 'ranking');
      await ranking.getByRole('button', { name: /^Load/ }).click();
      await ranking.getByText('No orders in this range.').waitFor();
      await ranking.getByRole('button', { name: 'Show all data · 105 points' }).click();
      await loadPanel(page, 'ranking');
      await ranking.getByText('Gramophones').waitFor();
    }));

  test('a few calls too many in a second are waited for', () =>
    visitAs(1000, CATEGORY, async (page, key) => {
      for (let others = 0; others < RATE_LIMIT; others++) void place.service.get('/api/account', { key });
      await loadButton(page, 'Load 4 charts · 155 points').click();
      for (const kind of ['trend', 'payment']) assert.ok(await isDrawn(panelOf(page, kind)));
      await balanceBecomes(page, 845);
    }));

  test('a service without data', async (t) => {
    const empty = await startService();
    t.after(() => empty.stop());
    const { key } = await empty.createKey(1000);
    await look({ browser: place.browser, url: empty.url }, failing({ path: CATEGORY, key }), async (page) => {
      await page.getByRole('alert').getByText('The service has no data yet. Nothing was charged.').waitFor();
      await empty.succeed('import', await writeCsv(join(await temporaryFolder(t), 'orders.csv'), orders()));
      await untilAnswering(empty);
      await page.getByRole('button', { name: 'Try again' }).click();
      await loadPanel(page, 'focus');
    });
  });
});
