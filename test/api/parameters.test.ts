/** Which parameters a call takes, and what it is told about those it does not. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Answer, ask, assertCallerError, jsonOf } from '../support/http/raw-http.ts';
import { ENDPOINTS, PATHS } from '../support/reference/reference.ts';
import { DEFAULT_PERIOD, startOnYear } from '../support/year-of-orders.ts';

const FOCUS = '/api/public/market/focus';
const isDated = (path: (typeof PATHS)[number]) =>
  (ENDPOINTS[path].reads as readonly string[]).includes('start');

const service = await startOnYear();
after(() => service.stop());
const { key } = await service.createKey(1_000_000);

function call(path: string): Promise<Answer> {
  return ask(service.url + path, { headers: { 'x-api-key': key } });
}

/** Refused as the caller's mistake, for nothing, and with all of these names. */
async function assertRefused(path: string, ...names: readonly string[]): Promise<void> {
  const answer = await call(path);
  const msg = assertCallerError(answer);
  assert.deepEqual([answer.status, answer.headers['x-points-charged']], [400, '0'], answer.asked);
  for (const name of names) assert.match(msg, new RegExp(`\\b${name}\\b`), answer.asked);
}

const NO_DATES = [
  ...['2023-02-29', '1900-02-29', '2024-04-31', '2024-13-01', '2024-00-10', '2024-01-00', '2024-1-5'],
  ...['20240105', '2024/01/05', '2024-01-05T00:00', '12024-01-05', 'today', '0', '２０２４-01-05'],
];

test('a text that is no calendar date is refused by name and with the form it takes, on every path that takes dates', async () => {
  for (const name of ['start', 'end']) {
    for (const text of NO_DATES)
      await assertRefused(`${FOCUS}?${name}=${encodeURIComponent(text)}`, name, 'YYYY-MM-DD');
    for (const path of PATHS.filter(isDated)) await assertRefused(`${path}?${name}=2024-1-5`, name);
  }
});

test('a start after the end is refused, and an empty date is a missing one', async () => {
  for (const query of [
    'start=2024-05-02&end=2024-05-01',
    'start=2024-12-30',
    'start=9999-12-31&end=0001-01-01',
  ])
    await assertRefused(`${FOCUS}?${query}`, 'start', 'end');
  const cases: [query: string, dates: { start: string; end: string }][] = [
    ...['', 'start=&end=', 'end', 'start&end='].map(
      (query) => [query, DEFAULT_PERIOD] as [string, typeof DEFAULT_PERIOD],
    ),
    ['start=2024-12-01&end=', { start: '2024-12-01', end: DEFAULT_PERIOD.end }],
    // An end alone stands for the default number of weeks before it.
    ['end=2024-03-31', { start: '2024-01-08', end: '2024-03-31' }],
    ['start=2024-02-29&end=2024-02-29', { start: '2024-02-29', end: '2024-02-29' }],
    ['start=0001-01-01&end=9999-12-31', { start: '0001-01-01', end: '9999-12-31' }],
  ];
  for (const [query, dates] of cases) {
    const { data } = jsonOf(await call(`${FOCUS}?${query}`)) as { data: { start: string; end: string } };
    assert.deepEqual({ start: data.start, end: data.end }, dates, query);
  }
});

test('a parameter given twice is refused by name, however it is spelled', async () => {
  for (const [name, query] of [
    ['start', 'start=2024-05-01&start=2024-05-01'],
    ['start', 'st%61rt=2024-05-01&start='],
    ['end', '%65%6e%64=2024-05-01&end=2024-05-01'],
    ['category', 'category=Garden&foo=1&c%61tegory=Kitchen'],
  ] as const)
    await assertRefused(`${FOCUS}?${query}`, name);
  await assertRefused('/api/public/sub-market/focus?sub=a&sub=b', 'sub');
});

test('parameters that a path does not take are ignored, also when they make no sense', async () => {
  for (const path of PATHS.filter((each) => !isDated(each))) {
    const noisy = `${path}?start=tomorrow&end=2024-1-5&foo=1&foo=2&=&&x&constructor=1&__proto__=2`;
    const { status, text } = await call(noisy);
    assert.deepEqual([status, text], [200, (await call(path)).text], noisy);
  }
});

test('a name that does not exist is no error, whatever is in it: the default is used and echoed', async () => {
  for (const name of ["'; DROP TABLE orders; --", '\u0001', '𠮷'.repeat(500)]) {
    const answer = await call(`/api/public/meta/sub-categories?category=${encodeURIComponent(name)}`);
    const data = { category: 'Garden', subCategories: ['Garden tools'] };
    assert.deepEqual(jsonOf(answer), { code: 200, data }, answer.asked);
  }
});
