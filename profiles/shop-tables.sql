-- A shop's database, each table as a file: orders, items, products and payments.
-- An order that was paid in two ways counts under both, so its lines are shared out over the methods by what each
-- paid; the last method takes what rounding leaves, so that the amounts add up.
WITH line AS (
  SELECT row_number() OVER (ORDER BY order_id, product_id) AS line, order_id, product_id,
         CAST(quantity AS INTEGER) * CAST(unit_price AS DECIMAL(14, 2)) AS amount
  FROM items
), paid AS (
  SELECT order_id, method, CAST(amount AS DECIMAL(14, 2)) AS paid,
         sum(CAST(amount AS DECIMAL(14, 2))) OVER (PARTITION BY order_id) AS total,
         row_number() OVER (PARTITION BY order_id ORDER BY CAST(amount AS DECIMAL(14, 2)), method) AS nth,
         count(*) OVER (PARTITION BY order_id) AS methods
  FROM payments
), shared AS (
  SELECT line.*, method, nth, methods, CAST(round(line.amount * paid / nullif(total, 0), 2) AS DECIMAL(14, 2)) AS share
  FROM line LEFT JOIN paid USING (order_id)
)
SELECT shared.order_id, orders.created_at AS ordered_at, products.category, products.sub_category,
       shared.product_id, products.name AS product_name,
       CASE WHEN coalesce(nth, 1) < coalesce(methods, 1) THEN share
            ELSE shared.amount - coalesce(sum(share) FILTER (WHERE nth < methods) OVER (PARTITION BY line), 0)
       END AS amount,
       method AS payment_method, orders.shop_id AS merchant_id, orders.customer_id AS member_id, orders.status
FROM shared
JOIN orders ON orders.id = shared.order_id
JOIN products ON products.id = shared.product_id
