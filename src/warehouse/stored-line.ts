import type { StoredOrder } from './warehouse.ts';

/** A line as an engine reads it; `optional` says what of a column that a line may be without is a value. */
export function storedLine(
  row: Readonly<Record<string, unknown>>,
  optional: (value: unknown) => string | null,
): StoredOrder['lines'][number] {
  return {
    category: String(row.category),
    subCategory: String(row.sub_category),
    productId: String(row.product_id),
    tags: optional(row.tags),
    cents: Number(row.cents),
    paymentMethod: String(row.payment_method),
    merchantId: optional(row.merchant_id),
    memberId: optional(row.member_id),
  };
}
