/** Demo data is deterministic, well-formed CSV with orders on every day of 18 months, in both languages. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { formatDay, parseDay } from '../lib/calendar.ts';
import type { DemoLanguage } from '../lib/language.ts';
import { demoOrders } from './demo-orders.ts';

const UNTIL = parseDay('2026-11-15') ?? 0;
const FIRST_MONDAY = '2025-05-12';
const EIGHTEEN_MONTHS_BEFORE = parseDay('2025-05-16') ?? 0;

const HEADER =
  'order_id,ordered_at,category,sub_category,product_id,product_name,tags,amount,payment_method,merchant_id,member_id\n';
/** A line whose text needs no quotes, with a positive amount of at most two decimals; captures the columns, those of words apart. */
const LINE =
  /(\d{8}-\d{6}),([-\d]{10})T(\d\d:\d\d:\d\d),([^,"\r\n]+),([^,"\r\n]+),(P\d+),[^,"\r\n]+,[^,"\r\n]*,([1-9]\d*(?:\.\d\d)?),[^,"\r\n]+,((?:S\d+)?,(?:M\d+)?)\n/y;

const survey = surveyOrders('en');
const chinese = surveyOrders('zh-TW');

test('two runs make the same bytes', () => {
  const first = () => demoOrders(UNTIL).take(20).toArray().join('');
  assert.equal(first(), first());
});

test('the header comes first, and every line after it is well formed and needs no quotes', () => {
  assert.ok(survey.startsWithHeader);
  assert.deepEqual(survey.malformed, []);
});

test('there are about 300,000 orders of one to six lines', () => {
  assert.ok(survey.orders >= 295_000 && survey.orders <= 305_000, `${survey.orders} orders`);
  assert.ok(survey.lines >= 550_000 && survey.lines <= 650_000, `${survey.lines} lines`);
  assert.ok(survey.mostLines <= 6);
});

test('every day of the 18 months has orders, from a Monday to the last Sunday', () => {
  for (let day = EIGHTEEN_MONTHS_BEFORE; day <= UNTIL; day++) {
    assert.ok(survey.days.has(formatDay(day)), `no orders on ${formatDay(day)}`);
  }
  const days = [...survey.days].sort();
  assert.deepEqual([days[0], days.at(-1)], [FIRST_MONDAY, formatDay(UNTIL)]);
});

test('categories are many, with four to twelve sub-categories each', () => {
  assert.ok(survey.subs.size >= 12);
  for (const [name, subs] of survey.subs) {
    assert.ok(subs.size >= 4 && subs.size <= 12, `${name} has ${subs.size}`);
  }
});

test('in English every word is English', () => {
  assert.deepEqual(survey.foreign, []);
});

test('in Chinese every category and sub-category has a Chinese name', () => {
  const names = [...chinese.subs].flatMap(([category, subs]) => [category, ...subs]);
  assert.deepEqual(
    names.filter((name) => !/\p{Script=Han}/u.test(name)),
    [],
  );
  assert.equal(
    names.length,
    [...survey.subs].reduce((sum, [, subs]) => sum + 1 + subs.size, 0),
  );
});

test('it is the same shop in both languages: only words differ', () => {
  assert.equal(chinese.figures, survey.figures);
  assert.notEqual(chinese.digest, survey.digest);
});

test('a sub-category name stands under more than one category', () => {
  for (const [{ subs }, name] of [[survey, 'Accessories'] as const, [chinese, '禮盒'] as const]) {
    assert.ok([...subs.values()].filter((holder) => holder.has(name)).length > 1, name);
  }
});

function surveyOrders(language: DemoLanguage) {
  const hash = createHash('sha256');
  const figures = createHash('sha256');
  const foreign: string[] = [];
  const days = new Set<string>();
  const subs = new Map<string, Set<string>>();
  const malformed: string[] = [];
  let startsWithHeader = false;
  let lines = 0;
  let orders = 0;
  let size = 0;
  let mostLines = 0;
  let previous = '';
  for (const chunk of demoOrders(UNTIL, language)) {
    hash.update(chunk);
    if (lines === 0) startsWithHeader = chunk.startsWith(HEADER);
    let end = lines === 0 ? HEADER.length : 0;
    while (end < chunk.length) {
      LINE.lastIndex = end;
      const found = LINE.exec(chunk);
      if (!found) {
        malformed.push(chunk.slice(end, chunk.indexOf('\n', end)));
        break;
      }
      end = LINE.lastIndex;
      const [line, order = '', day = '', time, category = '', sub = '', product, amount, people] = found;
      figures.update(`${order},${time},${product},${amount},${people}\n`);
      if (foreign.length < 5 && /[^\x20-\x7e\n]/.test(line)) foreign.push(line);
      lines += 1;
      size = order === previous ? size + 1 : 1;
      mostLines = Math.max(mostLines, size);
      if (size === 1) {
        orders += 1;
        days.add(day);
      }
      previous = order;
      const known = subs.get(category);
      if (known) known.add(sub);
      else subs.set(category, new Set([sub]));
    }
  }
  return {
    digest: hash.digest('hex'),
    figures: figures.digest('hex'),
    startsWithHeader,
    malformed,
    foreign,
    lines,
    orders,
    mostLines,
    days,
    subs,
  };
}
