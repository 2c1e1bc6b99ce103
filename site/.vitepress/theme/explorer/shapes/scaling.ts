import type { Drawn, Figures } from '../panel.ts';
import type { Scale } from '../state/view.ts';
import { FIELDS } from './measures.ts';
import { isShown } from './shown.ts';
import type { Trend, TrendPoint } from './trend-lines.ts';

/** A trend in other terms than its figures: against its own first week, or against the whole market. */
export interface Scaling {
  readonly name: 'index' | 'share';
  readonly field: (typeof FIELDS)[keyof typeof FIELDS];
  /** For the weeks of one line; undefined where there is nothing to measure by. */
  over(weeks: readonly TrendPoint[]): (point: TrendPoint) => number | undefined;
  /** What a week is measured by, where that is not a week of its own line. */
  by(point: TrendPoint): TrendPoint | undefined;
  text(value: number): string;
  axis(value: number): string;
  /** Where that is not the change of the figures. */
  change?(now: number, before: number): string;
}

/** Undefined for figures as they are, and as long as a share has nothing to be measured by. */
export function scalingOf(
  { market }: Figures<Trend>,
  scale: Scale,
  { metric, locale: { format, words }, coverage }: Drawn,
): Scaling | undefined {
  const field = FIELDS[metric];
  if (scale === 'index') {
    // A week that the data begin or end in would make all others too large.
    const isWhole = ({ week_start = coverage.start, week_end = coverage.end }: TrendPoint) =>
      week_start >= coverage.start && week_end <= coverage.end;
    return {
      name: scale,
      field,
      over(weeks) {
        const first = weeks.find((point) => point[field] > 0 && isWhole(point))?.[field];
        return (point) => first && (point[field] / first) * 100;
      },
      by: () => undefined,
      text: format.decimal,
      axis: format.compact,
    };
  }
  if (scale !== 'share' || !market) return undefined;
  const weekOf = ({ week_start, month }: TrendPoint) => week_start ?? month;
  const weeks = new Map(market.trend.filter(isShown).map((point) => [weekOf(point), point]));
  const by = (point: TrendPoint) => weeks.get(weekOf(point));
  return {
    name: scale,
    field,
    over: () => (point) => {
      const whole = by(point)?.[field];
      return whole && (point[field] / whole) * 100;
    },
    by,
    text: (value) => `${format.decimal(value)}%`,
    axis: format.percent,
    change: (now, before) => words.chart.percentagePoints(format.difference(now - before)),
  };
}
