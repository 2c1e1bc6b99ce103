/** Everything that can go wrong in the explorer, made to go wrong for real: each is explained where it happens. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { newKey } from '../../../src/accounts/key.ts';
import { lockAccounts } from '../../support/faults/account-lock.ts';
import { lastingPort } from '../../support/http/lasting-port.ts';
import { writeCsv } from '../../support/order-files.ts';
import { row } from '../../support/reference/made-cases.ts';
import { spawnServer } from '../../support/server-process.ts';
import { type Service, startService } from '../../support/service.ts';
import { assertAccessible } from '../../support/site/audit-page.ts';
import { openBrowser, untilTrue } from '../../support/site/browser.ts';
import {
  balanceBecomes,
  buildSite,
  EXPLORER,
  enterKey,
  isDrawn,
  type Look,
  loadAll,
  loadButton,
  loadPanel,
  look,
  panelOf,
} from '../../support/site/explorer-page.ts';
import { after, before, suite, test } from '../../support/site/in-browser.ts';
import { dataFolderFor } from '../../support/stores/data-folder.ts';
import { createAccount, importFiles } from '../../support/stores/prepare.ts';
import { HANG_MS, until } from '../../support/until.ts';
import { PLENTY, untilAnswering } from '../../support/workplace.ts';

const CATEGORY = `${EXPLORER}?level=category`;
const UNANSWERED = /Failed to load resource/;
const RATE_LIMIT = 4;
const CONTACT = 'sales@example.com';

let folder: string;
let file: string;
let service: Service;
let browser: Browser;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mdq-files-'));
  file = await writeCsv(join(folder, 'orders.csv'), orders());
  const env = { MDQ_RATE_LIMIT: String(RATE_LIMIT), MDQ_CONTACT: CONTACT };
  [service, browser] = await Promise.all([startService({ files: [file], env }), openBrowser(), buildSite()]);
});
after(async () => {
  await browser?.close();
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** An order a day over 30 weeks, and one of a thing that nobody wanted again. */
function orders() {
  const first = Date.UTC(2026, 0, 5);
  const rare = row({
    order_id: 'rare',
    ordered_at: '2026-01-06',
    category: 'Rare',
    sub_category: 'Gramophones',
  });
  const daily = Array.from({ length: 210 }, (_, index) =>
    row({
      order_id: `order-${index}`,
      ordered_at: new Date(first + index * 86_400_000).toISOString().slice(0, 10),
      category: 'Home',
      sub_category: index % 3 === 0 ? 'Beds' : 'Lamps',
      amount: String(10 + (index % 7)),
      payment_method: 'Credit card',
      member_id: `member-${index % 20}`,
    }),
  );
  return [...daily, rare];
}

const visitAs = (path: string, work: (page: Page) => Promise<void>, options: Look = {}) =>
  look({ browser, url: service.url }, path, work, { expected: UNANSWERED, ...options });

