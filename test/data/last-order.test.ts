/** The last order can go like any other: callers are told that there is no data, until an import brings some. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseDay } from '../../src/lib/calendar.ts';
import { row } from '../support/reference/made-cases.ts';
import { startService } from '../support/service.ts';
import { assertMistake } from '../support/stores/data-folder.ts';
import { HEADER, openIntake } from '../support/stores/intake-place.ts';
import { until } from '../support/until.ts';
import { temporaryFolder } from '../support/workplace.ts';

const PATH = '/api/public/overview/ranking';

test('a running server has no data once the last order is deleted, and data again with the next import', async (t) => {
  const place = { category: 'A', sub_category: 'B' };
  const service = await startService({
    rows: [row({ order_id: '1004', ordered_at: '2025-03-03', ...place })],
  });
  t.after(() => service.stop());
  const { mdq, succeed } = service;
  const { key } = await service.createKey(1_000_000);
  const untilStatus = (status: number) =>
    until(`calls get ${status}`, async () => (await service.get(PATH, { key })).status === status);
  await untilStatus(200);
  assert.match(
    await succeed('orders', 'delete', '1004'),
    /^Deleted 1 order with 1 line\.\nLater imports .*\nVersion 2, .*: 0 lines of 0 orders\.\nThere are no orders to show/,
  );
  await untilStatus(503);
  const { body } = await service.get(PATH, { key });
  assert.equal((body as { msg: string }).msg, 'No data has been published yet');
  assert.equal((await service.get('/readyz')).status, 503);
  assert.match(await succeed('status'), /Coverage +none[\s\S]*There are no orders to show/);
  const status = JSON.parse(await succeed('status', '--json'));
  assert.deepEqual([status.version, status.totalOrders, status.coverage], [2, 0, null]);
  await succeed('refresh');
  assertMistake(await mdq('orders', 'delete', '1004'), /There is no order "1004"; nothing was changed/);

  const folder = await temporaryFolder(t);
  await succeed('backup', join(folder, 'copy'));
  await succeed('verify', join(folder, 'copy'));
  await writeFile(join(folder, 'a.csv'), `${HEADER}\n1005,2025-03-01,C,D,Q,7\n1006,2025-03-09,A,B,P,5\n`);
  await succeed('import', join(folder, 'a.csv'));
  await untilStatus(200);
  const { data } = (await service.get(PATH, { key })).body as { data: { start: string; end: string } };
  assert.deepEqual([data.start, data.end], ['2025-03-03', '2025-03-09']);
  const after = JSON.parse(await succeed('status', '--json'));
  assert.deepEqual([after.totalOrders, after.coverage.start], [2, '2025-03-01']);
});

test('an import that cancels the only order takes it out, and the same again changes nothing', async (t) => {
  const { write, import: take, warehouse } = await openIntake(t);
  await take(await write('a.csv', `${HEADER},status\n1,2025-03-03,A,B,P,10,paid\n`));
  const cancelled = await write('b.csv', `${HEADER},status\n1,,,,,,cancelled\n`);
  const { facts, removedOrders, warnings } = await take(cancelled);
  assert.deepEqual([facts.lines, facts.version, removedOrders, warnings], [0, 2, 1, []]);
  assert.equal(await warehouse.order('1'), undefined);
  assert.equal((await take(cancelled)).facts.version, 2);
  const next = await take(await write('c.csv', `${HEADER}\n1,2025-02-03,A,B,P,10\n2,2025-03-03,A,B,P,5\n`));
  const { tables } = await warehouse.loadDerived(next.facts.version);
  assert.deepEqual([...tables.daily.cents.slice(0, 2)], [1000, 500]);
});

test('orders that are kept and not shown yet are no data, and an import that would show none is refused', async (t) => {
  const { write, import: take, refusal, warehouse } = await openIntake(t);
  const file = await write('a.csv', `${HEADER}\n1,2025-03-03,A,B,P,10\n2,2025-03-10,A,B,P,10\n`);
  assert.match(
    (await refusal(file, { completeThrough: parseDay('2025-03-02') })) ?? '',
    /There are no orders until 2025-03-02, the last day to be shown; nothing was imported/,
  );
  assert.equal(await warehouse.current(), undefined);
  await take(file, { completeThrough: parseDay('2025-03-09') });
  const { facts } = await warehouse.deleteOrders(['1']);
  assert.deepEqual([facts.lines, facts.hiddenOrders], [0, 1]);
});
