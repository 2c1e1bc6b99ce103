import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { writeCsv } from '../order-files.ts';
import { row } from '../reference/made-cases.ts';
import { type Service, startService } from '../service.ts';
import { until } from '../until.ts';
import { temporaryFolder } from '../workplace.ts';
import { giveKey, openBrowser, openPage, visit } from './browser.ts';
import { CallPage } from './call-page.ts';
import { EXPLORER } from './explorer-page.ts';
import { after } from './in-browser.ts';

export const TREND = '/developers/api/trends/market';
export const TEA = `${EXPLORER}?level=category&category=Tea`;

interface Look extends BrowserContextOptions {
  readonly expected?: RegExp;
  readonly points?: number;
  readonly path?: string;
  /** What the key is limited to, as options of `mdq key set`. */
  readonly limits?: readonly string[];
}

/** A service of 26 weeks to 5 July 2026, so that three default periods are begun, in which tea sells most. */
interface TeaShop {
  readonly service: Service;
  readonly browser: Browser;
  readonly url: string;
  /** Someone who has a key, on the page of an endpoint. */
  as(look: Look, act: (page: Page, call: CallPage, key: string) => Promise<void>): Promise<void>;
  balance(key: string): Promise<number>;
  /** Publishes an order of tea on a day: version 2 of the data is served from then on. */
  publishMore(t: TestContext, day: string): Promise<void>;
}

/** For all tests of a file: it is gone when they are over. */
export async function openTeaShop(): Promise<TeaShop> {
  const orders = ['Tea', 'Tea', 'Coffee'].flatMap((category, at) =>
    Array.from({ length: 26 }, (_, week) =>
      row({
        order_id: `${at}-${week}`,
        ordered_at: new Date(Date.UTC(2026, 0, 5 + 7 * week)).toISOString().slice(0, 10),
        category,
        sub_category: category === 'Tea' ? 'Oolong' : 'Beans',
      }),
    ),
  );
  const service = await startService({ rows: orders });
  const browser = await openBrowser();
  after(async () => {
    await browser.close();
    await service.stop();
  });
  /** What the service says of an account and of its data. */
  async function accountOf(key: string) {
    const { body } = await service.get('/api/account', { key });
    return (body as { data: { balance: number; data: { version: number } } }).data;
  }
  return {
    service,
    browser,
    url: service.url,
    async as({ points = 1000, path = TREND, limits, ...options }, act) {
      const { key, id } = await service.createKey(points);
      if (limits) await service.mdq('key', 'set', id, ...limits);
      const { page, leave } = await visit(browser, service.url, options);
      await giveKey(page, key);
      await openPage(page, path);
      const call = new CallPage(page);
      await call.caller.getByText(`mdk_…${key.slice(-4)}`).waitFor();
      await act(page, call, key);
      await leave();
    },
    async balance(key) {
      return (await accountOf(key)).balance;
    },
    async publishMore(t, day) {
      const order = row({ order_id: 'new', ordered_at: day, category: 'Tea', sub_category: 'Oolong' });
      const file = await writeCsv(join(await temporaryFolder(t), 'more.csv'), [order]);
      assert.equal((await service.mdq('import', file)).code, 0);
      const { key } = await service.createKey(0);
      await until('the new version is served', async () => (await accountOf(key)).data.version === 2);
    },
  };
}
