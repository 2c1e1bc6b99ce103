/**
 * The same questions in SQL, on the lines as they arrive: what someone with the table would write. The names are
 * those of the answer, so that the two can be compared. In the made lines all lines of an order have one time, and
 * only `member_id` has blanks.
 */
export interface RawQuery {
  readonly sql: string;
  /** Where in an answer's `data` the same rows stand. */
  rows(data: Answer): readonly object[];
}

interface Answer {
  readonly categories: readonly string[];
  readonly subCategories: readonly string[];
  readonly trend: readonly object[];
  readonly items: readonly object[];
  readonly focus: object;
  readonly prevFocus: object;
}

const WHOLE = 'true';
const CATEGORY = 'category = $category';
const SUB = 'category = $category AND sub_category = $sub';
const IN_RANGE = 'ordered_at >= $start::DATE AND ordered_at < $end::DATE + 1';
const BEFORE_RANGE = 'ordered_at >= $before::DATE AND ordered_at < $start::DATE';
const AUDIENCE = `payment_method IN ('Credit card', 'Credit card installment', 'Debit card') AND member_id IS NOT NULL`;

const ORDERS = 'count(DISTINCT order_id)';
const AMOUNT = 'sum(amount)::DOUBLE';
const SALES = `${AMOUNT} AS total_amount, ${ORDERS} AS trade_count, ${ratio('sum(amount)', ORDERS)} AS avg_amount`;

const items = ({ items }: Answer) => items;

export const rawSql: Readonly<Record<string, RawQuery>> = {
  '/api/public/meta/categories': {
    sql: list('category', WHOLE),
    rows: ({ categories }) => categories.map((name) => ({ name })),
  },
  '/api/public/meta/sub-categories': {
    sql: list('sub_category', CATEGORY),
    rows: ({ subCategories }) => subCategories.map((name) => ({ name })),
  },
  '/api/public/overview/ranking': {
    sql: `
      WITH subs AS (
        SELECT category, sub_category, sum(amount) AS amount FROM lines WHERE ${IN_RANGE} GROUP BY ALL
      ), tops AS (
        SELECT category AS name, list(sub_category ORDER BY amount DESC, sub_category)[1:3] AS top_subs
        FROM subs GROUP BY ALL
      )
      FROM (${ranking('category', WHOLE)}) JOIN tops USING (name) ORDER BY total_amount DESC, name`,
    rows: items,
  },
  '/api/public/overview/growth': {
    sql: `
      WITH periods AS (
        SELECT category AS producttypename,
               coalesce(sum(amount) FILTER (${IN_RANGE}), 0) AS current,
               coalesce(sum(amount) FILTER (${BEFORE_RANGE}), 0) AS previous,
               ${ORDERS} FILTER (${IN_RANGE}) AS current_count,
               ${ORDERS} FILTER (${BEFORE_RANGE}) AS previous_count
        FROM lines WHERE ordered_at >= $before::DATE AND ordered_at < $end::DATE + 1 GROUP BY ALL
      )
      SELECT producttypename, current::DOUBLE AS current_amount, previous::DOUBLE AS previous_amount,
             ${growth('current', 'previous')} AS growth_rate, current_count, previous_count,
             ${growth('current_count', 'previous_count')} AS count_growth_rate
      FROM periods ORDER BY growth_rate DESC, count_growth_rate DESC, producttypename`,
    rows: items,
  },
  '/api/public/overview/payment': { sql: payment(WHOLE), rows: items },
  '/api/public/market/payment': { sql: payment(CATEGORY), rows: items },
  '/api/public/market/sub-ranking': {
    sql: `${ranking('sub_category', CATEGORY)} ORDER BY total_amount DESC, name`,
    rows: items,
  },
  '/api/public/trends/overview': { sql: trend(WHOLE), rows: ({ trend }) => trend },
  '/api/public/trends/market': { sql: trend(CATEGORY), rows: ({ trend }) => trend },
  '/api/public/trends/sub-market': { sql: trend(SUB), rows: ({ trend }) => trend },
  '/api/public/market/focus': { sql: focus(CATEGORY), rows: ({ focus, prevFocus }) => [focus, prevFocus] },
  '/api/public/sub-market/focus': { sql: focus(SUB), rows: ({ focus, prevFocus }) => [focus, prevFocus] },
  '/api/public/sub-market/tags': {
    sql: `
      WITH sold AS (SELECT product_id, tags FROM lines WHERE ${SUB} AND ${IN_RANGE}),
           tagged AS (SELECT product_id, unnest(string_split(tags, ';')) AS tag FROM sold)
      SELECT split_part(tag, '=', 1) AS key, split_part(tag, '=', 2) AS value,
             count(DISTINCT product_id) AS count,
             ${percent('count(DISTINCT product_id)', '(SELECT count(DISTINCT product_id) FROM sold)')} AS percent
      FROM tagged GROUP BY tag ORDER BY count DESC, key, value LIMIT 10`,
    rows: items,
  },
  '/api/public/sub-market/related-purchases': {
    sql: `
      WITH buyers AS (SELECT DISTINCT member_id FROM lines WHERE ${SUB} AND ${IN_RANGE}), top AS (
        SELECT category, sub_category AS subCategory, count(DISTINCT member_id) AS memberCount
        FROM lines SEMI JOIN buyers USING (member_id) WHERE ${IN_RANGE} AND NOT (${SUB})
        GROUP BY ALL ORDER BY memberCount DESC, category, subCategory LIMIT 5
      )
      SELECT *, ${percent('memberCount', 'sum(memberCount) OVER ()')} AS percent
      FROM top ORDER BY memberCount DESC, category, subCategory`,
    rows: items,
  },
};

