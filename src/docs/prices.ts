import type { Price } from '../endpoints/price.ts';

/** A price in words. */
export function describePrice({ base, kind }: Price): string {
  const points = `${base} point${base === 1 ? '' : 's'}`;
  return kind === 'fixed'
    ? `${points}, fixed`
    : `${points} for each default period begun: the days asked for that lie inside the data, divided by the days of a default period (12 weeks unless the operator set another), rounded up, at least 1`;
}
