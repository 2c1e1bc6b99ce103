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
  return Map.groupBy(lines, keyOf);
}

export function sumCents(lines: readonly Line[]): bigint {
  return lines.reduce((cents, line) => cents + line.cents, 0n);
}

/** How many different values there are; a blank one is nobody. */
function distinct(lines: readonly Line[], read: (line: Line) => string): number {
  const values = new Set(lines.map(read));
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
  return Array.from(groupBy(lines, nameOf), ([name, group]) => ({ name, group, cents: sumCents(group) }))
    .sort((a, b) => Number(b.cents - a.cents) || compareNames(a.name, b.name))
    .map(({ name, group }) => ({ name, ...totals(group) }));
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
    const both = [now.get(name) ?? [], before.get(name) ?? []] as const;
    const [current, previous] = [sumCents(both[0]), sumCents(both[1])];
    const [currentCount, previousCount] = [countOrders(both[0]), countOrders(both[1])];
    return {
      producttypename: name,
      ...{ current_amount: money(current), previous_amount: money(previous) },
      growth_rate: growthRate(current, previous),
      ...{ current_count: currentCount, previous_count: previousCount },
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
  const all = distinct(tagged, (line) => line.product);
  const named = tagged.flatMap(({ tags, product }) => tags.map((tag) => ({ ...tag, product })));
  const groups = Map.groupBy(named, ({ key, value }) => `${key}=${value}`).values();
  const items = Array.from(groups, (own) => {
    const [{ key, value } = { key: '', value: '' }] = own;
    const count = new Set(own.map(({ product }) => product)).size;
    return { key, value, count, percent: percent(count, all) };
  });
  items.sort((a, b) => b.count - a.count || compareNames(a.key, b.key) || compareNames(a.value, b.value));
  return items.slice(0, 10);
}

/** `lines` are those of the default period, of all sub-categories. A relation of fewer members is not listed. */
export function relatedPurchases(lines: readonly Line[], category: string, sub: string, fewest: number) {
  const isOwn = (line: Line) => line.category === category && line.sub === sub;
  const buyers = new Set(lines.filter(isOwn).map((line) => line.member));
  buyers.delete('');
  const others = lines.filter((line) => buyers.has(line.member) && !isOwn(line));
  const items = [...groupBy(others, (line) => line.category)].flatMap(([category, group]) =>
    Array.from(
      groupBy(group, (line) => line.sub),
      ([subCategory, bought]) => ({
        ...{ category, subCategory },
        memberCount: distinct(bought, (line) => line.member),
      }),
    ),
  );
  const top = items
    .filter(({ memberCount }) => memberCount >= fewest)
    .sort(
      (a, b) =>
        b.memberCount - a.memberCount ||
        compareNames(a.category, b.category) ||
        compareNames(a.subCategory, b.subCategory),
    )
    .slice(0, 5);
  const sum = top.reduce((total, item) => total + item.memberCount, 0);
  return top.map((item) => ({ ...item, percent: percent(item.memberCount, sum) }));
}

/** One coefficient for every default period begun by the days that lie inside coverage; 0 where there is none. */
export function dayCoefficient(range: Range, coverage: Range, weeks: number): number {
  const priced = shared(range, coverage);
  const periodDays = Math.max(7 * weeks, lengthOf(defaultPeriod(coverage, weeks)));
  return priced ? Math.ceil(lengthOf(priced) / periodDays) : 0;
}
