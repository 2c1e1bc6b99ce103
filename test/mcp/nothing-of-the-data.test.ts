/** Anyone can read the documentation without a key: no answer may reveal anything about the operator's orders. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createDocs } from '../../src/docs/docs.ts';
import { writeCsv } from '../support/order-files.ts';
import { row } from '../support/reference/made-cases.ts';
import { PATHS } from '../support/reference/reference.ts';
import { type Service, startService } from '../support/service.ts';
import { importFiles } from '../support/stores/prepare.ts';
import { until } from '../support/until.ts';
import { temporaryFolder } from '../support/workplace.ts';
import { yearOfOrders } from '../support/year-of-orders.ts';
import { post, request } from './rpc.ts';

/** A default period of one week is longer than usual for the second data set, which has no full week. */
const env = { MDQ_DEFAULT_WEEKS: '1' };
const service = await startService({ env });
after(() => service.stop());
const folder = await temporaryFolder({ after });

const DATES = [
  {},
  { start: '2024-01-02', end: '2024-01-13' },
  { start: '2024-05-01', end: '2024-06-30' },
  { start: '1990-01-01', end: '2030-12-31' },
  { start: '2024-05-01' },
  { end: '2024-06-30' },
  { end: '2031-06-30' },
];
const QUESTIONS = [
  ...['which days does the data cover', 'coverage', 'default period start end', 'payment methods that count'],
  ...[
    'data version',
    'list of all category names',
    'Garden',
    'Kitchen tools',
    'Credit card',
    'what does a year cost',
  ],
  ...['資料涵蓋期間', '付款方式', '有哪些類別'],
];

const docs = createDocs();
const CALLS: readonly [name: string, args: object][] = [
  ['api.list_endpoints', {}],
  ['api.get_openapi', {}],
  ...docs.everyPage.flatMap(({ id }): [string, object][] => [
    ['docs.get_page', { id }],
    ['docs.get_page', { id, detail: true }],
  ]),
  ...QUESTIONS.map((query): [string, object] => ['docs.search', { query, limit: 20 }]),
  ...[...PATHS, ...docs.accountRoutes.map(({ path }) => path)].flatMap((path): [string, object][] => [
    ['api.get_openapi', { path }],
    ['api.get_endpoint', { path, detail: true }],
    ...DATES.map((dates): [string, object] => ['api.get_endpoint', { path, ...dates }]),
  ]),
  ['api.get_changelog', { since: '2026-06-09', area: 'all' }],
  ['market.focus', { category: 'Garden', start: '2024-01-01', end: '2024-12-31' }],
  ['query_trends', {}],
  ['nope', {}],
];

async function everyAnswer({ url }: Service): Promise<readonly string[]> {
  const bodies = [
    request('tools/list'),
    request('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 't', version: '1' },
    }),
    ...CALLS.map(([name, args]) => request('tools/call', { name, arguments: args })),
  ];
  const answers: string[] = [];
  for (const body of bodies) answers.push(`${body}\n${(await post(url, body)).text.replaceAll(url, '')}`);
  return answers;
}

async function publish(name: string, rows: ReturnType<typeof yearOfOrders>): Promise<void> {
  const before = await version();
  await importFiles(service.env, [await writeCsv(join(folder, name), rows)]);
  await until('the new data is served', async () => (await version()) !== before);
}

async function version(): Promise<unknown> {
  const { body } = await service.get('/developers/site.json');
  return (body as { data: { data: { version: number } | null } }).data.data?.version;
}

/** Twelve days without a Monday and its Sunday. */
const TWELVE_DAYS = Array.from({ length: 12 }, (_, i) =>
  row({
    order_id: `toys-${i}`,
    ordered_at: `2024-01-${String(i + 2).padStart(2, '0')}`,
    category: 'Toys',
    sub_category: 'Puzzles',
    amount: '7',
    payment_method: 'Bank transfer',
  }),
);

test('every tool answers the same before the first import, after it, and with other data', async (t) => {
  const before = await everyAnswer(service);
  await publish('toys.csv', TWELVE_DAYS);
  assert.deepEqual(await everyAnswer(service), before);
  await publish('year.csv', yearOfOrders());
  assert.deepEqual(await everyAnswer(service), before);

  const other = await startService({ env, rows: TWELVE_DAYS });
  t.after(() => other.stop());
  assert.deepEqual(await everyAnswer(other), before);
});
