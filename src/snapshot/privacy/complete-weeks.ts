import { type Day, type DayRange, mondayOf } from '../../lib/calendar.ts';

/** Weeks that disclosure control has published: they are not revised in passing. */
export interface PublishedWeeks extends DayRange {
  /** From this Monday on they are withheld until they are restated: a restore or an undo has left fewer orders of them. */
  readonly withheldFrom?: Day;
  /** Checksums of the withheld weeks as they were last published, where the engine keeps no log of publications. */
  readonly withheldChecksums?: readonly (readonly [monday: Day, checksum: string])[];
}

/** What is known of how far the lines are complete. */
interface Completeness {
  /** The last day that has an order, hidden or not. */
  readonly lastOrder: Day;
  /** The last day that the operator calls complete; null where nothing was said. */
  readonly completeThrough: Day | null;
  /** The weeks that have been published: they stay so. */
  readonly published: PublishedWeeks | null;
}

/** The Sunday of the last week that may be published: a week is complete once an order of a later one is there. */
export function lastCompleteDay({ lastOrder, completeThrough, published }: Completeness): Day {
  const publishedThrough = published?.end ?? Number.NEGATIVE_INFINITY;
  const last = (published?.withheldFrom ?? Number.POSITIVE_INFINITY) - 1;
  if (completeThrough === null) return Math.min(last, Math.max(publishedThrough, mondayOf(lastOrder) - 1));
  const lastSunday = mondayOf(completeThrough + 1) - 1;
  return Math.min(last, lastSunday, Math.max(publishedThrough, mondayOf(lastOrder) + 6));
}

/** The weeks that have been published, with those of a coverage: a week that was once shown stays among them. */
export function publishedWeeks(published: PublishedWeeks | null, coverage: DayRange): PublishedWeeks | null {
  if (coverage.end < coverage.start) return published;
  return {
    ...published,
    start: Math.min(published?.start ?? Number.POSITIVE_INFINITY, mondayOf(coverage.start)),
    end: Math.max(published?.end ?? Number.NEGATIVE_INFINITY, coverage.end),
  };
}
