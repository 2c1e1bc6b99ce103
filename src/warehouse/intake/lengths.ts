/*
 * How long names and ids may be. They are looked at for every row, so by what costs nothing first: the engine keeps the
 * bytes of a text beside it, and a text has no more characters than bytes.
 */

const MAX_NAME_CHARACTERS = 200;
const MAX_ID_BYTES = 256;

/** Of the columns as they are kept, what makes one too long, and what is said of it. */
export const LENGTHS: readonly (readonly [name: string, isTooLong: string, reason: string])[] = [
  ...['order_id', 'product_id', 'merchant_id', 'member_id'].map(
    (name) => [name, `strlen(${name}) > ${MAX_ID_BYTES}`, `must have at most ${MAX_ID_BYTES} bytes`] as const,
  ),
  ...['category', 'sub_category', 'payment_method'].map(
    (name) =>
      [
        name,
        `CASE WHEN strlen(${name}) > ${MAX_NAME_CHARACTERS} THEN length(${name}) > ${MAX_NAME_CHARACTERS} END`,
        `must have at most ${MAX_NAME_CHARACTERS} characters`,
      ] as const,
  ),
  [
    'tags',
    `CASE WHEN strlen(tags) > ${MAX_NAME_CHARACTERS} THEN has_long_tag(tags) END`,
    `must have at most ${MAX_NAME_CHARACTERS} characters in the key and in the value of each tag`,
  ],
];

/** Whether a row that is not cancelled has a text that is too long. */
export const IS_TOO_LONG = `(
  greatest(strlen(product_id), strlen(merchant_id), strlen(member_id)) > ${MAX_ID_BYTES}
  OR CASE WHEN greatest(strlen(category), strlen(sub_category), strlen(payment_method), strlen(tags)) > ${MAX_NAME_CHARACTERS}
          THEN greatest(length(category), length(sub_category), length(payment_method)) > ${MAX_NAME_CHARACTERS}
               OR coalesce(has_long_tag(tags), false)
          ELSE false END)`;

/** An order has to be named, also where it is cancelled. */
export const IS_ORDER_TOO_LONG = `strlen(order_id) > ${MAX_ID_BYTES}`;

/** A piece that is no tag is left out when tags are learnt, so its length does not matter. */
export const LONG_TAGS = `
  CREATE OR REPLACE TEMP MACRO tag_length(key, value) AS
    CASE WHEN key <> '' AND value <> '' THEN greatest(length(key), length(value)) ELSE 0 END;
  CREATE OR REPLACE TEMP MACRO has_long_tag(x) AS
    len(list_filter(string_split(x, ';'), lambda piece:
      instr(piece, '=') > 0 AND tag_length(clean(left(piece, instr(piece, '=') - 1)),
                                           clean(substr(piece, instr(piece, '=') + 1))) > ${MAX_NAME_CHARACTERS})) > 0;
`;