function list(name: string, scope: string): string {
  return `
    SELECT ${name} AS name FROM lines WHERE ${scope}
    GROUP BY ${name} ORDER BY sum(amount) FILTER (${IN_RANGE}) DESC NULLS LAST, ${name}`;
}

function ranking(name: string, scope: string): string {
  return `SELECT ${name} AS name, ${SALES} FROM lines WHERE ${scope} AND ${IN_RANGE} GROUP BY ${name}`;
}

function payment(scope: string): string {
  return `
    WITH methods AS (
      SELECT payment_method AS name, ${ORDERS} AS count FROM lines WHERE ${scope} AND ${IN_RANGE} GROUP BY ALL
    )
    SELECT name, count, printf('%.1f%%', ${percent('count', 'sum(count) OVER ()')}) AS percent
    FROM methods ORDER BY count DESC, name`;
}

/** Whole weeks, also where the range begins or ends inside one. */
function trend(scope: string): string {
  return `
    SELECT strftime(date_trunc('week', ordered_at), '%Y-%m-%d') AS week_start, ${SALES}
    FROM lines
    WHERE ${scope} AND ordered_at >= date_trunc('week', $start::DATE)
      AND ordered_at < date_trunc('week', $end::DATE) + INTERVAL 7 DAY
    GROUP BY date_trunc('week', ordered_at) ORDER BY week_start`;
}

/** The range, then the period before it. */
function focus(scope: string): string {
  const audience = `count(DISTINCT member_id) FILTER (${AUDIENCE})`;
  return `
    SELECT ${ORDERS} AS tradeCount, ${AMOUNT} AS totalAmount, ${ratio('sum(amount)', ORDERS)} AS avgAmount,
           count(DISTINCT merchant_id) AS merchantCount, ${audience} AS audienceCount,
           ${ORDERS} FILTER (${AUDIENCE}) AS audienceTradeCount,
           coalesce(sum(amount) FILTER (${AUDIENCE}), 0)::DOUBLE AS audienceAmount,
           ${ratio(`${ORDERS} FILTER (${AUDIENCE})`, audience)} AS frequency,
           ${ratio(`sum(amount) FILTER (${AUDIENCE})`, audience)} AS arpu
    FROM lines WHERE ${scope} AND ordered_at >= $before::DATE AND ordered_at < $end::DATE + 1
    GROUP BY ordered_at >= $start::DATE ORDER BY ordered_at >= $start::DATE DESC`;
}

// Whole numbers are divided, so that a half is a half and is rounded away from zero.
function ratio(value: string, count: string): string {
  return `coalesce(round((${value} * 100)::BIGINT / ${count}) / 100, 0)`;
}

function percent(part: string, whole: string): string {
  return `round(1000 * ${part} / ${whole}) / 10`;
}

function growth(current: string, previous: string): string {
  const change = `round((100000 * (${current} - ${previous}))::BIGINT / (100 * ${previous})::BIGINT) / 10`;
  return `CASE WHEN ${previous} > 0 THEN ${change} WHEN ${current} > 0 THEN 100 ELSE 0 END`;
}
