import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { writeCsv } from '../order-files.ts';
import { row } from '../reference/made-cases.ts';
import { type NewKey, startService } from '../service.ts';
import { until } from '../until.ts';
import { temporaryFolder } from '../workplace.ts';
import type { Look } from './browser.ts';
import { CallPage } from './call-page.ts';
import { EXPLORER } from './explorer-page.ts';
import { Place } from './place.ts';

export const TREND = '/developers/api/trends/market';
export const TEA = `${EXPLORER}?level=category&category=Tea`;

type Holder = NewKey & { readonly call: CallPage };
type Customer = Partial<Look> & {
  readonly points?: number;
  /** What the key is limited to, as options of `mdq key set`. */
  readonly limits?: readonly string[];
};

/** A service of 26 weeks to 5 July 2026, so that three default periods are begun, in which tea sells most. */
export class TeaShop extends Place {
  constructor() {
    super(() => startService({ rows: orders() }));
  }

  /** Someone with a new key, on the page of an endpoint if no path is given. */
  async as(customer: Customer, act: (page: Page, holder: Holder) => Promise<void>): Promise<void> {
    const { points = 1000, path = TREND, limits, ...options } = customer;
    const holder = await this.service.createKey(points);
    const { key, id } = holder;
    if (limits) await this.service.succeed('key', 'set', id, ...limits);
    await this.look({ key, path, ...options }, (page) => act(page, { ...holder, call: new CallPage(page) }));
  }

  async balance(key: string): Promise<number> {
    return (await this.accountOf(key)).balance;
  }

  /** What the service says of an account and of its data. */
  async accountOf(key: string) {
    const { body } = await this.service.get('/api/account', { key });
    type Account = { balance: number; data: { version: number }; prices: { path: string; base: number }[] };
    return (body as { data: Account }).data;
  }

  /** Publishes an order of tea on a day: version 2 of the data is served from then on. */
  async publishMore(t: TestContext, day: string): Promise<void> {
    const order = row({ order_id: 'new', ordered_at: day, category: 'Tea', sub_category: 'Oolong' });
    const file = await writeCsv(join(await temporaryFolder(t), 'more.csv'), [order]);
    assert.equal((await this.service.mdq('import', file)).code, 0);
    const { key } = await this.service.createKey(0);
    await until('the new version is served', async () => (await this.accountOf(key)).data.version === 2);
  }
}

function orders() {
  return ['Tea', 'Tea', 'Coffee'].flatMap((category, at) =>
    Array.from({ length: 26 }, (_, week) =>
      row({
        order_id: `${at}-${week}`,
        ordered_at: new Date(Date.UTC(2026, 0, 5 + 7 * week)).toISOString().slice(0, 10),
        category,
        sub_category: category === 'Tea' ? 'Oolong' : 'Beans',
      }),
    ),
  );
}
