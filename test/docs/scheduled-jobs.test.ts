/** What the guide to scheduled jobs tells a program to do leads to what it promises. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { writeCsv } from '../support/order-files.ts';
import { row } from '../support/reference/made-cases.ts';
import { startService } from '../support/service.ts';
import { importFiles } from '../support/stores/prepare.ts';
import { until } from '../support/until.ts';
import { temporaryFolder } from '../support/workplace.ts';

const DAYS = { start: '2024-03-04', end: '2024-03-10' };
const orders = (prefix: string) =>
  ['Garden', 'Kitchen'].map((category) =>
    row({
      order_id: `${prefix}-${category}`,
      ordered_at: '2024-03-05',
      category,
      sub_category: category,
      amount: '10',
    }),
  );
const service = await startService({ rows: orders('a') });
after(() => service.stop());
const folder = await temporaryFolder({ after });
const { key, id } = await service.createKey(1000);

/** A paid call of the run, under a key made of the run and its parameters. */
async function call(category: string) {
  const path = `/api/public/market/focus?${new URLSearchParams({ category, ...DAYS })}`;
  const headers = { 'idempotency-key': `night-1-${category}`, prefer: 'handling=strict' };
  const { status, headers: answered, body } = await service.get(path, { key, headers });
  assert.equal(status, 200);
  return {
    amount: (body as { data: { focus: { totalAmount: number } } }).data.focus.totalAmount,
    charged: Number(answered.get('x-points-charged')),
    version: Number(answered.get('x-data-version')),
    requestId: answered.get('x-request-id'),
  };
}

async function accountData(path: string): Promise<unknown> {
  return ((await service.get(path, { key })).body as { data: unknown }).data;
}

test('data published during a run shows in the versions, and a repeated call has the new figures for nothing', async () => {
  const garden = await call('Garden');
  await importFiles(service.env, [await writeCsv(join(folder, 'more.csv'), orders('b'))]);
  await until('the new data is served', async () => {
    const { data } = (await accountData('/api/account')) as { data: { version: number } };
    return data.version > garden.version;
  });
  const kitchen = await call('Kitchen');
  assert.ok(kitchen.version > garden.version);
  const again = await call('Garden');
  assert.deepEqual(
    { ...again, requestId: null },
    { amount: 2 * garden.amount, charged: 0, version: kitchen.version, requestId: null },
  );

  // A charged call whose request id is in no log of the program is one whose answer was lost.
  const { calls } = (await accountData('/api/account/calls')) as {
    calls: { request_id: string; key: { id: string }; parameters: object }[];
  };
  assert.deepEqual(
    calls.map(({ request_id, key, parameters }) => [request_id, key.id, parameters]),
    [
      [kitchen.requestId, id, { category: 'Kitchen', ...DAYS }],
      [garden.requestId, id, { category: 'Garden', ...DAYS }],
    ],
  );
});
