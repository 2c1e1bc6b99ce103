/** A comparison is of equally long periods, and every answer that compares says with which days. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { row } from '../support/reference/made-cases.ts';
import { formatDay, parseDay } from '../support/reference/reference-calendar.ts';
import { openService } from '../support/workplace.ts';

const GROWTH = '/api/public/overview/growth';
const FOCUS = '/api/public/market/focus';

/** Flat sales: the same orders every day from a first to a last day. */
async function openFlat(t: TestContext, first: string, last: string) {
  const days = Array.from({ length: parseDay(last) - parseDay(first) + 1 }, (_, i) => parseDay(first) + i);
  const rows = days.flatMap((day) =>
    ['a', 'b'].map((id) =>
      row({
        ...{ order_id: `${day}-${id}`, ordered_at: formatDay(day), amount: '50' },
        ...{ category: 'Books', sub_category: 'Novels' },
      }),
    ),
  );
  const { service, key } = await openService(t, { rows });
  const call = async (path: string, method = 'GET') => {
    const reply = await fetch(service.url + path, { method, headers: { 'x-api-key': key } });
    const text = await reply.text();
    const { data } = (text === '' ? {} : JSON.parse(text)) as { data: Record<string, unknown> };
    const charged = Number(reply.headers.get('x-points-charged'));
    return { status: reply.status, data, charged, compared: reply.headers.get('x-compared') };
  };
  const quote = async (path: string) => (await call(`/api/account/quote?path=${path}`)).data;
  return { call, quote };
}

test('flat sales of 14 weeks have not grown: the newer seven weeks are compared with the older seven', async (t) => {
  const { call, quote } = await openFlat(t, '2026-07-27', '2026-11-01');
  const { data, charged, compared } = await call(GROWTH);
  const books = { producttypename: 'Books', current_amount: 4900, previous_amount: 4900, growth_rate: 0 };
  const items = [{ ...books, current_count: 98, previous_count: 98, count_growth_rate: 0 }];
  const days = { start: '2026-09-14', end: '2026-11-01' };
  assert.deepEqual(data, { type: 'overview-growth', ...days, items });
  assert.deepEqual([charged, compared], [40, '2026-07-27/2026-09-13']);
  assert.equal((await call(GROWTH, 'HEAD')).compared, compared);
  assert.partialDeepStrictEqual(await quote(GROWTH), { points: 40, ...days, days: 49, periods: 1 });
  // The other overviews keep the default period, and compare nothing.
  const ranking = await call('/api/public/overview/ranking');
  assert.deepEqual([ranking.data.start, ranking.compared], ['2026-08-10', null]);

  const focus = await call(`${FOCUS}?start=2026-08-10&end=2026-08-16`);
  assert.equal(focus.compared, '2026-08-03/2026-08-09');
  assert.notEqual(focus.data.prevFocus, null);
  for (const query of ['', '?start=2026-07-27&end=2026-08-09', '?start=2027-01-01&end=2027-01-31']) {
    const alone = await call(FOCUS + query);
    assert.deepEqual([alone.data.prevFocus, alone.compared], [null, null], query);
  }
});

test('with fewer than two full weeks there is no growth, and it costs nothing', async (t) => {
  const { call, quote } = await openFlat(t, '2026-10-20', '2026-11-02');
  const days = { start: '2026-10-26', end: '2026-11-01' };
  const { data, charged, compared } = await call(GROWTH);
  assert.deepEqual([data, charged, compared], [{ type: 'overview-growth', ...days, items: [] }, 0, null]);
  assert.partialDeepStrictEqual(await quote(GROWTH), { points: 0, ...days, days: 0, periods: 0 });
  assert.equal((await call('/api/account/usage')).data.calls, 0);
});
