import { growthCases, halves, outsideDefaultPeriod, readingTraps, row, twins } from './made-cases.ts';
import { type Random, seededRandom } from './random.ts';
import { type Day, daysOf, formatDay, isInside, parseDay } from './reference-calendar.ts';
import { cleanName, parseCents, type RawRow, readLines } from './reference-lines.ts';

/** The business time zone in which the made rows are meant to be read. */
export const MADE_TIME_ZONE = 'Asia/Taipei';

/** Coverage begins on a Wednesday, ends on a Thursday, and has a New Year on a Wednesday. */
const MADE_COVERAGE = { first: parseDay('2024-08-07'), last: parseDay('2025-05-15') };

const EMPTY_WEEKS = [
  { first: parseDay('2024-10-14'), last: parseDay('2024-10-20') },
  { first: parseDay('2025-03-03'), last: parseDay('2025-03-09') },
];

const CATALOG: readonly (readonly [string, readonly string[]])[] = [
  ['食品', ['飲料', '零食', 'Beans', '罐頭', '麵']],
  ['Café', ['Crème brûlée', 'Beans', 'Gifts']],
  ['Home', ['Gifts', 'Lamps', 'Ångström lights']],
  ['한국', ['김치', 'Gifts']],
];

const METHODS = ['Credit card', 'Credit card installment', 'Debit card', 'Bank transfer', '行動支付', ''];
const TAG_VALUES = ['a', 'b', 'c', '紅', 'Ｚ', '🎁'];

/** A few thousand order lines over nine months, the same on every run. */
export function madeRows(): RawRow[] {
  const random = seededRandom(20_240_807);
  const cases = [...twins(), ...growthCases(), ...outsideDefaultPeriod(), ...halves(), ...readingTraps()];
  return random.shuffle([...everyday(random), ...cases]);
}

/** The made orders of these days, and of no others. */
export function madeRowsBetween(first: string, last: string): RawRow[] {
  const rows = madeRows();
  const lines = readLines(rows, MADE_TIME_ZONE);
  const range = { first: parseDay(first), last: parseDay(last) };
  return rows.filter((_, i) => isInside(Number(lines[i]?.day), range));
}

function everyday(random: Random): RawRow[] {
  const rows: RawRow[] = [];
  for (const day of daysOf(MADE_COVERAGE)) {
    if (EMPTY_WEEKS.some((week) => day >= week.first && day <= week.last) || random.chance(0.15)) continue;
    const orders = 1 + random.below(7);
    for (let i = 0; i < orders; i += 1) rows.push(...madeOrder(random, `o-${formatDay(day)}-${i}`, day));
  }
  return rows;
}

function madeOrder(random: Random, orderId: string, day: Day): RawRow[] {
  const method = random.pick(METHODS);
  const member = random.chance(0.2) ? '' : `m${random.below(140)}`;
  const merchant = random.chance(0.15) ? '' : `s${random.below(18)}`;
  const spreads = random.chance(0.15);
  const rows: RawRow[] = [];
  const count = 1 + random.below(4);
  for (let i = 0; i < count; i += 1) {
    const [category, subs] = random.pick(CATALOG);
    const product = random.below(14);
    // Some orders are of several members.
    const isShared = i > 0 && product === 13;
    // Only the first line is sure to be on the order's day; later ones must not stretch an order into a gap.
    const made = row({
      order_id: orderId,
      ordered_at: moment(random, i > 0 && spreads ? day + random.below(9) : day),
      ...{ category: spelled(random, category), sub_category: spelled(random, random.pick(subs)) },
      product_id: `p${product}`,
      product_name: random.pick(['', 'plain', 'comma, "quoted"', 'two\nlines', '名前']),
      tags: madeTags(random, product),
      amount: written(random, random.chance(0.08) ? 0 : random.below(30_000)),
      payment_method: random.chance(0.1) ? random.pick(METHODS) : method,
      merchant_id: random.chance(0.05) ? '' : merchant,
      member_id: random.chance(0.05) ? '' : isShared && member !== '' ? `m${(day + i) % 140}` : member,
    });
    rows.push(made);
    if (random.chance(0.03)) rows.push(made);
  }
  return rows;
}

/** The same Taipei day in the ways a file may say it. */
function moment(random: Random, day: Day): string {
  const today = formatDay(day);
  const yesterday = formatDay(day - 1);
  return random.pick([
    today,
    today,
    `${today}T10:15:00`,
    `${today}T23:59:59`,
    `${today}T00:30:00+08:00`,
    `${today}T23:59:59.999+08:00`,
    `${yesterday}T16:00:00Z`,
    `${yesterday}T23:10:00.5Z`,
    `${today}T15:59:59Z`,
    `${yesterday}T12:30:00-05:00`,
    `${formatDay(day + 1)}T00:59:59+09:00`,
  ]);
}

/** A name as it is, decomposed, or with spaces around it. */
function spelled(random: Random, name: string): string {
  const form = random.chance(0.2) ? name.normalize('NFD') : name;
  return random.chance(0.1) ? `  ${form} ` : form;
}

function written(random: Random, cents: number): string {
  const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
  return random.pick([text, text, `${text}0`, text.replace(/\.?0+$/, '') || '0']);
}

function madeTags(random: Random, product: number): string {
  if (product < 3) return '';
  const tags = [`type=${TAG_VALUES[product % 4]}`];
  if (random.chance(0.4)) tags.push(`type=${random.pick(TAG_VALUES)}`);
  if (random.chance(0.3)) tags.push(`用途=${random.pick(TAG_VALUES)}`);
  if (product % 2 === 0) tags.push('season=all year');
  return random.chance(0.2) ? '' : tags.join(';');
}

/**
 * A second delivery: orders moved to other days and categories, with other amounts or fewer lines; new orders
 * that stretch coverage; and a category whose every order is sent again under another name.
 */
export function resentRows(earlier: readonly RawRow[]): RawRow[] {
  const random = seededRandom(7);
  const rows: RawRow[] = [];
  for (const lines of Map.groupBy(earlier, (line) => line.order_id).values()) {
    if (lines.some((line) => cleanName(line.category) === 'Faded')) {
      rows.push(...lines.map((line) => ({ ...line, category: 'Renamed' })));
    } else if (random.chance(0.12)) {
      rows.push(...changed(random, lines));
    }
  }
  const later = { first: MADE_COVERAGE.last + 1, last: MADE_COVERAGE.last + 12 };
  for (const day of daysOf(later)) rows.push(...madeOrder(random, `later-${formatDay(day)}`, day));
  return rows;
}

function changed(random: Random, lines: readonly RawRow[]): RawRow[] {
  const [category, subs] = random.pick(CATALOG);
  return random.pick([
    () => lines.map((line) => ({ ...line, ordered_at: formatDay(MADE_COVERAGE.last - random.below(120)) })),
    () => lines.map((line) => ({ ...line, category, sub_category: random.pick(subs) })),
    () => lines.map((line) => ({ ...line, amount: String(parseCents(line.amount) % 1000n) })),
    () => lines.slice(0, 1),
  ])();
}
