-- WooCommerce, plugin "Advanced Order Export": one row per item, with the product field Category (orders.csv).
-- Quantities are those left after refunds.
SELECT "Order Number" AS order_id,
       "Order Date" AS ordered_at,
       trim(split_part(split_part(Category, ',', 1), '>', 1)) AS category,
       trim(split_part(split_part(Category, ',', 1), '>', -1)) AS sub_category,
       coalesce(SKU, "Item Name") AS product_id,
       "Item Name" AS product_name,
       CAST("Quantity (- Refund)" AS INTEGER) * CAST("Item Cost" AS DECIMAL(14, 2)) AS amount,
       "Payment Method Title" AS payment_method,
       -- No address is kept: mdq_member hashes it with a secret of the data folder. mdq members forget --email takes the address.
       mdq_member("Email (Billing)") AS member_id,
       CASE WHEN lower("Order Status") = 'failed' THEN 'cancelled' ELSE "Order Status" END AS status
FROM orders