/** Clicks “load” where a problem will show, and waits for it. */
async function loadInVain(page: Page, kind: string, says: string): Promise<void> {
  const panel = panelOf(page, kind);
  const alert = panel.getByRole('alert');
  // On a machine that is behind, the page may give up before the service says why.
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
    await data.succeed('import', file);
    await data.succeed('account', 'create', 'acme', '--points', '1000');
    const { key } = JSON.parse(await data.succeed('key', 'create', 'acme', '--json')) as { key: string };
    const server = await spawnServer(data.env);
    t.after(() => server.child.kill('SIGKILL'));
    const work = async (page: Page) => {
      const lock = lockAccounts(data.path);
      await loadInVain(
        page,
        'focus',
        'The account is being changed. Nothing was charged. Wait a moment and try again.',
      );
      lock.release();

      server.child.kill('SIGSTOP');
      await panelOf(page, 'trend').getByRole('button', { name: /^Load/ }).click();
      await panelOf(page, 'trend').getByText('Loading…').waitFor();
      await panelOf(page, 'trend')
        .getByText('No answer within 10 seconds; trying again never charges twice.')
        .waitFor({ timeout: HANG_MS });
      server.child.kill('SIGCONT');

      await server.end('SIGTERM');
      await loadInVain(page, 'payment', 'The service cannot be reached; trying again never charges twice.');
      const back = await spawnServer(data.env);
      t.after(() => back.end('SIGTERM'));
      for (const kind of ['focus', 'trend', 'payment']) await loadPanel(page, kind);
      // Whether or not the call that was not answered in time had been charged, it was charged once.
      await balanceBecomes(page, 1000 - 45 - 50 - 25);
    };
    await look({ browser, url: server.url }, CATEGORY, work, { key, expected: UNANSWERED });
    await data.succeed('audit');
  });

  test('a text that is no key is not even sent', async () => {
    await visitAs(EXPLORER, async (page) => {
      for (const text of ['', 'hello', '鑰匙', 'mdk_tooshort']) {
        await enterKey(page, text);
        await page.locator('.is-mistake').waitFor();
      }
      assert.equal(await page.evaluate<number>('sessionStorage.length'), 0);
    });
  });

  test('a key that does not exist', async () => {
    await visitAs(EXPLORER, async (page) => {
      const key = newKey('').key;
      await enterKey(page, key);
      await page
        .getByRole('alert')
        .getByText(
          'This key is unknown. Nothing was charged. Check it for missing characters, or use another key.',
        )
        .waitFor();
      await assertAccessible(page);
      assert.ok(await isDrawn(panelOf(page, 'trend')));
      assert.ok(!(await page.evaluate<string>('JSON.stringify(sessionStorage)')).includes(key));
    });
  });

  test('a key that was deactivated, before and while it is used', async () => {
    const { key, id } = await service.createKey(1000);
    await visitAs(
      CATEGORY,
      async (page) => {
        await service.mdq('key', 'deactivate', id);
        await loadInVain(page, 'focus', 'This key was deactivated. Nothing was charged. Use another key,');
        await panelOf(page, 'focus').getByRole('button', { name: 'Use another key' }).click();
        await untilTrue(page, `document.activeElement.placeholder === 'mdk_…'`);
        await enterKey(page, key);
        await page
          .getByRole('alert')
          .getByText('This key was deactivated. Nothing was charged. Use another key,')
          .waitFor();
      },
      { key },
    );
  });

  test('too few points, and a top-up', async () => {
    const { key, account } = await service.createKey(45);
    await visitAs(
      CATEGORY,
      async (page) => {
        // Spent elsewhere, which the page does not know.
        await service.mdq('points', 'take', account, '44', '--note', 'spent');
        await loadInVain(
          page,
          'focus',
          'This costs 45 points, and the account has 1 point. Nothing was charged. Ask for more points.',
        );
        await assertAccessible(page);
        await balanceBecomes(page, 1);
        const way = panelOf(page, 'focus').getByRole('link', { name: 'Ask for more points' });
        assert.equal(await way.getAttribute('href'), `mailto:${CONTACT}`);
        await service.mdq('points', 'grant', account, '100');
        await page.reload();
        await loadPanel(page, 'focus');
        await balanceBecomes(page, 56);
      },
      { key },
    );
  });

  test('too few points for a long range: the shorter one that they pay for', async () => {
    const { key } = await service.createKey(100);
    await visitAs(
      `${CATEGORY}&range=all`,
      async (page) => {
        const focus = panelOf(page, 'focus');
        assert.ok(await focus.getByRole('button', { name: 'Load · 135 points' }).isDisabled());
        await focus.getByText('135 points needed, you have 100', { exact: true }).waitFor();
        await assertAccessible(page);
        await focus.getByRole('button', { name: 'Show the default period · 45 points' }).click();
        await loadPanel(page, 'focus');
        await balanceBecomes(page, 55);
      },
      { key },
    );
  });

  test('a price that was changed meanwhile is told before it is paid', async () => {
    const { key } = await service.createKey(1000);
    // No other test, at the same time, loads this one.
    const path = '/api/public/overview/growth';
    await visitAs(
      EXPLORER,
      async (page) => {
        const { key: another } = await service.createKey(1);
        await service.mdq('price', 'set', path, '50');
        await until('the price is 50', async () => (await priceOf(another, path)) === 50);
        await panelOf(page, 'growth').getByRole('button', { name: 'Load · 40 points' }).click();
        await panelOf(page, 'growth')
          .getByText('The price is now 50 points. Nothing was charged. If you accept it, try again.')
          .waitFor();
        await balanceBecomes(page, 1000);
        await panelOf(page, 'growth').getByRole('button', { name: 'Load · 50 points' }).click();
        assert.ok(await isDrawn(panelOf(page, 'growth')));
        await balanceBecomes(page, 950);
      },
      { key },
    );
  });

  test('dates of a link that are none, or not in the data, are told, and others are not bought before one agrees', async () => {
    const { key } = await service.createKey(5000);
    await visitAs(
      `${CATEGORY}&start=2026-02-30&end=2026-06-07`,
      async (page) => {
        await panelOf(page, 'trend').getByText('11 May – 2 Aug 2026').waitFor();
        await page.getByText('not a valid range. Showing the default period, 11 May – 2 Aug 2026.').waitFor();
        assert.ok(await loadButton(page).isDisabled());
        assert.ok(await panelOf(page, 'trend').getByRole('button', { name: /^Load/ }).isDisabled());
        await page.goto(`${CATEGORY}&start=2020-01-01&end=2026-02-01`);
        await panelOf(page, 'trend').getByText('5 Jan – 1 Feb 2026').waitFor();
        await page.getByText('cost nothing. Showing 5 Jan – 1 Feb 2026.').waitFor();
        assert.ok(await loadButton(page).isDisabled());
        assert.equal(await page.getByText('Correct the dates first').count(), 0, 'they are right');
        const why = 'Press “Use these days” first';
        for (const button of [
          loadButton(page),
          panelOf(page, 'trend').getByRole('button', { name: /^Load/ }),
        ]) {
          const id = await button.getAttribute('aria-describedby');
          const told = page.locator(`[id="${id}"]`);
          assert.equal(await told.innerText(), why);
          assert.ok(await told.isVisible());
        }
        await assertAccessible(page);
        await page.getByRole('button', { name: 'Use these days' }).click();
        await page.getByText(why).first().waitFor({ state: 'detached' });
        await loadPanel(page, 'trend');
        await balanceBecomes(page, 4950);
        // Where the bar has nothing left to load, nothing is to be done first.
        await loadAll(page);
        await page.goto(`${CATEGORY}&start=2020-01-01&end=2026-02-01`);
        await page.getByText('cost nothing. Showing 5 Jan – 1 Feb 2026.').waitFor();
        await page.locator('[data-test="balance"]', { hasText: /^Balance [\d,]+ points$/ }).waitFor();
        await page.goto(`${CATEGORY}&start=2026-01-12&end=2026-02-01`);
        await panelOf(page, 'trend').getByText('12 Jan – 1 Feb 2026').waitFor();
        assert.equal(await page.locator('.mdq-moved').count(), 0);
      },
      { key },
    );
  });

  test('a name that is not in the data offers no purchase but the list of names, and leads to one that is', async () => {
    const { key } = await service.createKey(1000);
    await visitAs(
      `${CATEGORY}&category=Hom&start=2020-01-01&end=2020-02-01`,
      async (page) => {
        const notice = page
          .getByRole('alert')
          .filter({ hasText: '“Hom” is not in the data of this service' });
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
      },
      { key },
    );
  });

  test('a range without orders leads to one that has some', async () => {
    const { key } = await service.createKey(1000);
    await visitAs(
      `${CATEGORY}&category=Rare`,
      async (page) => {
        await panelOf(page, 'ranking').getByRole('button', { name: /^Load/ }).click();
        await panelOf(page, 'ranking').getByText('No orders in this range.').waitFor();
        await panelOf(page, 'ranking').getByRole('button', { name: 'Show all data · 105 points' }).click();
        await loadPanel(page, 'ranking');
        await panelOf(page, 'ranking').getByText('Gramophones').waitFor();
      },
      { key },
    );
  });

  test('too many calls in a second', async (t) => {
    const stillClock = `--import=${new URL('../../support/faults/still-clock.mjs', import.meta.url)}`;
    const data = await dataFolderFor(t, { MDQ_RATE_LIMIT: String(RATE_LIMIT) });
    await importFiles(data.env, [file]);
    const { key } = await createAccount(data.env, 'acme', PLENTY);
    // A second that lasts: others have used it up, and no call slips into the next one.
    const server = await spawnServer({ ...data.env, NODE_OPTIONS: stillClock });
    t.after(() => server.end('SIGTERM'));
    const work = async (page: Page) => {
      for (let others = 0; others < RATE_LIMIT; others++) await askAs(key, server.url);
      await loadInVain(
        page,
        'focus',
        'Too many calls in one second. Nothing was charged. Wait a moment and try again.',
      );
      server.child.kill('SIGUSR2');
      await loadPanel(page, 'focus');
    };
    await look({ browser, url: server.url }, CATEGORY, work, { key, expected: UNANSWERED });
  });

  test('a few too many are waited for', async () => {
    const { key } = await service.createKey(1000);
    await visitAs(
      CATEGORY,
      async (page) => {
        for (let others = 0; others < RATE_LIMIT; others++) void askAs(key);
        await loadButton(page, 'Load 4 charts · 155 points').click();
        for (const kind of ['trend', 'payment']) assert.ok(await isDrawn(panelOf(page, kind)));
        await balanceBecomes(page, 845);
      },
      { key },
    );
  });

  test('a service without data', async (t) => {
    const empty = await startService();
    t.after(() => empty.stop());
    const { key } = await empty.createKey(1000);
    const work = async (page: Page) => {
      await page
        .getByRole('alert')
        .getByText('The service has no data yet. Nothing was charged. Try again later.')
        .waitFor();
      assert.equal(await empty.mdq('import', file).then(({ code }) => code), 0);
      await untilAnswering(empty);
      await page.getByRole('button', { name: 'Try again' }).click();
      await loadPanel(page, 'focus');
    };
    await look({ browser, url: empty.url }, CATEGORY, work, { key, expected: UNANSWERED });
  });
});

/** What a call costs now; nothing when this was asked too often. */
async function priceOf(key: string, path: string): Promise<number | undefined> {
  const { body } = await service.get('/api/account', { key });
  const { data } = body as { data?: { prices: { path: string; base: number }[] } };
  return data?.prices.find((price) => price.path === path)?.base;
}

async function askAs(key: string, url = service.url): Promise<unknown> {
  const response = await fetch(`${url}/api/account`, { headers: { 'x-api-key': key } });
  return response.text();
}
