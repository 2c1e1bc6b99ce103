-- Shopify: Orders > Export (orders_export.csv) and Products > Export (products_export.csv).
-- What belongs to the order stands on its first row only, and what belongs to the product on its first variant.
WITH product AS (
  SELECT Handle, max("Product Category") AS path, max(Type) AS kind
  FROM products_export GROUP BY Handle
), variant AS (
  SELECT DISTINCT ON ("Variant SKU") "Variant SKU" AS sku, path, kind
  FROM products_export JOIN product USING (Handle)
  WHERE "Variant SKU" IS NOT NULL
)
SELECT Name AS order_id,
       max("Created at") OVER line_of_order AS ordered_at,
       coalesce(nullif(split_part(path, ' > ', 1), ''), kind, 'Other') AS category,
       coalesce(nullif(split_part(path, ' > ', -1), ''), kind, 'Other') AS sub_category,
       coalesce("Lineitem sku", "Lineitem name") AS product_id,
       "Lineitem name" AS product_name,
       CASE WHEN "Lineitem price" IS NULL THEN NULL
            ELSE CAST("Lineitem quantity" AS INTEGER) * CAST("Lineitem price" AS DECIMAL(14, 2))
                 - coalesce(CAST("Lineitem discount" AS DECIMAL(14, 2)), 0) END AS amount,
       max("Payment Method") OVER line_of_order AS payment_method,
       Vendor AS merchant_id,
       -- No address is kept: mdq_member hashes it with a secret of the data folder. mdq members forget --email takes the address.
       mdq_member(max(Email) OVER line_of_order) AS member_id,
       CASE WHEN max("Cancelled at") OVER line_of_order IS NOT NULL THEN 'cancelled'
            ELSE max("Financial Status") OVER line_of_order END AS status
FROM orders_export LEFT JOIN variant ON sku = "Lineitem sku"
WINDOW line_of_order AS (PARTITION BY Name)
