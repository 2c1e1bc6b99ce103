import type { Trend, TrendPoint } from './trend-lines.ts';

/** How many cells behind each answer are closed, by its data: what `x-suppressed` told of it. */
export type ClosedCells = ReadonlyMap<unknown, number>;

/** `maybe`: it has no orders, or is closed; the service does not tell which. */
type Shown = 'yes' | 'no' | 'maybe';

/**
 * Whether a week of a trend is shown. The service tells how many are closed, and those stand in the answer as zeros: where
 * there are no other zeros, it is known which they are.
 */
export function shownIn({ trend, granularity }: Trend, closed = 0): (point: TrendPoint | undefined) => Shown {
  const zeros = trend.filter(({ trade_count }) => trade_count === 0).length;
  // A month without figures may have closed weeks as well as weeks without orders.
  const meaning = closed >= zeros && granularity === 'week' ? 'no' : 'maybe';
  return (point) => (closed > 0 && point?.trade_count === 0 ? meaning : 'yes');
}
