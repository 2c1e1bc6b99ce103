/** Which parameters a call takes, and what it is told about those it does not. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Answer, ask, assertCallerError, jsonOf } from '../support/http/raw-http.ts';
import { ENDPOINTS, PATHS } from '../support/reference/reference.ts';
import { DEFAULT_PERIOD, startOnYear } from '../support/year-of-orders.ts';

const FOCUS = '/api/public/market/focus';
const isDated = (path: (typeof PATHS)[number]) =>
  (ENDPOINTS[path].reads as readonly string[]).includes('start');
const DATED = PATHS.filter(isDated);
const UNDATED = PATHS.filter((path) => !isDated(path));

const service = await startOnYear();
after(() => service.stop());
const { key } = await service.createKey(1_000_000);

function call(path: string): Promise<Answer> {
  return ask(service.url + path, { headers: { 'x-api-key': key } });
}

type Dates = { start: string; end: string };

async function datesOf(query: string): Promise<Dates> {
  const answer = await call(`${FOCUS}?${query}`);
  const { data } = jsonOf(answer) as { data: Dates };
  assert.equal(answer.status, 200, `${answer.asked}: ${answer.text}`);
  return { start: data.start, end: data.end };
}

/** Refused as the caller's mistake, for nothing; returns the message. */
async function refusal(path: string): Promise<string> {
  const answer = await call(path);
  const msg = assertCallerError(answer);
  assert.equal(answer.status, 400, answer.asked);
  assert.equal(answer.headers['x-points-charged'], '0');
  return msg;
}

const NO_DATES = [
  '2023-02-29',
  '1900-02-29',
  '2024-02-30',
  '2024-04-31',
  '2024-13-01',
  '2024-00-10',
  '2024-01-00',
  '2024-01-32',
  '2024-1-5',
  '2024-01-5',
  '24-01-05',
  '20240105',
  '2024/01/05',
  '05-01-2024',
  '2024-01-05T00:00',
  '2024-01-05T00:00:00Z',
  '2024-W01-1',
  '-2024-01-05',
  '12024-01-05',
  '2024-01-05x',
  'today',
  '0',
  'null',
  '２０２４-01-05',
];

for (const name of ['start', 'end']) {
  test(`a text that is no calendar date is refused as ${name}, by name and with the form it takes`, async () => {
    for (const text of NO_DATES) {
      const msg = await refusal(`${FOCUS}?${name}=${encodeURIComponent(text)}`);
      assert.match(msg, new RegExp(`\\b${name}\\b`), text);
      assert.match(msg, /YYYY-MM-DD/, text);
    }
  });
}

test('every path that takes dates refuses one that is none', async () => {
  assert.ok(DATED.length > 0);
  for (const path of DATED) {
    assert.match(await refusal(`${path}?start=2024-1-5`), /\bstart\b/);
    assert.match(await refusal(`${path}?end=2024-1-5`), /\bend\b/);
  }
});

test('29 February of a leap year is a date', async () => {
  assert.deepEqual(await datesOf('start=2024-02-29&end=2024-03-01'), {
    start: '2024-02-29',
    end: '2024-03-01',
  });
  assert.deepEqual(await datesOf('start=2000-02-29&end=2000-02-29'), {
    start: '2000-02-29',
    end: '2000-02-29',
  });
});

test('an empty date is a missing one', async () => {
  for (const query of ['', 'start=&end=', 'start=', 'end', 'start&end=']) {
    assert.deepEqual(await datesOf(query), DEFAULT_PERIOD, query);
  }
  assert.deepEqual(await datesOf('start=2024-12-01&end='), { start: '2024-12-01', end: DEFAULT_PERIOD.end });
});

test('an end alone stands for the default number of weeks before it', async () => {
  assert.deepEqual(await datesOf('end=2024-03-31'), { start: '2024-01-08', end: '2024-03-31' });
});

test('a start after the end is refused, and the same day is not', async () => {
  for (const query of [
    'start=2024-05-02&end=2024-05-01',
    'start=2024-12-30',
    'start=9999-12-31&end=0001-01-01',
  ]) {
    const msg = await refusal(`${FOCUS}?${query}`);
    assert.match(msg, /\bstart\b/);
    assert.match(msg, /\bend\b/);
  }
  assert.deepEqual(await datesOf('start=2024-05-01&end=2024-05-01'), {
    start: '2024-05-01',
    end: '2024-05-01',
  });
});

test('a range far outside the data is echoed as asked', async () => {
  assert.deepEqual(await datesOf('start=0001-01-01&end=9999-12-31'), {
    start: '0001-01-01',
    end: '9999-12-31',
  });
});

test('a parameter given twice is refused by name, however it is spelled', async () => {
  const twice = {
    start: [
      'start=2024-05-01&start=2024-05-01',
      'start=2024-05-01&%73tart=2024-05-02',
      'st%61rt=2024-05-01&start=',
    ],
    end: ['end=2024-05-01&end=2024-05-02', '%65%6e%64=2024-05-01&end=2024-05-01'],
    category: ['category=Garden&category=Garden', 'category=Garden&foo=1&c%61tegory=Kitchen'],
  };
  for (const [name, queries] of Object.entries(twice)) {
    for (const query of queries) {
      assert.match(await refusal(`${FOCUS}?${query}`), new RegExp(`\\b${name}\\b`), query);
    }
  }
  assert.match(await refusal('/api/public/sub-market/focus?sub=a&sub=b'), /\bsub\b/);
});

test('parameters that a path does not take are ignored, also when they make no sense', async () => {
  assert.ok(UNDATED.length > 0);
  for (const path of UNDATED) {
    const plain = await call(path);
    const noisy = await call(
      `${path}?start=tomorrow&end=2024-1-5&foo=1&foo=2&=&&x&constructor=1&__proto__=2`,
    );
    assert.equal(noisy.status, 200, noisy.asked);
    assert.equal(noisy.text, plain.text, noisy.asked);
  }
});

test('a parameter in other letters is another parameter', async () => {
  assert.deepEqual(await datesOf('Start=2024-05-01&END=2024-05-02'), DEFAULT_PERIOD);
});

test('a plus and %20 both are the space in a name', async () => {
  for (const sub of ['Kitchen+tools', 'Kitchen%20tools', '%20Kitchen+tools++']) {
    const answer = await call(`/api/public/sub-market/focus?category=Kitchen&sub=${sub}`);
    const { data } = jsonOf(answer) as { data: { category: string; subCategory: string } };
    assert.deepEqual([data.category, data.subCategory], ['Kitchen', 'Kitchen tools'], sub);
  }
});

test('a name that does not exist is no error: the default is used and echoed', async () => {
  for (const name of ['Nowhere', 'kitchen', "'; DROP TABLE orders; --", '\u0001', '𠮷'.repeat(500)]) {
    const answer = await call(`/api/public/meta/sub-categories?category=${encodeURIComponent(name)}`);
    const data = { category: 'Garden', subCategories: ['Garden tools'] };
    assert.deepEqual(jsonOf(answer), { code: 200, data }, answer.asked);
  }
});
