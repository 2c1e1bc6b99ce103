/**
 * What endpoints, parameters and fields are described with, in Chinese, by the English text itself: a description that
 * changes has no translation until it is given one, and a test says so.
 */
const CHINESE_TEXT: Readonly<Record<string, string>> = {
  // Endpoints.
  'The names of all main categories, the best-selling of the default period first. Start here.':
    '所有主類別的名稱，依預設期間的交易金額由高到低排列。從這裡開始。',
  'The names of the sub-categories of one main category, the best-selling of the default period first.':
    '一個主類別底下所有子類別的名稱，依預設期間的交易金額由高到低排列。',
  'How the orders of the whole market were paid over the default period.':
    '預設期間內，整體市場的訂單用什麼方式付款。',
  'The main categories by amount over the default period, each with its three best-selling sub-categories.':
    '預設期間內依交易金額排行的主類別，並列出各自最暢銷的三個子類別。',
  'Amount and orders of every main category over the default period against the equally long period before it.':
    '每個主類別在預設期間的交易金額與交易筆數，以及和等長前期相比的成長率。',
  'Amount, orders and average order value of the whole market, week by week, over the default period.':
    '預設期間內，整體市場逐週的交易金額、交易筆數與平均客單價。',
  'How the orders of one main category were paid in the range.': '區間內，一個主類別的訂單用什麼方式付款。',
  'The sub-categories of one main category that sold in the range, by amount.':
    '區間內有交易的子類別，依交易金額排行。',
  'Amount, orders, merchants and members of one main category in the range, beside those of the previous period.':
    '一個主類別在區間內的交易、商家與會員，並附上前期的數字。',
  'Amount, orders and average order value of one main category, week by week.':
    '一個主類別逐週的交易金額、交易筆數與平均客單價。',
  'The five other sub-categories that most of its members also bought, always over the default period.':
    '預設期間內，這個子類別的會員最常一起購買的另外五個子類別，不能指定日期。',
  'Amount, orders and average order value of one sub-category, week by week.':
    '一個子類別逐週的交易金額、交易筆數與平均客單價。',
  'Amount, orders, merchants and members of one sub-category in the range, beside those of the previous period.':
    '一個子類別在區間內的交易、商家與會員，並附上前期的數字。',
  'The ten tags that most of the products sold in the range carry.': '區間內售出的商品最常帶有的十個標籤。',
  // Parameters.
  'Main category name. Missing or unknown: the default one; the answer echoes the one used.':
    '主類別名稱。沒有給或查無此名時改用預設主類別；回應會寫出實際採用的名稱。',
  'Sub-category name, inside the category used. Missing or unknown: its default one; the answer echoes the one used.':
    '子類別名稱，在採用的主類別之內尋找。沒有給或查無此名時改用預設子類別；回應會寫出實際採用的名稱。',
  'First day, `YYYY-MM-DD`. Without `start` and `end`: the default period. With `end` only: as many weeks as a default period, ending there.':
    '第一天，格式 `YYYY-MM-DD`。`start` 與 `end` 都沒給：預設期間。只給 `end`：以該日結束、與預設期間等長的週數。',
  'Last day, `YYYY-MM-DD`. With `start` only: the end of the default period.':
    '最後一天，格式 `YYYY-MM-DD`。只給 `start`：到預設期間的最後一天。',
  // Fields.
  'Main category names.': '主類別名稱。',
  'The main category actually used.': '實際採用的主類別。',
  'Sub-category names.': '子類別名稱。',
  'Identifies the kind of answer.': '回應的種類。',
  'First day of the range used.': '實際採用區間的第一天。',
  'Last day of the range used.': '實際採用區間的最後一天。',
  'By count, largest first, then name.': '依筆數由多到少，再依名稱排列。',
  'Payment method.': '付款方式。',
  'Orders paid by it; an order paid by two methods counts under both.':
    '以這個方式付款的訂單數；一張訂單用兩種方式付款時，兩邊各算一次。',
  'Its share of the sum of the counts, such as `45.3%`.': '佔各筆數總和的比例，例如 `45.3%`。',
  'By total_amount, largest first, then name.': '依 `total_amount` 由高到低，再依名稱排列。',
  'Main category name.': '主類別名稱。',
  'Main category name, as in `name`.': '主類別名稱，與 `name` 相同。',
  'Transaction amount in the range.': '區間內的交易金額。',
  'Number of transactions (orders) in the range.': '區間內的交易筆數（訂單數）。',
  'Average order value: total_amount / trade_count.': '平均客單價：`total_amount` / `trade_count`。',
  'Its best-selling sub-categories, largest first.': '最暢銷的子類別，由高到低。',
  'By growth_rate, then count_growth_rate, largest first, then name.':
    '依 `growth_rate`、`count_growth_rate` 由高到低，再依名稱排列。',
  'Amount in the current period.': '本期交易金額。',
  'Amount in the previous period.': '前期交易金額。',
  'Growth of the amount in percent; 100 where there was nothing before.':
    '交易金額的成長率（%）；前期沒有交易時為 100。',
  'Orders in the current period.': '本期交易筆數。',
  'Orders in the previous period.': '前期交易筆數。',
  'Growth of the orders in percent; may be negative.': '交易筆數的成長率（%），可以是負數。',
  '`week`, or `month` in the monthly fallback.': '`week`；最新資料的週統計還沒算好時為 `month`。',
  'Every week with a day in both the range and the data, in order, each with the figures of the whole week.':
    '至少有一天同時落在區間與資料涵蓋期間內的每一週，依時間排列，每週都是整週的數字。',
  'The week as `MM/DD-MM/DD` (the month as `YYYY-MM` in the monthly fallback). The name is kept for existing clients.':
    '這一週，格式 `MM/DD-MM/DD`（改用月統計時為 `YYYY-MM`）。欄位名稱為了既有程式而保留。',
  'Monday of the week. Absent in the monthly fallback.': '該週的星期一。改用月統計時沒有這個欄位。',
  'Sunday of the week. Absent in the monthly fallback.': '該週的星期日。改用月統計時沒有這個欄位。',
  'Transaction amount in that week.': '該週的交易金額。',
  'Number of transactions (orders) in that week.': '該週的交易筆數（訂單數）。',
  'Average order value in that week.': '該週的平均客單價。',
  'Sub-category name.': '子類別名稱。',
  'The metrics of the range.': '區間的指標。',
  'Number of transactions (orders), all payment methods.': '交易筆數（訂單數），所有付款方式。',
  'Transaction amount, all payment methods.': '交易金額，所有付款方式。',
  'Average order value, all payment methods.': '平均客單價，所有付款方式。',
  'Distinct merchants with an order.': '有交易的不重複商家數。',
  'The same metrics of the previous period, the equally long range before `start`; null unless the data covers all of both.':
    '前期（`start` 前一天結束的等長區間）的同一組指標；區間與前期只要有一天不在資料涵蓋期間內，就是 null。',
  'The sub-category actually used.': '實際採用的子類別。',
  'By memberCount, largest first, then category, then sub-category.':
    '依 `memberCount` 由多到少，再依主類別、子類別排列。',
  'Main category of the related purchase.': '關聯購買的主類別。',
  'Sub-category of the related purchase.': '關聯購買的子類別。',
  'Members who bought both.': '兩者都買的會員數。',
  'Share of the sum of the listed memberCounts.': '佔所列 `memberCount` 總和的比例。',
  'By count, largest first, then key, then value.': '依商品數由多到少，再依 `key`、`value` 排列。',
  'Tag dimension, such as a type or a function.': '標籤的面向，例如類型或功能。',
  'Tag value.': '標籤的值。',
  'Products with this tag that sold in the range.': '區間內售出、帶有這個標籤的商品數。',
  'Their share of the sold products that carry any tag. Tags overlap, so this need not add up to 100.':
    '佔區間內售出且帶有任何標籤之商品的比例。標籤會重疊，加總不一定是 100。',
  // The account.
  'The account a key belongs to, what is left on it, what every endpoint costs now, and what is published: the days that the data covers, the defaults, the currency.':
    '金鑰所屬的帳戶、剩餘點數、每個端點現在的價格，以及已發布的資料：涵蓋期間、預設值與幣別。',
  'Account name.': '帳戶名稱。',
  'Points left.': '剩餘點數。',
  'Id of the key used; not the key.': '所用金鑰的編號，不是金鑰本身。',
  'Its last four characters.': '金鑰末四碼。',
  'The key that made this call.': '發出這次呼叫的金鑰。',
  'What every path costs now.': '每個路徑現在的價格。',
  'Days with a charged call.': '有扣點的日子。',
  'The key that made the call.': '發出該次呼叫的金鑰。',
  'Newest first.': '新的在前。',
  'Base points; 0 is a free call.': '基本點數；0 表示免費。',
  'The published data; null before the first publication.': '已發布的資料；第一次發布之前為 null。',
  'Version of the published data; answers from it carry it in `x-data-version`.':
    '資料版本；出自這一版的回應，`x-data-version` 就是這個數字。',
  'First and last day that has an order.': '有訂單的第一天與最後一天。',
  'First day.': '第一天。',
  'Last day.': '最後一天。',
  'The range of a call without dates.': '不帶日期的呼叫所涵蓋的區間。',
  'Days inside the data that one base price covers.': '一份基本價涵蓋多少天。',
  'Whether trends are by week or by month.': '走勢的單位。',
  'ISO 4217 code of all amounts; null where the operator has not said.':
    '所有金額的幣別（ISO 4217）；營運者沒有設定時為 null。',
  'Time zone of all days, as an IANA name.': '日期所屬的時區（IANA 名稱）。',
  'What a figure needs to be shown; null: everything is.': '數字要達到什麼門檻才會顯示；null 表示全部顯示。',
  'Fewest people in a cell (a scope and a week); 0 is off.':
    '一格（一個範圍的一週）最少要有多少人；0 表示不限。',
  'Fewest merchants in a cell; 0 is off.': '一格最少要有多少商家；0 表示不限。',
  "Most percent of a cell's amount from one person, or merchant unless min_merchants is 0; 100 is off.":
    '一個人最多能佔一格金額的百分之多少；min_merchants 不是 0 時，一個商家也是；100 表示不限。',
  'Used where `category` is missing or unknown.': '沒有給 `category` 或查無此名時採用。',
  'Used where `sub` is missing or unknown, in that category.':
    '在該主類別之內，沒有給 `sub` 或查無此名時採用。',
  'The price of one call now, and the days it covers. Give the path and the dates of the call; other parameters are ignored.':
    '一次呼叫現在的價格，以及涵蓋的日子。請給要試算的路徑與日期；其他參數不會採用。',
  'Path of the call.': '呼叫的路徑。',
  '`fixed`: the base, always. `per-period`: the base × periods started.':
    '`fixed`：一律是基本點數。`per-period`：基本點數 × 期數。',
  '`start` of the call.': '該次呼叫的 `start`。',
  '`end` of the call.': '該次呼叫的 `end`。',
  'What the call costs.': '這次呼叫要多少點。',
  'First day of the range; null for a path without a period.': '區間的第一天；與期間無關的路徑為 null。',
  'Last day of the range; null for a path without a period.': '區間的最後一天；與期間無關的路徑為 null。',
  'Days of the range that lie inside the data: only these are charged for.':
    '區間裡落在資料涵蓋期間內的天數；只有這些日子計價。',
  'Default periods started by these days, 1 for a fixed price: the base is multiplied by this.':
    '這些日子的期數，價格固定時為 1：基本點數要乘上的數字。',
  'Points the account has.': '帳戶的點數餘額。',
  'What the account was charged, over at most 366 days. Without dates: the last 30 days.':
    '帳戶的扣點，一次最多 366 天。沒有給日期時是最近 30 天。',
  'First day, `YYYY-MM-DD`.': '第一天，格式 `YYYY-MM-DD`。',
  'Last day, `YYYY-MM-DD`.': '最後一天，格式 `YYYY-MM-DD`。',
  'Calls that were charged.': '有扣點的呼叫次數。',
  'Points they cost.': '扣的點數。',
  'Day, in business time.': '日期，以營業時區為準。',
  'The same day by path, most points first.': '同一天各路徑的用量，點數多的在前。',
  'All days by path, most points first.': '所有日子各路徑的用量，點數多的在前。',
  'The newest calls of all keys of the account that cost points: 50 at most, newest first.':
    '帳戶所有金鑰最近有扣點的呼叫，最多 50 次，新的在前。',
  'When it was charged, in UTC.': '扣點的時間（UTC）。',
  'Id of the key that made it; not the key.': '發出呼叫的金鑰編號，不是金鑰本身。',
  'Points it cost.': '這次扣的點數。',
  'What was asked: the parameters that were sent and taken. Long values are shortened; null for calls from before this was kept.':
    '問了什麼：送出且採用的參數。太長的值會截短；開始保存之前的呼叫為 null。',
  'The `x-request-id` of its answer.': '該次回應的 `x-request-id`。',
  // The restricted basis.
  'Distinct members. Counts only lines paid by credit card, credit card installment or card-network debit that carry a member.':
    '不重複會員數。只計入以信用卡、信用卡分期或簽帳金融卡付款且帶有會員的明細。',
  'Number of transactions (orders). Same basis as audienceCount.':
    '交易筆數（訂單數），計算範圍與 `audienceCount` 相同。',
  'Transaction amount. Same basis as audienceCount.': '交易金額，計算範圍與 `audienceCount` 相同。',
  'Orders per member: audienceTradeCount / audienceCount. Same basis as audienceCount.':
    '購買頻率：`audienceTradeCount` / `audienceCount`，計算範圍相同。',
  'Amount per member: audienceAmount / audienceCount. Same basis as audienceCount.':
    '每會員貢獻金額：`audienceAmount` / `audienceCount`，計算範圍相同。',
};

/** A description in Chinese; undefined where nobody has translated it yet. */
export function inChinese(text: string): string | undefined {
  return CHINESE_TEXT[text];
}

const TYPES: readonly (readonly [pattern: RegExp, chinese: string])[] = [
  [/^list of strings$/, '字串陣列'],
  [/^list of objects$/, '物件陣列'],
  [/^string \(date\)$/, '字串（日期）'],
  [/^string$/, '字串'],
  [/^integer$/, '整數'],
  [/^number$/, '數字'],
  [/^object or null$/, '物件或 null'],
  [/^object$/, '物件'],
  [/^string or null$/, '字串或 null'],
  [/^string \(date\) or null$/, '字串（日期）或 null'],
  [/^string \(date-time\)$/, '字串（日期時間）'],
];

/** The type of a field; a fixed value is the same in every language. */
export function typeInChinese(type: string): string {
  return TYPES.find(([pattern]) => pattern.test(type))?.[1] ?? type.replaceAll('" or "', '" 或 "');
}
