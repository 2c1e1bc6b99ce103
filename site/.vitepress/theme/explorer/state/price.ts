import { daysOf } from '../../../../../src/endpoints/form/days.ts';
import { type Points, pointsFor } from '../../../../../src/endpoints/form/price.ts';
import { daysIn } from '../../../../../src/lib/calendar.ts';
import type { Dataset } from '../../call/dataset.ts';
import type { PathPrice } from '../../call/site-facts.ts';
import type { Question } from './questions.ts';

/** What a call costs, exactly: by the service's own rule, from what its free call tells. */
export function costOf(prices: readonly PathPrice[], { path, days }: Question, dataset: Dataset): Points {
  const price = prices.find((one) => one.path === path);
  if (!price) return 0;
  const { priced } = daysOf({ period: 'asked' }, days, dataset);
  return pointsFor(price, daysIn(priced), dataset.periodDays);
}
