/**
 * What an order's rows say, in any order, as one number. Two that differ have the same once in 2^64 times; another
 * release of DuckDB may make other numbers, and orders that arrive again are then replaced by themselves.
 */
export const FINGERPRINT = `sum(hash(category, sub_category, product_id, coalesce(tags, ''), cents, payment_method,
                              coalesce(merchant_id, ''), coalesce(member_id, '')))`;
