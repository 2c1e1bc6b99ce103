/** Suppressed, zero and missing differ: in fields, in columns, in x-suppressed and in the price. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { row } from '../support/reference/made-cases.ts';
import { formatDay, parseDay } from '../support/reference/reference-calendar.ts';
import { openService } from '../support/workplace.ts';

const FIRST = parseDay('2025-01-06');
const week = (index: number) => formatDay(FIRST + 7 * index);
const range = (from: number, to: number) =>
  `start=${week(from)}&end=${formatDay(FIRST + 7 * to + 6)}` as const;

const TREND = '/api/public/trends/market?category=Toys';
const FOCUS = '/api/public/market/focus?category=Toys';
const RANKING = '/api/public/market/sub-ranking?category=Toys';
const GROWTH = '/api/public/overview/growth';

/**
 * Six weeks, of which the last is not complete. Food is large. Toys and Books are sold to six people in the first two weeks,
 * to nobody in the third, and each to one person in the fourth and fifth.
 */
function shopRows() {
  const order = (category: string, index: number, person: number, amount: string) =>
    row({
      ...{ order_id: `${category}-${index}-${person}`, ordered_at: formatDay(FIRST + 7 * index + person) },
      ...{ category, sub_category: `Any ${category}`, amount, payment_method: 'Credit card' },
      ...{ member_id: `m${person}`, merchant_id: `s${person}` },
    });
  const people = [0, 1, 2, 3, 4, 5];
  return [0, 1, 2, 3, 4, 5].flatMap((index) => [
    ...people.map((person) => order('Food', index, person, '100')),
    ...['Toys', 'Books'].flatMap((category, alone) => {
      const buyers = index < 2 ? people : index === 2 ? [] : [alone];
      return buyers.map((person) => order(category, index, person, '10'));
    }),
  ]);
}

async function openShop(t: TestContext, env: Readonly<Record<string, string>> = {}) {
  const { service, key } = await openService(t, {
    rows: shopRows(),
    env: { MDQ_MIN_PEOPLE: '2', MDQ_DEFAULT_WEEKS: '1', ...env },
  });
  const call = async (path: string, { method = 'GET', accept = 'application/json' } = {}) => {
    const reply = await fetch(service.url + path, { method, headers: { 'x-api-key': key, accept } });
    const text = await reply.text();
    const charged = Number(reply.headers.get('x-points-charged'));
    const suppressed = reply.headers.get('x-suppressed');
    const data = text.startsWith('{') ? JSON.parse(text).data : undefined;
    return { status: reply.status, text, data, charged, suppressed };
  };
  const quoted = async (target: string) =>
    (await call(`/api/account/quote?path=${target.replace('?', '&')}`)).data.points;
  return { call, quoted };
}

test('a suppressed week is told from one without orders, in JSON and in CSV', async (t) => {
  const { call } = await openShop(t);
  const { data, charged } = await call(`${TREND}&${range(1, 3)}`);
  const point = (index: number, trade_count: number, total_amount: number) => ({
    month: `${week(index).slice(5).replace('-', '/')}-${formatDay(FIRST + 7 * index + 6)
      .slice(5)
      .replace('-', '/')}`,
    ...{ week_start: week(index), week_end: formatDay(FIRST + 7 * index + 6), total_amount, trade_count },
    avg_amount: trade_count === 0 ? 0 : total_amount / trade_count,
  });
  assert.deepEqual(data.trend, [point(1, 6, 60), point(2, 0, 0), { ...point(3, 0, 0), suppressed: true }]);
  assert.equal(charged, 150);
  const { text } = await call(`${TREND}&${range(2, 3)}`, { accept: 'text/csv' });
  const [header, zero, hidden] = text.split('\r\n');
  assert.match(header ?? '', /,avg_amount,suppressed$/);
  assert.match(zero ?? '', /,0,0,0,$/);
  assert.match(hidden ?? '', /,0,0,0,true$/);
});

test('key figures say of each period whether anything of it is shown, and x-suppressed counts both', async (t) => {
  const { call } = await openShop(t);
  const both = await call(`${FOCUS}&${range(3, 4)}`);
  // Cells and the restricted basis of two weeks; before them is one week of each kind of nothing.
  assert.deepEqual(
    [both.data.focus.suppressed, both.data.focus.audienceSuppressed, both.data.prevFocus.suppressed],
    [true, true, undefined],
  );
  assert.deepEqual([both.suppressed, both.charged], ['4', 90]);
  const one = await call(`${FOCUS}&${range(4, 4)}`);
  assert.deepEqual(
    [one.data.focus.suppressed, one.data.prevFocus.suppressed, one.data.prevFocus.audienceSuppressed],
    [true, true, true],
  );
  assert.equal(one.suppressed, '4');
  const none = await call(`${FOCUS}&${range(2, 2)}`);
  assert.deepEqual([none.data.focus.suppressed, none.data.focus.audienceSuppressed], [undefined, undefined]);
  const { text } = await call(`${FOCUS}&${range(4, 4)}`, { accept: 'text/csv' });
  assert.match(text.split('\r\n')[0] ?? '', /,arpu,suppressed,audienceSuppressed$/);
  assert.match(text.split('\r\n')[1] ?? '', /^current,Toys,.*,0,true,true$/);
});

test('growth lists a category of which nothing is shown, as suppressed', async (t) => {
  const { call } = await openShop(t);
  const { data, charged, suppressed } = await call(GROWTH);
  const hidden = (producttypename: string) => ({
    ...{ producttypename, current_amount: 0, previous_amount: 0, growth_rate: 0 },
    ...{ current_count: 0, previous_count: 0, count_growth_rate: 0, suppressed: true },
  });
  const food = { ...hidden('Food'), current_amount: 600, previous_amount: 600 };
  const { suppressed: _, ...shown } = { ...food, current_count: 6, previous_count: 6 };
  assert.deepEqual(data.items, [hidden('Books'), shown, hidden('Toys')]);
  // Its price is fixed.
  assert.deepEqual([charged, suppressed], [40, '4']);
  const { text } = await call(GROWTH, { accept: 'text/csv' });
  assert.match(text, /,count_growth_rate,suppressed\r\n.*,Books,.*,true\r\n/);
});

test('a call over days of which nothing is shown costs nothing, and its quote and HEAD have the usual price', async (t) => {
  const { call, quoted } = await openShop(t);
  for (const path of [TREND, FOCUS, RANKING]) {
    const target = `${path}&${range(4, 4)}`;
    const { status, charged } = await call(target);
    assert.deepEqual([status, charged], [200, 0], path);
    const price = await quoted(target);
    assert.ok(price > 0, path);
    assert.equal((await call(target, { method: 'HEAD' })).status, 200);
    // A published week before, a week without orders, or a week of both, is paid for.
    for (const paid of [range(1, 1), range(2, 2), range(1, 4)])
      assert.ok((await call(`${path}&${paid}`)).charged > 0, `${path}&${paid}`);
  }
  const usage = (await call('/api/account/usage')).data;
  assert.equal(usage.calls, 9);
});

test('without disclosure control no answer has the fields, the columns or the header', async (t) => {
  const { call } = await openShop(t, { MDQ_MIN_PEOPLE: '0' });
  for (const path of [TREND, FOCUS, GROWTH]) {
    const json = await call(path);
    const csv = await call(path, { accept: 'text/csv' });
    assert.doesNotMatch(json.text + csv.text, /uppressed/);
    assert.deepEqual([json.suppressed, csv.suppressed], [null, null]);
  }
});
