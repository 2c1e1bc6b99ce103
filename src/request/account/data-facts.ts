import { type DayRange, formatDay } from '../../lib/calendar.ts';
import { Type, type Value } from '../../lib/schema.ts';
import { isControlled, type PrivacyNumbers } from '../../snapshot/privacy/numbers.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { date, exact } from './account-route.ts';

function days(description: string) {
  return Type.Object({ start: date('First day.'), end: date('Last day.') }, { ...exact, description });
}

const Privacy = Type.Object(
  {
    min_people: Type.Integer({
      description: 'Minimum number of people behind a weekly figure; 0: not tested.',
    }),
    min_merchants: Type.Integer({
      description: 'Minimum number of merchants behind a weekly figure; 0: not tested.',
    }),
    max_share: Type.Integer({
      description:
        'Largest share of a weekly amount that one person may have, in percent; applies to merchants too unless min_merchants is 0.',
    }),
  },
  exact,
);

/** What anybody may know, up to where the defaults stand in the facts for key holders, and from there on. */
const BEFORE = {
  version: Type.Integer({
    description: 'Version of the published data; answers carry it in `x-data-version`.',
  }),
  coverage: days('First and last day with an order.'),
  default_period: days('The range of a call without dates.'),
  period_days: Type.Integer({ description: 'Days inside the data that one base price covers.' }),
  granularity: Type.Union([Type.Literal('week'), Type.Literal('month')], {
    description: 'Unit of trends: week or month.',
  }),
};
const AFTER = {
  currency: Type.Union([Type.String(), Type.Null()], {
    description: 'ISO 4217 code of all amounts; null if your provider has not set it.',
  }),
  time_zone: Type.String({ description: 'Time zone of all days, as an IANA name.' }),
  privacy: Type.Union([Privacy, Type.Null()], {
    description: 'Thresholds for showing a figure; null: everything is shown.',
  }),
};

/** What anybody may know of the published data. */
const GeneralFacts = Type.Object({ ...BEFORE, ...AFTER }, exact);

export const DataFacts = Type.Object(
  {
    ...BEFORE,
    default_category: Type.String({
      description: 'Used if `category` is missing or unknown; for a limited key, one to send.',
    }),
    default_sub: Type.String({ description: 'Used if `sub` is missing or unknown there.' }),
    ...AFTER,
  },
  exact,
);

export function generalFacts(snapshot: Snapshot): Value<typeof GeneralFacts> {
  const { facts, coverage, defaultPeriod, periodDays, isWeeklyBuilt } = snapshot;
  return {
    version: facts.version,
    coverage: dates(coverage),
    default_period: dates(defaultPeriod),
    period_days: periodDays,
    granularity: isWeeklyBuilt ? 'week' : 'month',
    // Versions from before there was a currency do not have one.
    currency: facts.settings.currency ?? null,
    time_zone: facts.settings.timeZone,
    privacy: isControlled(facts.settings) ? numbers(facts.settings) : null,
  };
}

function numbers({ minPeople, minMerchants, maxShare }: PrivacyNumbers): Value<typeof Privacy> {
  return { min_people: minPeople, min_merchants: minMerchants, max_share: maxShare };
}

/** `categories`: those that the key may ask for; null for all. No other category is named. */
export function dataFacts(snapshot: Snapshot, categories: readonly string[] | null): Value<typeof DataFacts> {
  const usual = snapshot.category();
  const [own = ''] = categories?.includes(usual.name) === false ? categories : [usual.name];
  const category = snapshot.category(own);
  const { currency, time_zone, privacy, ...before } = generalFacts(snapshot);
  return {
    ...before,
    default_category: own,
    // One that is not in this data has none.
    default_sub: category.name === own ? snapshot.sub(category).name : '',
    ...{ currency, time_zone, privacy },
  };
}

function dates({ start, end }: DayRange): { start: string; end: string } {
  return { start: formatDay(start), end: formatDay(end) };
}
