import { type Day, firstOfMonth, firstOfNextMonth } from '../../../../src/lib/calendar.ts';

/** Round numbers from zero to a little over the highest value. */
export function valueTicks(highest: number, most = 4): number[] {
  if (!(highest > 0)) return [0, 1];
  const rough = highest / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? rough;
  const steps = Math.ceil(highest / step - 1e-9);
  return Array.from({ length: steps + 1 }, (_, index) => step * index);
}

interface MonthTick {
  readonly day: Day;
  readonly year: number;
  readonly month: number;
}

/** The first days of months from `start` to `end`, at most so many, evenly thinned out. */
export function monthTicks(start: Day, end: Day, most: number): MonthTick[] {
  const first = firstOfMonth(start) === start ? start : firstOfNextMonth(start);
  const ticks: MonthTick[] = [];
  for (let day = first; day <= end; day = firstOfNextMonth(day)) {
    const date = new Date(day * 86_400_000);
    ticks.push({ day, year: date.getUTCFullYear(), month: date.getUTCMonth() + 1 });
  }
  // January stays whatever is left out, because it names the year.
  const every = [1, 2, 3, 4, 6, 12].find((step) => ticks.length / step <= most) ?? 12;
  return ticks.filter(({ month }) => (month - 1) % every === 0);
}
