import type { Translations } from '../words.ts';

/** What parameters and fields mean wherever several paths have them. */
export const parameters: Translations = {
  category: [
    'Main category name. Missing or unknown: the default one; the answer echoes the one used.',
    '主類別名稱。沒有給或查無此名時改用預設主類別；回應會寫出實際採用的名稱。',
  ],
  sub: [
    'Sub-category name, inside the category used. Missing or unknown: its default one; the answer echoes the one used.',
    '子類別名稱，在採用的主類別之內尋找。沒有給或查無此名時改用預設子類別；回應會寫出實際採用的名稱。',
  ],
  start: [
    'First day, `YYYY-MM-DD`. Without `start` and `end`: the default period. With `end` only: as many weeks as a default period, ending there.',
    '第一天，格式 `YYYY-MM-DD`。`start` 與 `end` 都沒給：預設期間。只給 `end`：以該日結束、與預設期間等長的週數。',
  ],
  end: [
    'Last day, `YYYY-MM-DD`. With `start` only: the end of the default period.',
    '最後一天，格式 `YYYY-MM-DD`。只給 `start`：到預設期間的最後一天。',
  ],
};

/** By their path in `data`, or by the last name of it. */
export const fields: Translations = {
  category: ['The main category actually used.', '實際採用的主類別。'],
  subCategory: ['The sub-category actually used.', '實際採用的子類別。'],
  type: ['Identifies the kind of answer.', '回應的種類。'],
  start: ['First day of the range used.', '實際採用區間的第一天。'],
  end: ['Last day of the range used.', '實際採用區間的最後一天。'],
  items: ['By count, largest first, then name.', '依筆數由多到少，再依名稱排列。'],
  'items[].name': ['Payment method.', '付款方式。'],
  'items[].count': [
    'Orders paid by it; an order paid by two methods counts under both.',
    '以這個方式付款的訂單數；一張訂單用兩種方式付款時，兩邊各算一次。',
  ],
  'items[].percent': [
    'Its share of the sum of the counts, such as `45.3%`.',
    '佔各筆數總和的比例，例如 `45.3%`。',
  ],
  'items[].total_amount': ['Transaction amount in the range.', '區間內的交易金額。'],
  'items[].trade_count': ['Number of transactions (orders) in the range.', '區間內的交易筆數（訂單數）。'],
  'items[].avg_amount': [
    'Average order value: total_amount / trade_count.',
    '平均客單價：`total_amount` / `trade_count`。',
  ],
  granularity: [
    '`week`, or `month` in the monthly fallback.',
    '`week`；最新資料的週統計還沒算好時為 `month`。',
  ],
  trend: [
    'Every week with a day in both the range and the data, in order, each with the figures of the whole week.',
    '至少有一天同時落在區間與資料涵蓋期間內的每一週，依時間排列，每週都是整週的數字。',
  ],
  'trend[].month': [
    'The week as `MM/DD-MM/DD` (the month as `YYYY-MM` in the monthly fallback). The name is kept for existing clients.',
    '這一週，格式 `MM/DD-MM/DD`（改用月統計時為 `YYYY-MM`）。欄位名稱為了既有程式而保留。',
  ],
  'trend[].week_start': [
    'Monday of the week. Absent in the monthly fallback.',
    '該週的星期一。改用月統計時沒有這個欄位。',
  ],
  'trend[].week_end': [
    'Sunday of the week. Absent in the monthly fallback.',
    '該週的星期日。改用月統計時沒有這個欄位。',
  ],
  'trend[].total_amount': ['Transaction amount in that week.', '該週的交易金額。'],
  'trend[].trade_count': ['Number of transactions (orders) in that week.', '該週的交易筆數（訂單數）。'],
  'trend[].avg_amount': ['Average order value in that week.', '該週的平均客單價。'],
  focus: ['The metrics of the range.', '區間的指標。'],
  tradeCount: ['Number of transactions (orders), all payment methods.', '交易筆數（訂單數），所有付款方式。'],
  totalAmount: ['Transaction amount, all payment methods.', '交易金額，所有付款方式。'],
  avgAmount: ['Average order value, all payment methods.', '平均客單價，所有付款方式。'],
  merchantCount: ['Distinct merchants with an order.', '有交易的不重複商家數。'],
  audienceCount: [
    'Distinct members. Counts only lines paid by credit card, credit card installment or card-network debit that carry a member.',
    '不重複會員數。只計入以信用卡、信用卡分期或簽帳金融卡付款且帶有會員的明細。',
  ],
  audienceTradeCount: [
    'Number of transactions (orders). Same basis as audienceCount.',
    '交易筆數（訂單數），計算範圍與 `audienceCount` 相同。',
  ],
  audienceAmount: [
    'Transaction amount. Same basis as audienceCount.',
    '交易金額，計算範圍與 `audienceCount` 相同。',
  ],
  frequency: [
    'Orders per member: audienceTradeCount / audienceCount. Same basis as audienceCount.',
    '購買頻率：`audienceTradeCount` / `audienceCount`，計算範圍相同。',
  ],
  arpu: [
    'Amount per member: audienceAmount / audienceCount. Same basis as audienceCount.',
    '每會員貢獻金額：`audienceAmount` / `audienceCount`，計算範圍相同。',
  ],
  prevFocus: [
    'The same metrics of the previous period, the equally long range before `start`; null unless the data covers all of both.',
    '前期（`start` 前一天結束的等長區間）的同一組指標；區間與前期只要有一天不在資料涵蓋期間內，就是 null。',
  ],
};
