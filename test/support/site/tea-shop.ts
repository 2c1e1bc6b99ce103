import { after } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { row } from '../reference/made-cases.ts';
import { type Service, startService } from '../service.ts';
import { openBrowser, openPage, visit } from './browser.ts';
import { CallPage } from './call-page.ts';

export const TREND = '/developers/api/trends/market';

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
  /** Someone whose key was typed on the page of an endpoint. */
  as(look: Look, act: (page: Page, call: CallPage, key: string) => Promise<void>): Promise<void>;
  balance(key: string): Promise<number>;
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
  return {
    service,
    browser,
    url: service.url,
    async as({ points = 1000, path = TREND, limits, ...options }, act) {
      const { key, id } = await service.createKey(points);
      if (limits) await service.mdq('key', 'set', id, ...limits);
      const { page, leave } = await visit(browser, service.url, options);
      await openPage(page, path);
      const call = new CallPage(page);
      await call.enterKey(key);
      await call.caller.getByText(`mdk_…${key.slice(-4)}`).waitFor();
      await act(page, call, key);
      await leave();
    },
    async balance(key) {
      const { body } = await service.get('/api/account', { key });
      return (body as { data: { balance: number } }).data.balance;
    },
  };
}
