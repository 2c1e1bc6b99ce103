import { type Day, type DayRange, daysIn, formatDay } from '../lib/calendar.ts';

export const SEASONS = [
  'midYearSale',
  'doubleEleven',
  'doubleTwelve',
  'lunarNewYear',
  'lunarHoliday',
  'mothersDay',
  'fathersDay',
  'ghostFestival',
  'midAutumn',
  'schoolStart',
  'christmas',
  'summer',
  'winter',
] as const;

export type Season = (typeof SEASONS)[number];

/** By how much a season lifts demand at its peak: 0.5 is half as much again, 2 is three times. */
export type Lifts = Partial<Record<Season, number>>;

/** What every category feels unless it says otherwise. */
export const MARKET_LIFTS: Lifts = {
  midYearSale: 0.7,
  doubleEleven: 1.9,
  doubleTwelve: 1.1,
  lunarHoliday: -0.45,
};

/** Demand rises from `opens` to `peaks` and is gone at `closes`, in days from the date. */
interface Festival {
  readonly date: (year: number) => Day;
  readonly opens: number;
  readonly peaks: number;
  readonly closes: number;
  /** How much of the lift the run-up gets when the rest falls on the date alone, as in a one-day sale. */
  readonly runUp?: number;
}

const FESTIVALS: Partial<Record<Season, Festival>> = {
  midYearSale: { date: (year) => dayOf(year, 6, 18), opens: -10, peaks: 0, closes: 2, runUp: 0.4 },
  doubleEleven: { date: (year) => dayOf(year, 11, 11), opens: -11, peaks: 0, closes: 3, runUp: 0.35 },
  doubleTwelve: { date: (year) => dayOf(year, 12, 12), opens: -8, peaks: 0, closes: 2, runUp: 0.35 },
  lunarNewYear: { date: (year) => lunarDay('1/1', dayOf(year, 1, 20)), opens: -33, peaks: -8, closes: -1 },
  lunarHoliday: { date: (year) => lunarDay('1/1', dayOf(year, 1, 20)), opens: -3, peaks: 0, closes: 6 },
  mothersDay: { date: secondSundayOfMay, opens: -19, peaks: -4, closes: 1 },
  fathersDay: { date: (year) => dayOf(year, 8, 8), opens: -14, peaks: -3, closes: 1 },
  ghostFestival: { date: (year) => lunarDay('7/15', dayOf(year, 8, 5)), opens: -18, peaks: -4, closes: 1 },
  midAutumn: { date: (year) => lunarDay('8/15', dayOf(year, 9, 5)), opens: -24, peaks: -5, closes: 1 },
  schoolStart: { date: (year) => dayOf(year, 9, 1), opens: -20, peaks: -3, closes: 8 },
  christmas: { date: (year) => dayOf(year, 12, 25), opens: -24, peaks: -6, closes: 0 },
};

/** The middle of the half year that a season swings over. */
const SWINGS: Partial<Record<Season, { readonly month: number; readonly day: number }>> = {
  summer: { month: 7, day: 20 },
  winter: { month: 1, day: 15 },
};

/** How strong each season is on each day, from 0 to 1: a row of `SEASONS.length` per day. */
export function seasonStrengths(range: DayRange): Float64Array {
  const strengths = new Float64Array(daysIn(range) * SEASONS.length);
  const paint = (day: Day, season: number, strength: number) => {
    if (day >= range.start && day <= range.end) {
      strengths[(day - range.start) * SEASONS.length + season] = strength;
    }
  };
  for (let year = yearOf(range.start); year <= yearOf(range.end) + 1; year++) {
    for (const [season, name] of SEASONS.entries()) {
      const festival = FESTIVALS[name];
      if (festival) paintFestival(festival, year, (day, strength) => paint(day, season, strength));
      const swing = SWINGS[name];
      if (swing) {
        const middle = dayOf(year, swing.month, swing.day);
        for (let offset = -91; offset <= 91; offset++) {
          paint(middle + offset, season, Math.cos((2 * Math.PI * offset) / 365));
        }
      }
    }
  }
  return strengths;
}

function paintFestival(festival: Festival, year: number, paint: (day: Day, strength: number) => void): void {
  const { opens, peaks, closes, runUp = 1 } = festival;
  const date = festival.date(year);
  for (let offset = opens + 1; offset < closes; offset++) {
    const slope = offset <= peaks ? (offset - opens) / (peaks - opens) : (closes - offset) / (closes - peaks);
    paint(date + offset, runUp < 1 && offset === 0 ? 1 : slope * runUp);
  }
}

function dayOf(year: number, month: number, day: number): Day {
  return Date.UTC(year, month - 1, day) / 86_400_000;
}

function yearOf(day: Day): number {
  return Number(formatDay(day).slice(0, 4));
}

function secondSundayOfMay(year: number): Day {
  const first = dayOf(year, 5, 1);
  // 1970-01-04 was a Sunday.
  return first + ((((3 - first) % 7) + 7) % 7) + 7;
}

const LUNAR = new Intl.DateTimeFormat('en-u-ca-chinese', {
  month: 'numeric',
  day: 'numeric',
  timeZone: 'UTC',
});

/** The first day from `from` on that is this month and day of the lunar calendar. */
function lunarDay(monthAndDay: string, from: Day): Day {
  for (let day = from; day < from + 400; day++) {
    if (LUNAR.format(day * 86_400_000) === monthAndDay) return day;
  }
  throw new RangeError(`no lunar ${monthAndDay} in the year after ${formatDay(from)}`);
}
