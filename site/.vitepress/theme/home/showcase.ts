import type { BuiltPicture } from '../../../answer-picture.ts';
import type { DataOf } from '../call/call.ts';
import type { SiteFacts } from '../call/site-facts.ts';
import type { Dates } from '../shared/dates.ts';

/** A year of amounts as the home page draws it, and the call that gives it. */
interface Shown {
  readonly data: DataOf<'trendsMarket'>;
  readonly target: string;
  readonly currency: string | undefined;
  /** The days of the call, where it is of fewer than are drawn: no call gives a year of the whole market. */
  readonly calledDays?: Dates | undefined;
}

/** The operator's own figures, where they show some; of those only amounts are known. */
export function shownOf(facts: SiteFacts | undefined, built: BuiltPicture): Shown {
  if (facts?.showcase) return ofShowcase(facts.showcase, facts);
  const { target, currency } = built;
  return { data: built.data as DataOf<'trendsMarket'>, target, currency };
}

function ofShowcase(showcase: NonNullable<SiteFacts['showcase']>, { currency, data }: SiteFacts): Shown {
  const { category, trend, ...rest } = showcase;
  const points = trend.map((point) => ({
    ...point,
    trade_count: point.total_amount > 0 ? 1 : 0,
    avg_amount: 0,
  }));
  const path = `/api/public/trends/${category === null ? 'overview' : 'market'}`;
  const { start, end } = showcase;
  const asked = category === null ? '' : `?${new URLSearchParams({ category, start, end })}`;
  return {
    data: { type: 'market', category: category ?? '', ...rest, trend: points },
    target: path + asked,
    calledDays: category === null ? data?.default_period : undefined,
    currency: currency ?? undefined,
  };
}
