import { type Day, type DayRange, daysIn, formatDay, mondayOf } from '../lib/calendar.ts';
import type { DemoLanguage } from '../lib/language.ts';
import { Checkout } from './checkout.ts';
import { dailyDemand } from './demand.ts';
import { Members } from './members.ts';
import { below, pickWeighted, type Random, runningTotals, seededRandom } from './random.ts';
import { stockShop } from './shop.ts';

const SEED = 20_260_609;
const ORDERS = 300_000;
/** The fewest full weeks that always hold 18 months. */
const WEEKS = 79;
const CHUNK_CHARACTERS = 200_000;
/** The share of all members that had joined before the first day. */
const JOINED_BEFORE = 0.75;

const HEADER =
  'order_id,ordered_at,category,sub_category,product_id,product_name,tags,amount,payment_method,merchant_id,member_id\n';

/** Orders of the hours from midnight on: lunch breaks and evenings, and on weekends the afternoons too. */
const WORKDAY_HOURS = runningTotals([
  3.2, 1.8, 1, 0.6, 0.4, 0.5, 1, 2, 3.2, 4.2, 4.8, 5, 6.6, 5.6, 4.6, 4.4, 4.4, 4.6, 5, 6, 7.6, 9, 8.8, 5.8,
]);
const WEEKEND_HOURS = runningTotals([
  3.8, 2.4, 1.4, 0.8, 0.5, 0.4, 0.7, 1.4, 2.6, 4, 5.2, 5.8, 5.8, 5.8, 6, 6.2, 6, 5.6, 5.2, 6, 7.4, 8.4, 7.8,
  5,
]);

/** Order lines of an invented Taiwanese marketplace, as CSV in chunks: 79 weeks that end on the Sunday `until`. */
export function* demoOrders(until: Day, language: DemoLanguage = 'en'): Generator<string> {
  const random = seededRandom(SEED);
  const shop = stockShop(random, language);
  const checkout = new Checkout(random, shop, new Members(random, shop), language);
  const range: DayRange = { start: until + 1 - 7 * WEEKS, end: until };
  let chunk = HEADER;
  for (const demand of dailyDemand(random, shop, range, ORDERS)) {
    const date = formatDay(demand.day);
    const idStart = `${date.replaceAll('-', '')}-`;
    const joined = JOINED_BEFORE + (1 - JOINED_BEFORE) * ((demand.day + 1 - range.start) / daysIn(range));
    for (const [n, second] of orderTimes(random, demand.day, demand.orders).entries()) {
      const head = `${idStart}${100_001 + n},${date}T${timeText(second)},`;
      chunk += checkout.order(head, demand, joined);
      if (chunk.length >= CHUNK_CHARACTERS) {
        yield chunk;
        chunk = '';
      }
    }
  }
  if (chunk !== '') yield chunk;
}

/** Seconds since midnight, in order. */
function orderTimes(random: Random, day: Day, count: number): Int32Array {
  const hours = day - mondayOf(day) >= 5 ? WEEKEND_HOURS : WORKDAY_HOURS;
  const times = new Int32Array(count);
  for (let i = 0; i < count; i++) times[i] = pickWeighted(random, hours) * 3600 + below(random, 3600);
  return times.sort();
}

const TWO_DIGITS = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'));

function timeText(second: number): string {
  const minute = Math.floor(second / 60);
  return `${TWO_DIGITS[Math.floor(minute / 60)]}:${TWO_DIGITS[minute % 60]}:${TWO_DIGITS[second % 60]}`;
}
