import type { Points, Price } from '../endpoints/endpoint.ts';
import { type DayRange, daysIn, overlap } from '../snapshot/calendar.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** The base, times the number of default periods begun; days outside the data are free. */
export function priceOf(price: Price, snapshot: Snapshot, range: DayRange): Points {
  if (price.kind === 'fixed') return price.base;
  const days = daysIn(overlap(range, snapshot.coverage));
  // A period without one full week may be longer than the usual: over it, too, a call costs the base.
  const period = Math.max(7 * snapshot.facts.settings.defaultWeeks, daysIn(snapshot.defaultPeriod));
  return price.base * Math.max(1, Math.ceil(days / period));
}
