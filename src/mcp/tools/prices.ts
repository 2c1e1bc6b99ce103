import { SETTINGS } from '../../config.ts';
import type { EndpointDoc } from '../../docs/endpoint-page.ts';
import { pointsFor } from '../../endpoints/price.ts';
import type { Fields } from '../json-rpc.ts';
import { listOf, record, text } from './tool.ts';

const DEFAULT_PERIOD_DAYS = 7 * Number(SETTINGS.MDQ_DEFAULT_WEEKS.default);
const EXAMPLE_DAYS = [28, DEFAULT_PERIOD_DAYS, DEFAULT_PERIOD_DAYS + 1, 182, 365];

const BASE = { type: 'integer', description: 'Points for one default period, or for any call when fixed.' };
const KIND = { type: 'string', enum: ['fixed', 'per-period'] };

export const priceSchema: Fields = record({ base: BASE, kind: KIND });

export const fullPriceSchema: Fields = record(
  {
    base: BASE,
    kind: KIND,
    text: text('The price in words.'),
    formula: text('How the price grows with the range.'),
    defaultPeriodDays: {
      type: 'integer',
      description: 'Days of a default period, unless the operator set another.',
    },
    examples: listOf(
      record({
        days: { type: 'integer', description: 'Days of the range that lie inside the data.' },
        points: { type: 'integer', description: 'What the call costs.' },
      }),
    ),
  },
  ['formula', 'defaultPeriodDays', 'examples'],
);

/** What a call costs, and how that grows. */
export function fullPrice({ price }: EndpointDoc, hasRange: boolean): Fields {
  const { base, kind, text } = price;
  if (kind === 'fixed' || !hasRange) return { base, kind, text };
  return {
    base,
    kind,
    text,
    formula: `points = ${base} × max(1, ceil(days inside the data ÷ ${DEFAULT_PERIOD_DAYS}))`,
    defaultPeriodDays: DEFAULT_PERIOD_DAYS,
    examples: EXAMPLE_DAYS.map((days) => ({ days, points: pointsFor(price, days, DEFAULT_PERIOD_DAYS) })),
  };
}
