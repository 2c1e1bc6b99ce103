/*
 * How long names and ids may be, and how many tags a line may have. They are looked at for every row, so by what costs
 * nothing first: the engine keeps the bytes of a text beside it, and a text has no more characters than bytes.
 */

const MAX_NAME_CHARACTERS = 200;
const MAX_ID_BYTES = 256;
const MAX_LINE_TAGS = 100;
/** A shorter text holds no more tags than that: each takes `k=v` and a sign between two. */
const MANY_TAGS_BYTES = MAX_LINE_TAGS * 4;

/** What is trimmed, in a pattern. */
export const BLANK = '\\s\\v\\p{Z}\\x{feff}';

/** Of the columns as they are staged, what makes one too long, and what is said of it. */
export const LENGTHS: readonly (readonly [name: string, isTooLong: string, reason: string])[] = [
  ...['order_id', 'product_id', 'merchant_id', 'member_id'].map(
    (name) => [name, `strlen(${name}) > ${MAX_ID_BYTES}`, `must have at most ${MAX_ID_BYTES} bytes`] as const,
  ),
  ...['category', 'sub_category', 'payment_method'].map(
    (name) =>
      [
        name,
        `CASE WHEN strlen(${name}) > ${MAX_NAME_CHARACTERS} THEN length(clean(${name})) > ${MAX_NAME_CHARACTERS} END`,
        `must have at most ${MAX_NAME_CHARACTERS} characters`,
      ] as const,
  ),
  [
    'tags',
    `CASE WHEN strlen(tags) > ${MAX_NAME_CHARACTERS} THEN has_long_tag(clean(tags)) END`,
    `must have at most ${MAX_NAME_CHARACTERS} characters in the key and in the value of each tag`,
  ],
  ['tags', 'has_many_tags(clean(tags))', `must hold at most ${MAX_LINE_TAGS} tags`],
];

/** Whether a row that is not cancelled has a text that is too long, or too many tags. */
export const IS_TOO_LONG = `(
  greatest(strlen(product_id), strlen(merchant_id), strlen(member_id)) > ${MAX_ID_BYTES}
  OR CASE WHEN greatest(strlen(category), strlen(sub_category), strlen(payment_method), strlen(tags)) > ${MAX_NAME_CHARACTERS}
          THEN greatest(length(clean(category)), length(clean(sub_category)), length(clean(payment_method))) > ${MAX_NAME_CHARACTERS}
               OR CASE WHEN has_many_tags(clean(tags)) THEN true ELSE coalesce(has_long_tag(clean(tags)), false) END
          ELSE false END)`;

/** An order has to be named, also where it is cancelled. */
export const IS_ORDER_TOO_LONG = `strlen(order_id) > ${MAX_ID_BYTES}`;

/**
 * Pieces that are no tags are left out when tags are learnt, so they do not matter. In a lambda the engine works out every
 * branch of a CASE, so trimming is left for the few pieces that may be too long.
 */
export const TAGS = `
  CREATE OR REPLACE TEMP MACRO tag_key(piece) AS to_name(left(piece, instr(piece, '=') - 1));
  CREATE OR REPLACE TEMP MACRO tag_value(piece) AS to_name(substr(piece, instr(piece, '=') + 1));
  CREATE OR REPLACE TEMP MACRO tag_length(key, value) AS
    CASE WHEN key IS NOT NULL AND value IS NOT NULL THEN greatest(length(key), length(value)) ELSE 0 END;
  CREATE OR REPLACE TEMP MACRO has_long_tag(x) AS
    len(list_filter(list_filter(string_split(x, ';'), lambda piece: strlen(piece) > ${MAX_NAME_CHARACTERS}), lambda piece:
      instr(piece, '=') > 0 AND tag_length(tag_key(piece), tag_value(piece)) > ${MAX_NAME_CHARACTERS})) > 0;
  CREATE OR REPLACE TEMP MACRO has_many_tags(x) AS
    CASE WHEN strlen(x) > ${MANY_TAGS_BYTES} THEN
      len(list_filter(string_split(x, ';'), lambda piece:
        regexp_matches(piece, '(?s)^[^=]*[^=${BLANK}][^=]*=.*[^${BLANK}]'))) > ${MAX_LINE_TAGS} END;
`;
