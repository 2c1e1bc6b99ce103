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
