import type { EndpointWords } from '../words.ts';

export const accountRoutes: Readonly<Record<string, EndpointWords>> = {
  '/api/account': {
    summary: ['Balance, prices and coverage', '餘額、金鑰與價格'],
    description: [
      'The account a key belongs to, what is left on it, what every endpoint costs now, and what is published: the days that the data covers, the defaults, the currency.',
      '金鑰所屬的帳戶、剩餘點數、每個端點現在的價格，以及已發布的資料：涵蓋期間、預設值與幣別。',
    ],
    keywords: '剩餘點數 查詢餘額 價格表 幣別 貨幣 時區 資料範圍 預設類別',
    fields: {
      account: ['Account name.', '帳戶名稱。'],
      balance: ['Points left.', '剩餘點數。'],
      key: ['The key that made this call.', '發出這次呼叫的金鑰。'],
      'key.id': ['Id of the key used; not the key.', '所用金鑰的編號，不是金鑰本身。'],
      'key.last4': ['Its last four characters.', '金鑰末四碼。'],
      prices: ['What every path costs now.', '每個路徑現在的價格。'],
      'prices[].path': ['Path of the call.', '呼叫的路徑。'],
      'prices[].base': ['Base points; 0 is a free call.', '基本點數；0 表示免費。'],
      'prices[].kind': [
        '`fixed`: the base, always. `per-period`: the base × periods started.',
        '`fixed`：一律是基本點數。`per-period`：基本點數 × 期數。',
      ],
      data: [
        'The published data; null before the first publication.',
        '已發布的資料；第一次發布之前為 null。',
      ],
      'data.version': [
        'Version of the published data; answers from it carry it in `x-data-version`.',
        '資料版本；出自這一版的回應，`x-data-version` 就是這個數字。',
      ],
      'data.coverage': ['First and last day that has an order.', '有訂單的第一天與最後一天。'],
      'data.coverage.start': ['First day.', '第一天。'],
      'data.coverage.end': ['Last day.', '最後一天。'],
      'data.default_period': ['The range of a call without dates.', '不帶日期的呼叫所涵蓋的區間。'],
      'data.default_period.start': ['First day.', '第一天。'],
      'data.default_period.end': ['Last day.', '最後一天。'],
      'data.period_days': ['Days inside the data that one base price covers.', '一份基本價涵蓋多少天。'],
      'data.granularity': ['Whether trends are by week or by month.', '走勢的單位。'],
      'data.default_category': [
        'Used where `category` is missing or unknown.',
        '沒有給 `category` 或查無此名時採用。',
      ],
      'data.default_sub': [
        'Used where `sub` is missing or unknown, in that category.',
        '在該主類別之內，沒有給 `sub` 或查無此名時採用。',
      ],
      'data.currency': [
        'ISO 4217 code of all amounts; null where the operator has not said.',
        '所有金額的幣別（ISO 4217）；營運者沒有設定時為 null。',
      ],
      'data.time_zone': ['Time zone of all days, as an IANA name.', '日期所屬的時區（IANA 名稱）。'],
      'data.privacy': [
        'What a figure needs to be shown; null: everything is.',
        '數字要達到什麼門檻才會顯示；null 表示全部顯示。',
      ],
      'data.privacy.min_people': [
        'Fewest people in a cell (a scope and a week); 0 is off.',
        '一格（一個範圍的一週）最少要有多少人；0 表示不限。',
      ],
      'data.privacy.min_merchants': [
        'Fewest merchants in a cell; 0 is off.',
        '一格最少要有多少商家；0 表示不限。',
      ],
      'data.privacy.max_share': [
        "Most percent of a cell's amount that one person may have; a merchant too unless min_merchants is 0.",
        '一個人最多能佔一格金額的百分之多少；min_merchants 不是 0 時，一個商家也是。',
      ],
    },
  },
  '/api/account/quote': {
    summary: ['Quote for a call', '一次呼叫要多少點'],
    description: [
      'The price of one call now, and the days it covers. Give the path and the dates of the call; other parameters are ignored.',
      '一次呼叫現在的價格，以及涵蓋的日子。請給要試算的路徑與日期；其他參數不會採用。',
    ],
    keywords: '報價 估價 呼叫前的價格 試算',
    parameters: {
      path: ['Path of the call.', '呼叫的路徑。'],
      start: ['`start` of the call.', '該次呼叫的 `start`。'],
      end: ['`end` of the call.', '該次呼叫的 `end`。'],
    },
    fields: {
      path: ['Path of the call.', '呼叫的路徑。'],
      points: ['What the call costs.', '這次呼叫要多少點。'],
      start: [
        'First day of the range; null for a path without a period.',
        '區間的第一天；與期間無關的路徑為 null。',
      ],
      end: [
        'Last day of the range; null for a path without a period.',
        '區間的最後一天；與期間無關的路徑為 null。',
      ],
      days: [
        'Days of the range that lie inside the data: only these are charged for.',
        '區間裡落在資料涵蓋期間內的天數；只有這些日子計價。',
      ],
      periods: [
        'Default periods started by these days, 1 for a fixed price: the base is multiplied by this.',
        '這些日子的期數，價格固定時為 1：基本點數要乘上的數字。',
      ],
      balance: ['Points the account has.', '帳戶的點數餘額。'],
    },
  },
  '/api/account/usage': {
    summary: ['Usage by day and path', '每天與每個路徑的用量'],
    description: [
      'What the account was charged, over at most 366 days. Without dates: the last 30 days.',
      '帳戶的扣點，一次最多 366 天。沒有給日期時是最近 30 天。',
    ],
    keywords: '用量 花了多少點 扣點紀錄 每日',
    parameters: {
      start: ['First day, `YYYY-MM-DD`.', '第一天，格式 `YYYY-MM-DD`。'],
      end: ['Last day, `YYYY-MM-DD`.', '最後一天，格式 `YYYY-MM-DD`。'],
    },
    fields: {
      start: ['First day.', '第一天。'],
      end: ['Last day.', '最後一天。'],
      calls: ['Calls that were charged.', '有扣點的呼叫次數。'],
      points: ['Points they cost.', '扣的點數。'],
      days: ['Days with a charged call.', '有扣點的日子。'],
      'days[].day': ['Day, in business time.', '日期，以營業時區為準。'],
      'days[].calls': ['Calls that were charged.', '有扣點的呼叫次數。'],
      'days[].points': ['Points they cost.', '扣的點數。'],
      'days[].paths': ['The same day by path, most points first.', '同一天各路徑的用量，點數多的在前。'],
      'days[].paths[].path': ['Path of the call.', '呼叫的路徑。'],
      'days[].paths[].calls': ['Calls that were charged.', '有扣點的呼叫次數。'],
      'days[].paths[].points': ['Points they cost.', '扣的點數。'],
      paths: ['All days by path, most points first.', '所有日子各路徑的用量，點數多的在前。'],
      'paths[].path': ['Path of the call.', '呼叫的路徑。'],
      'paths[].calls': ['Calls that were charged.', '有扣點的呼叫次數。'],
      'paths[].points': ['Points they cost.', '扣的點數。'],
    },
  },
  '/api/account/calls': {
    summary: ['Last calls', '最近的呼叫'],
    description: [
      'The newest calls of all keys of the account that cost points: 50 at most, newest first.',
      '帳戶所有金鑰最近有扣點的呼叫，最多 50 次，新的在前。',
    ],
    keywords: '呼叫紀錄 最近扣點 明細',
    fields: {
      calls: ['Newest first.', '新的在前。'],
      'calls[].time': ['When it was charged, in UTC.', '扣點的時間（UTC）。'],
      'calls[].path': ['Path of the call.', '呼叫的路徑。'],
      'calls[].key': ['The key that made the call.', '發出該次呼叫的金鑰。'],
      'calls[].key.id': ['Id of the key that made it; not the key.', '發出呼叫的金鑰編號，不是金鑰本身。'],
      'calls[].key.last4': ['Its last four characters.', '金鑰末四碼。'],
      'calls[].points': ['Points it cost.', '這次扣的點數。'],
      'calls[].parameters': [
        'What was asked: the parameters that were sent and taken. Long values are shortened; null for calls from before this was kept.',
        '問了什麼：送出且採用的參數。太長的值會截短；開始保存之前的呼叫為 null。',
      ],
      'calls[].request_id': ['The `x-request-id` of its answer.', '該次回應的 `x-request-id`。'],
      'calls[].balance': ['Points left after it.', '扣點後剩餘的點數。'],
    },
  },
  '/api/account/calls/{id}': {
    summary: ['One call', '一次呼叫'],
    description: [
      'One call of the account that cost points, by its request id; otherwise 404. Ids from before they began with a time are not found.',
      '以請求編號查詢帳戶的一次扣點呼叫；查無時回應 404。舊式編號（開頭不是時間）查不到。',
    ],
    keywords: '請求編號 單次呼叫 扣點紀錄',
    parameters: { id: ['The `x-request-id` of its answer.', '該次回應的 `x-request-id`。'] },
    fields: {
      time: ['When it was charged, in UTC.', '扣點的時間（UTC）。'],
      path: ['Path of the call.', '呼叫的路徑。'],
      key: ['The key that made the call.', '發出該次呼叫的金鑰。'],
      'key.id': ['Id of the key that made it; not the key.', '發出呼叫的金鑰編號，不是金鑰本身。'],
      'key.last4': ['Its last four characters.', '金鑰末四碼。'],
      points: ['Points it cost.', '這次扣的點數。'],
      parameters: [
        'What was asked: the parameters that were sent and taken. Long values are shortened; null for calls from before this was kept.',
        '問了什麼：送出且採用的參數。太長的值會截短；開始保存之前的呼叫為 null。',
      ],
      request_id: ['The `x-request-id` of its answer.', '該次回應的 `x-request-id`。'],
      balance: ['Points left after it.', '扣點後剩餘的點數。'],
    },
  },
};
