/** Lines with the names that their numbers stand for; those that a line may be without are optional. */
export const NAMED_LINES = `
  line
  JOIN sub ON sub.id = line.sub
  JOIN category ON category.id = line.category
  JOIN product ON product.id = line.product
  JOIN method ON method.id = line.method
  LEFT JOIN tag_text ON tag_text.id = line.text
  LEFT JOIN merchant ON merchant.id = line.merchant
  LEFT JOIN member ON member.id = line.member`;

/** What such a line says, as columns that are named like those of what is staged. */
export const NAMED_COLUMNS = `
  category.name AS category, sub.name AS sub_category, product.name AS product_id, tag_text.name AS tags,
  line.cents AS cents, method.name AS payment_method, merchant.name AS merchant_id, member.name AS member_id`;
