import {
  daysOf,
  defaultPeriod,
  formatDay,
  isInside,
  lengthOf,
  monthsTouching,
  type Range,
  shared,
  weeksTouching,
} from './reference-calendar.ts';
import type { Line } from './reference-lines.ts';

/** `numerator / denominator`, rounded half away from zero; nothing divided by zero. */
export function quotient(numerator: bigint, denominator: bigint, decimals: number): number {
  return Number(quotientText(numerator, denominator, decimals));
}

function quotientText(numerator: bigint, denominator: bigint, decimals: number): string {
  if (denominator === 0n) return quotientText(0n, 1n, decimals);
  const magnitude = (numerator < 0n ? -numerator : numerator) * 10n ** BigInt(decimals);
  let units = magnitude / denominator;
  if ((magnitude % denominator) * 2n >= denominator) units += 1n;
  const digits = String(units).padStart(decimals + 1, '0');
  const sign = numerator < 0n && units > 0n ? '-' : '';
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

export function money(cents: bigint): number {
  return quotient(cents, 100n, 2);
}

function percent(part: number, whole: number): number {
  return quotient(BigInt(part) * 100n, BigInt(whole), 1);
}

/** Code point order, which is not the order of UTF-16 units that `<` compares. */
export function compareNames(a: string, b: string): number {
  const left = Array.from(a, (character) => Number(character.codePointAt(0)));
  const right = Array.from(b, (character) => Number(character.codePointAt(0)));
  for (let i = 0; i < Math.min(left.length, right.length); i += 1) {
    const difference = Number(left[i]) - Number(right[i]);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

export function within(lines: readonly Line[], range: Range): Line[] {
  return lines.filter((line) => isInside(line.day, range));
}

export function groupBy<Key>(lines: readonly Line[], keyOf: (line: Line) => Key): Map<Key, Line[]> {
  const groups = new Map<Key, Line[]>();
  for (const line of lines) {
    const key = keyOf(line);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [line]);
    else group.push(line);
  }
  return groups;
}

export function sumCents(lines: readonly Line[]): bigint {
  let cents = 0n;
  for (const line of lines) cents += line.cents;
  return cents;
}

/** How many different values there are; a blank one is nobody. */
function distinct(lines: readonly Line[], read: (line: Line) => string): number {
  const values = new Set<string>();
  for (const line of lines) values.add(read(line));
  values.delete('');
  return values.size;
}

function countOrders(lines: readonly Line[]): number {
  return distinct(lines, (line) => line.order);
}

export function totals(lines: readonly Line[]) {
  const cents = sumCents(lines);
  const orders = countOrders(lines);
  return {
    total_amount: money(cents),
    trade_count: orders,
    avg_amount: quotient(cents, BigInt(orders) * 100n, 2),
  };
}

/** Every week, or month, with a day that lies in the range and in coverage, each with its whole figures. */
export function trend(
  lines: readonly Line[],
  range: Range,
  coverage: Range,
  granularity: 'week' | 'month',
  months = monthsTouching,
) {
  const priced = shared(range, coverage);
  if (!priced) return [];
  const linesOfDay = groupBy(lines, (line) => line.day);
  return (granularity === 'week' ? weeksTouching(priced) : months(priced)).map((span) => {
    const figures = totals(daysOf(span).flatMap((day) => linesOfDay.get(day) ?? []));
    const first = formatDay(span.first);
    const last = formatDay(span.last);
    if (granularity === 'month') return { span, month: first.slice(0, 7), ...figures };
    const label = `${first.slice(5).replace('-', '/')}-${last.slice(5).replace('-', '/')}`;
    return { span, month: label, week_start: first, week_end: last, ...figures };
  });
}

export function ranking(lines: readonly Line[], nameOf: (line: Line) => string) {
  const entries = Array.from(groupBy(lines, nameOf), ([name, group]) => ({
    name,
    cents: sumCents(group),
    group,
  }));
  entries.sort((a, b) => Number(b.cents - a.cents) || compareNames(a.name, b.name));
  return entries.map(({ name, group }) => ({ name, ...totals(group) }));
}

export function overviewRanking(lines: readonly Line[], subLines: readonly Line[]) {
  return ranking(lines, (line) => line.category).map((item) => {
    const own = subLines.filter((line) => line.category === item.name);
    const subs = ranking(own, (line) => line.sub).map((sub) => sub.name);
    return { ...item, producttypename: item.name, top_subs: subs.slice(0, 3) };
  });
}

function growthRate(current: bigint, previous: bigint): number {
  if (previous === 0n) return current > 0n ? 100 : 0;
  return quotient((current - previous) * 100n, previous, 1);
}

/** Categories of which nothing is shown in either period are listed, too. */
export function growth(current: readonly Line[], previous: readonly Line[], hidden: readonly string[] = []) {
  const now = groupBy(current, (line) => line.category);
  const before = groupBy(previous, (line) => line.category);
  const names = new Set([...now.keys(), ...before.keys(), ...hidden]);
  const items = Array.from(names, (name) => {
    const nowLines = now.get(name) ?? [];
    const beforeLines = before.get(name) ?? [];
    const currentCount = countOrders(nowLines);
    const previousCount = countOrders(beforeLines);
    return {
      producttypename: name,
      current_amount: money(sumCents(nowLines)),
      previous_amount: money(sumCents(beforeLines)),
      growth_rate: growthRate(sumCents(nowLines), sumCents(beforeLines)),
      current_count: currentCount,
      previous_count: previousCount,
      count_growth_rate: growthRate(BigInt(currentCount), BigInt(previousCount)),
      ...(hidden.includes(name) && { suppressed: true }),
    };
  });
  return items.sort(
    (a, b) =>
      b.growth_rate - a.growth_rate ||
      b.count_growth_rate - a.count_growth_rate ||
      compareNames(a.producttypename, b.producttypename),
  );
}

/** An order with two methods counts under both, so the shares are of the sum of the counts. */
export function payment(lines: readonly Line[]) {
  const items = Array.from(
    groupBy(lines, (line) => line.method),
    ([name, group]) => ({ name, count: countOrders(group) }),
  );
  items.sort((a, b) => b.count - a.count || compareNames(a.name, b.name));
  const sum = items.reduce((total, item) => total + item.count, 0);
  return items.map((item) => ({
    ...item,
    percent: `${quotientText(BigInt(item.count) * 100n, BigInt(sum), 1)}%`,
  }));
}

/** Lines paid by an audience method that carry a member. */
export function isOnBasis(line: Line, audienceMethods: readonly string[]): boolean {
  return audienceMethods.includes(line.method) && line.member !== '';
}

export function focus(
  lines: readonly Line[],
  audienceMethods: readonly string[],
  isBasisShown: (line: Line) => boolean,
) {
  const cents = sumCents(lines);
  const orders = countOrders(lines);
  const restricted = lines.filter((line) => isOnBasis(line, audienceMethods) && isBasisShown(line));
  const members = distinct(restricted, (line) => line.member);
  return {
    tradeCount: orders,
    totalAmount: money(cents),
    avgAmount: quotient(cents, BigInt(orders) * 100n, 2),
    merchantCount: distinct(lines, (line) => line.merchant),
    audienceCount: members,
    audienceTradeCount: countOrders(restricted),
    audienceAmount: money(sumCents(restricted)),
    frequency: quotient(BigInt(countOrders(restricted)), BigInt(members), 2),
    arpu: quotient(sumCents(restricted), BigInt(members) * 100n, 2),
  };
}

export function tags(lines: readonly Line[]) {
  const tagged = lines.filter((line) => line.tags.length > 0);
  const products = new Map<string, { key: string; value: string; products: Set<string> }>();
  for (const line of tagged) {
    for (const { key, value } of line.tags) {
      const entry = products.get(`${key}=${value}`) ?? { key, value, products: new Set() };
      entry.products.add(line.product);
      products.set(`${key}=${value}`, entry);
    }
  }
  const taggedProducts = distinct(tagged, (line) => line.product);
  const items = Array.from(products.values(), (entry) => ({
    key: entry.key,
    value: entry.value,
    count: entry.products.size,
    percent: percent(entry.products.size, taggedProducts),
  }));
  items.sort((a, b) => b.count - a.count || compareNames(a.key, b.key) || compareNames(a.value, b.value));
  return items.slice(0, 10);
}

/** `lines` are those of the default period, of all sub-categories. A relation of fewer members is not listed. */
export function relatedPurchases(lines: readonly Line[], category: string, sub: string, fewest: number) {
  const isOwn = (line: Line) => line.category === category && line.sub === sub;
  const buyers = new Set(lines.filter(isOwn).map((line) => line.member));
  buyers.delete('');
  const others = lines.filter((line) => buyers.has(line.member) && !isOwn(line));
  const items: { category: string; subCategory: string; memberCount: number }[] = [];
  for (const [otherCategory, group] of groupBy(others, (line) => line.category)) {
    for (const [otherSub, bought] of groupBy(group, (line) => line.sub)) {
      const memberCount = distinct(bought, (line) => line.member);
      if (memberCount >= fewest) items.push({ category: otherCategory, subCategory: otherSub, memberCount });
    }
  }
  items.sort(
    (a, b) =>
      b.memberCount - a.memberCount ||
      compareNames(a.category, b.category) ||
      compareNames(a.subCategory, b.subCategory),
  );
  const top = items.slice(0, 5);
  const sum = top.reduce((total, item) => total + item.memberCount, 0);
  return top.map((item) => ({ ...item, percent: percent(item.memberCount, sum) }));
}

/** One coefficient for every default period begun by the days that lie inside coverage; 0 where there is none. */
export function dayCoefficient(range: Range, coverage: Range, weeks: number): number {
  const priced = shared(range, coverage);
  const periodDays = Math.max(7 * weeks, lengthOf(defaultPeriod(coverage, weeks)));
  return priced ? Math.ceil(lengthOf(priced) / periodDays) : 0;
}
