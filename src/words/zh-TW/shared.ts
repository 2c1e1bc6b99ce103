import type { Translations } from '../words.ts';

/** What parameters and fields mean wherever several paths have them. */
export const parameters: Translations = {
  category: [
    'Main category name. If missing or unknown, the default is used and returned in `category`.',
    '主類別名稱。省略或找不到該名稱時使用預設主類別，並寫在回應的 `category`。',
  ],
  sub: [
    'Sub-category name, within the category. If missing or unknown, the default is used and returned in `subCategory`.',
    '主類別之下的子類別名稱。省略或找不到該名稱時使用預設子類別，並寫在回應的 `subCategory`。',
  ],
  start: [
    'First day, `YYYY-MM-DD`. Without `start` and `end`: the default period. With `end` only: as many weeks as a full default period, up to that day.',
    '第一天，格式 `YYYY-MM-DD`。`start` 與 `end` 都省略：預設期間。只有 `end`：到該日為止，週數與完整的預設期間相同。',
  ],
  end: [
    'Last day, `YYYY-MM-DD`. With `start` only: the last day of the default period.',
    '最後一天，格式 `YYYY-MM-DD`。只有 `start`：到預設期間的最後一天。',
  ],
};

/** By their path in `data`, or by the last name of it. */
export const fields: Translations = {
  category: ['The main category used.', '採用的主類別。'],
  subCategory: ['The sub-category used.', '採用的子類別。'],
  type: ['Kind of answer.', '回應的種類。'],
  start: ['First day of the range used.', '採用區間的第一天。'],
  end: ['Last day of the range used.', '採用區間的最後一天。'],
  items: ['By count, largest first, then name.', '依筆數由多到少，再依名稱排列。'],
  'items[].name': ['Payment method.', '付款方式。'],
  'items[].count': [
    'Orders paid this way; an order with two methods counts under both.',
    '以這個方式付款的交易筆數；用兩種方式付款的交易，兩邊各算一次。',
  ],
  'items[].percent': ['Share of all counts, such as `45.3%`.', '占所有筆數的比例，例如 `45.3%`。'],
  'items[].total_amount': ['Amount in the range.', '區間內的交易金額。'],
  'items[].trade_count': [
    'Orders in the range; one that spans several counts in each.',
    '區間內的交易筆數；跨多個項目的訂單各計一次。',
  ],
  'items[].avg_amount': [
    'Average order: total_amount / trade_count.',
    '平均客單價：`total_amount` / `trade_count`。',
  ],
  granularity: ['`week`, or `month` in the monthly fallback.', '`week`；改用月統計時為 `month`。'],
  trend: [
    'Every week with a day in both the range and the data, oldest first; figures are of the whole week.',
    '在區間與資料涵蓋期間內都至少有一天的每一週，由舊到新；數字以整週計算。',
  ],
  'trend[].month': [
    'The week as `MM/DD-MM/DD` (the month as `YYYY-MM` in the monthly fallback). The name is kept for existing clients.',
    '週次，格式 `MM/DD-MM/DD`（改用月統計時為月份 `YYYY-MM`）。欄位名稱沿用至今，以免影響既有程式。',
  ],
  'trend[].week_start': [
    'Monday of the week. Absent in the monthly fallback.',
    '該週的星期一。改用月統計時沒有這個欄位。',
  ],
  'trend[].week_end': [
    'Sunday of the week. Absent in the monthly fallback.',
    '該週的星期日。改用月統計時沒有這個欄位。',
  ],
  'trend[].total_amount': ['Amount in that week.', '該週的交易金額。'],
  'trend[].trade_count': ['Orders in that week.', '該週的交易筆數。'],
  'trend[].avg_amount': ['Average order in that week.', '該週的平均客單價。'],
  focus: ['Key figures of the range.', '這個區間的重點指標。'],
  tradeCount: ['Orders, all payment methods.', '交易筆數，所有付款方式。'],
  totalAmount: ['Amount, all payment methods.', '交易金額，所有付款方式。'],
  avgAmount: ['Average order, all payment methods.', '平均客單價，所有付款方式。'],
  merchantCount: ['Distinct merchants with an order.', '有交易的不重複商家數。'],
  audienceCount: [
    'Distinct members. Counts only purchases of members by the payment methods that your provider chose, usually cards.',
    '不重複會員數。只計會員以服務提供者指定的方式（通常是卡片）付款的交易。',
  ],
  audienceTradeCount: ['Orders. Same basis as audienceCount.', '交易筆數，計算範圍與 `audienceCount` 相同。'],
  audienceAmount: ['Amount. Same basis as audienceCount.', '交易金額，計算範圍與 `audienceCount` 相同。'],
  frequency: [
    'Orders per member: audienceTradeCount / audienceCount. Same basis as audienceCount.',
    '購買頻率：`audienceTradeCount` / `audienceCount`，計算範圍相同。',
  ],
  arpu: [
    'Amount per member: audienceAmount / audienceCount. Same basis as audienceCount.',
    '每會員貢獻金額：`audienceAmount` / `audienceCount`，計算範圍相同。',
  ],
  'trend[].suppressed': ['The week is suppressed, not zero.', '該週樣本過少：是不予顯示，不是零。'],
  'items[].suppressed': ['The category is suppressed, not zero.', '這個主類別樣本過少：是不予顯示，不是零。'],
  suppressed: ['The period is suppressed, not zero.', '這段期間樣本過少：是不予顯示，不是零。'],
  audienceSuppressed: [
    'The audience is suppressed, not zero.',
    '會員相關的數字樣本過少：是不予顯示，不是零。',
  ],
  prevFocus: [
    'The same key figures for the previous period, the equally long range before `start`; null unless the data covers both in full.',
    '前期（`start` 之前等長的區間）的同一組重點指標；區間與前期未完全在資料涵蓋期間內時為 null。',
  ],
};
