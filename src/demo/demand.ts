import { type Day, type DayRange, daysIn, mondayOf } from '../lib/calendar.ts';
import { CATALOGUE } from './catalogue.ts';
import { itemAt, type Random } from './random.ts';
import { MARKET_LIFTS, SEASONS, seasonStrengths } from './seasons.ts';
import type { Shelf } from './shop.ts';

/** Monday to Sunday. */
const WEEKDAYS = [1.0, 0.95, 0.94, 0.96, 0.93, 1.06, 1.16];
const DAYS_PER_YEAR = 365.25;

/** What a day asks for. */
export interface DayDemand {
  readonly day: Day;
  readonly orders: number;
  /** Running totals of demand by shelf. */
  readonly totals: Float64Array;
  /** How much of a one-day sale it is, from 0 to 1. */
  readonly sale: number;
}

/** The days of a range, with exactly so many orders shared out among them. */
export function dailyDemand(
  random: Random,
  shop: readonly Shelf[],
  range: DayRange,
  orders: number,
): DayDemand[] {
  const strengths = seasonStrengths(range);
  const bases = shopBases(shop);
  const days = Array.from({ length: daysIn(range) }, (_, offset) => {
    const day = range.start + offset;
    const strength = strengths.subarray(offset * SEASONS.length, (offset + 1) * SEASONS.length);
    const totals = new Float64Array(shop.length);
    let total = 0;
    for (const [shelf, { base, growth, lifts }] of bases.entries()) {
      let demand = base * growth ** ((day - (range.start + range.end) / 2) / DAYS_PER_YEAR);
      for (let season = 0; season < lifts.length; season++) {
        demand *= 1 + (lifts[season] ?? 0) * (strength[season] ?? 0);
      }
      total += demand;
      totals[shelf] = total;
    }
    const mood = 0.94 + 0.12 * random();
    return {
      day,
      totals,
      weight: total * itemAt(WEEKDAYS, day - mondayOf(day)) * mood,
      sale: strength[SEASONS.indexOf('doubleEleven')] ?? 0,
    };
  });
  const whole = days.reduce((sum, { weight }) => sum + weight, 0);
  let before = 0;
  return days.map(({ day, totals, weight, sale }) => {
    const from = Math.round((before / whole) * orders);
    before += weight;
    return { day, totals, sale, orders: Math.round((before / whole) * orders) - from };
  });
}

function shopBases(shop: readonly Shelf[]) {
  const shelfWeight = CATALOGUE.map(({ subs }) => subs.reduce((sum, { weight }) => sum + weight, 0));
  return shop.map(({ sub, category }) => {
    const { weight, growth, lifts } = itemAt(CATALOGUE, category);
    const all = { ...MARKET_LIFTS, ...lifts, ...sub.lifts };
    return {
      base: (weight * sub.weight) / itemAt(shelfWeight, category),
      growth: 1 + growth,
      lifts: Float64Array.from(SEASONS, (season) => all[season] ?? 0),
    };
  });
}
