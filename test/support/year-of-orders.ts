import { row } from './reference/made-cases.ts';
import type { RawRow } from './reference/reference-lines.ts';
import { type Service, startService } from './service.ts';

/** 52 full weeks: Monday to Sunday. */
export const YEAR = { start: '2024-01-01', end: '2024-12-29' };

/** The last twelve of them, which are 84 days. */
export const DEFAULT_PERIOD = { start: '2024-10-07', end: '2024-12-29' };

const DAYS_OF_THE_YEAR = 364;

/** An order a day in each of two categories, whose sub-categories are bought together. */
export function yearOfOrders(): RawRow[] {
  return Array.from({ length: DAYS_OF_THE_YEAR }, (_, i) => {
    const day = new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10);
    return ['Garden', 'Kitchen'].map((category) =>
      row({
        order_id: `${category}-${day}`,
        ordered_at: day,
        category,
        sub_category: `${category} tools`,
        tags: 'use=daily',
        amount: category === 'Garden' ? '20' : '10',
        payment_method: 'Credit card',
        member_id: `member-${i % 9}`,
      }),
    );
  }).flat();
}

/** A running service whose data is that year. */
export function startOnYear(env: Readonly<Record<string, string>> = {}): Promise<Service> {
  return startService({ env, rows: yearOfOrders() });
}
