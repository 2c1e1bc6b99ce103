import type { DayRange } from '../../lib/calendar.ts';
import { Type, type Value } from '../../lib/schema.ts';
import { amount, average, ratio } from '../../snapshot/figures.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { ScopeId } from '../../snapshot/tables.ts';
import {
  audienceSuppressedField,
  isAudienceSuppressed,
  isSuppressed,
  suppressedField,
} from '../form/suppressed.ts';

const SAME_BASIS = 'Same basis as audienceCount.';

const Focus = Type.Object(
  {
    tradeCount: Type.Integer({ description: 'Orders, all payment methods.' }),
    totalAmount: Type.Number({ description: 'Amount, all payment methods.' }),
    avgAmount: Type.Number({ description: 'Average order, all payment methods.' }),
    merchantCount: Type.Integer({ description: 'Distinct merchants with an order.' }),
    audienceCount: Type.Integer({
      description:
        'Distinct members. Counts only purchases of members by the payment methods that your provider chose, usually cards.',
    }),
    audienceTradeCount: Type.Integer({ description: `Orders. ${SAME_BASIS}` }),
    audienceAmount: Type.Number({ description: `Amount. ${SAME_BASIS}` }),
    frequency: Type.Number({
      description: `Orders per member: audienceTradeCount / audienceCount. ${SAME_BASIS}`,
    }),
    arpu: Type.Number({ description: `Amount per member: audienceAmount / audienceCount. ${SAME_BASIS}` }),
    ...suppressedField('The period'),
    ...audienceSuppressedField,
  },
  { title: 'Focus', additionalProperties: true },
);

export const focusFields = {
  focus: { ...Focus, description: 'Key figures of the range.' } as typeof Focus,
  prevFocus: Type.Union([Focus, Type.Null()], {
    description:
      'The same key figures for the previous period, the equally long range before `start`; null unless the data covers both in full.',
  }),
};

/** What a table calls the two. */
export const focusPeriods = { focus: 'current', prevFocus: 'previous' } as const;

export function focusOf(snapshot: Snapshot, scope: ScopeId, days: DayRange, previous: DayRange | undefined) {
  return {
    focus: metrics(snapshot, scope, days),
    prevFocus: previous ? metrics(snapshot, scope, previous) : null,
  };
}

function metrics(snapshot: Snapshot, scope: ScopeId, range: DayRange): Value<typeof Focus> {
  const all = snapshot.totals(scope, range);
  const audience = snapshot.audience(scope, range);
  const figures: Value<typeof Focus> = {
    tradeCount: all.orders,
    totalAmount: amount(all.cents),
    avgAmount: average(all.cents, all.orders),
    merchantCount: snapshot.merchants(scope, range),
    audienceCount: audience.members,
    audienceTradeCount: audience.orders,
    audienceAmount: amount(audience.cents),
    frequency: ratio(audience.orders, audience.members),
    arpu: average(audience.cents, audience.members),
  };
  if (isSuppressed(snapshot, scope, range, all.orders)) figures.suppressed = true;
  if (isAudienceSuppressed(snapshot, scope, range, audience)) figures.audienceSuppressed = true;
  return figures;
}
