import type { EndpointWords } from '../words.ts';

export const accountRoutes: Readonly<Record<string, EndpointWords>> = {
  '/api/account': {
    summary: ['Balance, prices and coverage', '餘額、價格與資料涵蓋期間'],
    description: [
      'Balance, current prices, and the published data: its days, defaults and currency.',
      '您的帳戶、點數餘額、每個端點目前的價格，以及已發布的資料：涵蓋期間、預設值與幣別。',
    ],
    keywords: '剩餘點數 查詢餘額 價格表 幣別 貨幣 時區 資料範圍 預設類別',
    fields: {
      account: ['Account name.', '帳戶名稱。'],
      balance: ['Balance in points.', '點數餘額。'],
      key: ['The key that made this call.', '發出這次呼叫的金鑰。'],
      'key.id': ['Id of the key, not the key itself.', '所用金鑰的編號，不是金鑰本身。'],
      'key.last4': ['Its last four characters.', '金鑰末四碼。'],
      'key.paths': ['Paths it may call; null: all.', '可以呼叫的路徑；null 表示全部。'],
      'key.categories': ['Main categories it may ask for; null: all.', '可以查詢的主類別；null 表示全部。'],
      prices: ['Current price of every path.', '每個路徑目前的價格。'],
      'prices[].path': ['Path of the call.', '呼叫的路徑。'],
      'prices[].base': ['Base points; 0 is a free call.', '基本點數；0 表示免費。'],
      'prices[].kind': [
        '`fixed`: always the base. `per-period`: the base × started periods.',
        '`fixed`：一律是基本點數。`per-period`：基本點數 × 期數。',
      ],
      data: [
        'The published data; null before the first publication.',
        '已發布的資料；第一次發布之前為 null。',
      ],
      'data.version': [
        'Version of the published data; answers carry it in `x-data-version`.',
        '資料版本；回應的 `x-data-version` 就是這個數字。',
      ],
      'data.coverage': ['First and last day with an order.', '有訂單的第一天與最後一天。'],
      'data.coverage.start': ['First day.', '第一天。'],
      'data.coverage.end': ['Last day.', '最後一天。'],
      'data.default_period': ['The range of a call without dates.', '未指定日期時的區間。'],
      'data.default_period.start': ['First day.', '第一天。'],
      'data.default_period.end': ['Last day.', '最後一天。'],
      'data.period_days': ['Days inside the data that one base price covers.', '一份基本點數涵蓋的天數。'],
      'data.granularity': ['Unit of trends: week or month.', '走勢的單位。'],
      'data.default_category': [
        'Used if `category` is missing or unknown; for a limited key, one to send.',
        '省略 `category` 或找不到該名稱時採用；金鑰不能查詢時，這裡是它可以查詢的第一個，呼叫時請送出。',
      ],
      'data.default_sub': [
        'Used if `sub` is missing or unknown there.',
        '在該主類別中，省略 `sub` 或找不到該名稱時採用。',
      ],
      'data.currency': [
        'ISO 4217 code of all amounts; null if your provider has not set it.',
        '所有金額的幣別（ISO 4217）；服務提供者未設定時為 null。',
      ],
      'data.time_zone': ['Time zone of all days, as an IANA name.', '日期所屬的時區（IANA 名稱）。'],
      'data.privacy': [
        'Thresholds for showing a figure; null: everything is shown.',
        '顯示數字的門檻；null 表示全部顯示。',
      ],
      'data.privacy.min_people': [
        'Minimum number of people behind a weekly figure; 0: not tested.',
        '每週數字背後至少要有的人數；0 表示不檢查。',
      ],
      'data.privacy.min_merchants': [
        'Minimum number of merchants behind a weekly figure; 0: not tested.',
        '每週數字背後至少要有的商家數；0 表示不檢查。',
      ],
      'data.privacy.max_share': [
        'Largest share of a weekly amount that one person may have, in percent; applies to merchants too unless min_merchants is 0.',
        '一個人最多可占每週金額的百分比；min_merchants 不為 0 時，商家也適用。',
      ],
    },
  },
  '/api/account/points': {
    summary: ['Points by grant', '各筆點數的餘額'],
    description: [
      'The grants that have points left, in the order in which they are used: what expires first, then what is older.',
      '還有剩餘的各筆點數，依使用順序排列：先到期的先用，其次是較早取得的。',
    ],
    keywords: '點數到期 有效期限 剩餘點數 加點紀錄 贈點',
    fields: {
      balance: ['Balance in points: what is left of all grants.', '點數餘額，即各筆剩餘點數的總和。'],
      grants: ['In the order of use.', '依使用順序排列。'],
      'grants[].id': ['Number of the grant.', '這筆點數的編號。'],
      'grants[].kind': [
        'What it is: `paid`, `promotional`, `correction`, `plan` or `refund`.',
        '類別：`paid`（購買）、`promotional`（贈送）、`correction`（更正）、`plan`（方案）或 `refund`（退點）。',
      ],
      'grants[].points': ['Points granted.', '取得的點數。'],
      'grants[].left': ['Points left of it.', '剩餘的點數。'],
      'grants[].time': ['When it was granted, in UTC.', '取得的時間（UTC）。'],
      'grants[].expires': [
        'Last day it is valid on; null if it does not expire.',
        '有效期限的最後一天；沒有期限時為 null。',
      ],
      'grants[].reference': [
        'What it was granted for, such as the number of a payment; null without one.',
        '對應的單據，例如付款編號；沒有時為 null。',
      ],
    },
  },
  '/api/account/quote': {
    summary: ['Quote for a call', '試算一次呼叫'],
    description: [
      'A dry run of one call: its price now, the days it covers, and what it would use. Send its path and parameters, and its `Prefer: handling=strict`: then the quote is refused where the call would be.',
      '試算一次呼叫：目前的價格、涵蓋的日子，以及會採用的類別。請帶上該次呼叫的路徑與所有參數；該次呼叫有 `Prefer: handling=strict` 時也一併送出，呼叫會得到 400 的情況，試算也是 400。',
    ],
    keywords: '報價 估價 呼叫前的價格 試算',
    parameters: {
      path: ['Path of the call.', '呼叫的路徑。'],
      category: ['`category` of the call.', '該次呼叫的 `category`。'],
      sub: ['`sub` of the call.', '該次呼叫的 `sub`。'],
      start: ['`start` of the call.', '該次呼叫的 `start`。'],
      end: ['`end` of the call.', '該次呼叫的 `end`。'],
    },
    fields: {
      path: ['Path of the call.', '呼叫的路徑。'],
      points: ['What the call costs.', '這次呼叫的點數。'],
      start: [
        'First day of the range; null for a path without a period.',
        '區間的第一天；與期間無關的路徑為 null。',
      ],
      end: [
        'Last day of the range; null for a path without a period.',
        '區間的最後一天；與期間無關的路徑為 null。',
      ],
      days: [
        'Days of the range inside the data: only these are billed.',
        '區間中在資料涵蓋期間內的天數；只有這些日子計價。',
      ],
      periods: [
        'Started default periods, by which the base is multiplied; 1 for a fixed price.',
        '期數，基本點數乘以這個數字；價格固定時為 1。',
      ],
      balance: ['Your balance.', '帳戶的點數餘額。'],
      category: [
        'The main category that the call would use; null for a path without one.',
        '會採用的主類別；路徑不分類別時為 null。',
      ],
      subCategory: [
        'The sub-category that the call would use; null for a path without one.',
        '會採用的子類別；路徑不分子類別時為 null。',
      ],
      fallback: [
        'Parameters whose name is unknown, so that the default would be used.',
        '找不到該名稱、會改用預設值的參數。',
      ],
      ignored: ['Parameters that the path does not take.', '這個路徑不接受、不會採用的參數。'],
      days_outside: [
        'Days of the range outside the data: these are free.',
        '區間中在資料涵蓋期間以外的天數；這些日子免費。',
      ],
    },
  },
  '/api/account/usage': {
    summary: ['Usage by day and path', '每日與各路徑的用量'],
    description: [
      'What the account was charged, over at most 366 days. Without dates: the last 30 days.',
      '帳戶的扣點，一次最多查 366 天；未指定日期時為最近 30 天。',
    ],
    keywords: '用量 花了多少點 扣點紀錄 每日',
    parameters: {
      start: ['First day, `YYYY-MM-DD`.', '第一天，格式 `YYYY-MM-DD`。'],
      end: ['Last day, `YYYY-MM-DD`.', '最後一天，格式 `YYYY-MM-DD`。'],
    },
    fields: {
      start: ['First day.', '第一天。'],
      end: ['Last day.', '最後一天。'],
      calls: ['Charged calls.', '有扣點的呼叫次數。'],
      points: ['Points charged.', '扣的點數。'],
      days: ['Days with a charged call.', '有扣點的日子。'],
      'days[].day': ['Day, in the time zone of the service.', '日期，以服務的時區為準。'],
      'days[].calls': ['Charged calls.', '有扣點的呼叫次數。'],
      'days[].points': ['Points charged.', '扣的點數。'],
      'days[].paths': ['The same day by path, most points first.', '同一天各路徑的用量，點數多的在前。'],
      'days[].paths[].path': ['Path of the call.', '呼叫的路徑。'],
      'days[].paths[].calls': ['Charged calls.', '有扣點的呼叫次數。'],
      'days[].paths[].points': ['Points charged.', '扣的點數。'],
      paths: ['All days by path, most points first.', '所有日子各路徑的用量，點數多的在前。'],
      'paths[].path': ['Path of the call.', '呼叫的路徑。'],
      'paths[].calls': ['Charged calls.', '有扣點的呼叫次數。'],
      'paths[].points': ['Points charged.', '扣的點數。'],
    },
  },
  '/api/account/statement': {
    summary: ['Statement of a month', '單月對帳單'],
    description: [
      'The points of the account in a month: the opening balance, what came, went and was used, and the closing balance. Without `month`: this month so far.',
      '帳戶點數在一個月內的變動：期初餘額、所有取得、扣回、到期與使用的點數，以及期末餘額；期末餘額就是下個月的期初餘額。省略 `month` 時為本月至今。',
    ],
    keywords: '對帳單 月結單 帳單 期初餘額 期末餘額 明細 報帳',
    parameters: { month: ['Month, `YYYY-MM`.', '月份，`YYYY-MM`。'] },
    fields: {
      account: ['Account name.', '帳戶名稱。'],
      month: ['Month, `YYYY-MM`.', '月份，`YYYY-MM`。'],
      time_zone: [
        'Time zone in which the month begins and ends, as an IANA name.',
        '月份起訖所屬的時區（IANA 名稱）。',
      ],
      opening: ['Balance at the beginning of the month.', '期初餘額。'],
      granted: ['Points granted, oldest first.', '取得的點數，由舊到新。'],
      'granted[].id': ['Its number in the account.', '在帳戶中的編號。'],
      'granted[].time': ['When it happened, in UTC.', '發生的時間（UTC）。'],
      'granted[].kind': [
        'What it is: `paid`, `promotional`, `correction`, `plan`, `refund`, `taken` or `expired`.',
        '類別：`paid`（購買）、`promotional`（贈送）、`correction`（更正）、`plan`（方案）、`refund`（退點）、`taken`（扣回）或 `expired`（到期）。',
      ],
      'granted[].points': [
        'Points; negative if they were taken back or have expired.',
        '點數；扣回或到期時為負數。',
      ],
      'granted[].reference': [
        'What it was for, such as the number of a payment; null without one.',
        '對應的單據，例如付款編號；沒有時為 null。',
      ],
      'granted[].of_grant': [
        'Number of the grant it is of; null without one, or with several.',
        '屬於哪一筆點數（編號）；沒有或分屬好幾筆時為 null。',
      ],
      refunded: ['Points of calls that were refunded, oldest first.', '退還的呼叫點數，由舊到新。'],
      'refunded[].id': ['Its number in the account.', '在帳戶中的編號。'],
      'refunded[].time': ['When it happened, in UTC.', '發生的時間（UTC）。'],
      'refunded[].kind': [
        'What it is: `paid`, `promotional`, `correction`, `plan`, `refund`, `taken` or `expired`.',
        '類別：`paid`（購買）、`promotional`（贈送）、`correction`（更正）、`plan`（方案）、`refund`（退點）、`taken`（扣回）或 `expired`（到期）。',
      ],
      'refunded[].points': [
        'Points; negative if they were taken back or have expired.',
        '點數；扣回或到期時為負數。',
      ],
      'refunded[].reference': [
        'What it was for, such as the number of a payment; null without one.',
        '對應的單據，例如付款編號；沒有時為 null。',
      ],
      'refunded[].of_grant': [
        'Number of the grant it is of; null without one, or with several.',
        '屬於哪一筆點數（編號）；沒有或分屬好幾筆時為 null。',
      ],
      taken: ['Points taken back, oldest first.', '扣回的點數，由舊到新。'],
      'taken[].id': ['Its number in the account.', '在帳戶中的編號。'],
      'taken[].time': ['When it happened, in UTC.', '發生的時間（UTC）。'],
      'taken[].kind': [
        'What it is: `paid`, `promotional`, `correction`, `plan`, `refund`, `taken` or `expired`.',
        '類別：`paid`（購買）、`promotional`（贈送）、`correction`（更正）、`plan`（方案）、`refund`（退點）、`taken`（扣回）或 `expired`（到期）。',
      ],
      'taken[].points': [
        'Points; negative if they were taken back or have expired.',
        '點數；扣回或到期時為負數。',
      ],
      'taken[].reference': [
        'What it was for, such as the number of a payment; null without one.',
        '對應的單據，例如付款編號；沒有時為 null。',
      ],
      'taken[].of_grant': [
        'Number of the grant it is of; null without one, or with several.',
        '屬於哪一筆點數（編號）；沒有或分屬好幾筆時為 null。',
      ],
      expired: ['Points that expired, oldest first.', '到期的點數，由舊到新。'],
      'expired[].id': ['Its number in the account.', '在帳戶中的編號。'],
      'expired[].time': ['When it happened, in UTC.', '發生的時間（UTC）。'],
      'expired[].kind': [
        'What it is: `paid`, `promotional`, `correction`, `plan`, `refund`, `taken` or `expired`.',
        '類別：`paid`（購買）、`promotional`（贈送）、`correction`（更正）、`plan`（方案）、`refund`（退點）、`taken`（扣回）或 `expired`（到期）。',
      ],
      'expired[].points': [
        'Points; negative if they were taken back or have expired.',
        '點數；扣回或到期時為負數。',
      ],
      'expired[].reference': [
        'What it was for, such as the number of a payment; null without one.',
        '對應的單據，例如付款編號；沒有時為 null。',
      ],
      'expired[].of_grant': [
        'Number of the grant it is of; null without one, or with several.',
        '屬於哪一筆點數（編號）；沒有或分屬好幾筆時為 null。',
      ],
      paths: ['Charged calls by path, most points first.', '各路徑的計費呼叫，點數多的在前。'],
      'paths[].path': ['Path of the call.', '呼叫的路徑。'],
      'paths[].calls': ['Charged calls.', '計費的呼叫次數。'],
      'paths[].points': ['Points charged.', '使用的點數。'],
      keys: ['The same calls by key, most points first.', '同樣的呼叫，依金鑰列出，點數多的在前。'],
      'keys[].id': ['Id of the key, not the key itself.', '金鑰的編號，不是金鑰本身。'],
      'keys[].name': ['Name of the key; empty without one.', '金鑰的名稱；沒有時為空字串。'],
      'keys[].last4': ['Its last four characters.', '金鑰末四碼。'],
      'keys[].calls': ['Charged calls.', '計費的呼叫次數。'],
      'keys[].points': ['Points charged.', '使用的點數。'],
      closing: [
        'Balance at the end of the month: the opening balance, plus all changes, less all calls.',
        '期末餘額：期初餘額加上所有變動，再減去所有呼叫。',
      ],
      final: [
        'Whether nothing can change any more: from ten minutes after the end of the month.',
        '是否已定案、不會再變動：當月結束十分鐘後為 true。',
      ],
    },
  },
  '/api/account/calls': {
    summary: ['Recent calls', '最近的呼叫'],
    description: [
      'The newest charged calls of all keys of the account: 50 at most, newest first.',
      '帳戶所有金鑰最近的扣點呼叫，最多 50 次，由新到舊。',
    ],
    keywords: '呼叫紀錄 最近扣點 明細',
    fields: {
      calls: ['Newest first.', '由新到舊。'],
      'calls[].time': ['When it was charged, in UTC.', '扣點的時間（UTC）。'],
      'calls[].path': ['Path of the call.', '呼叫的路徑。'],
      'calls[].key': ['The key that made the call.', '發出該次呼叫的金鑰。'],
      'calls[].key.id': [
        'Id of the key that made it, not the key itself.',
        '發出呼叫的金鑰編號，不是金鑰本身。',
      ],
      'calls[].key.last4': ['Its last four characters.', '金鑰末四碼。'],
      'calls[].points': ['Points charged.', '扣的點數。'],
      'calls[].parameters': [
        'Parameters that the path takes, as sent: an unknown name, not the default used for it. Long values are shortened; null for older calls.',
        '送出且該路徑接受的參數，照送出的樣子：找不到的名稱也照寫，不是實際使用的預設值。太長的值會截短；較舊的呼叫未保存參數，為 null。',
      ],
      'calls[].idempotency_key': [
        'The `Idempotency-Key` it was sent with; null without one. An API key sent as one is shown as its SHA-256.',
        '這次呼叫的 `Idempotency-Key`；沒有時為 null。若誤把 API 金鑰當作 `Idempotency-Key`，顯示的是其 SHA-256。',
      ],
      'calls[].request_id': ['The `x-request-id` of its answer.', '該次回應的 `x-request-id`。'],
      'calls[].balance': ['Balance after the call.', '扣點後的餘額。'],
    },
  },
  '/api/account/calls/{id}': {
    summary: ['One call', '呼叫明細'],
    description: [
      'One charged call of the account, by its request id; 404 if there is none.',
      '以請求編號查詢帳戶的一次扣點呼叫；找不到時為 404。',
    ],
    keywords: '請求編號 單次呼叫 扣點紀錄',
    parameters: { id: ['The `x-request-id` of its answer.', '該次回應的 `x-request-id`。'] },
    fields: {
      time: ['When it was charged, in UTC.', '扣點的時間（UTC）。'],
      path: ['Path of the call.', '呼叫的路徑。'],
      key: ['The key that made the call.', '發出該次呼叫的金鑰。'],
      'key.id': ['Id of the key that made it, not the key itself.', '發出呼叫的金鑰編號，不是金鑰本身。'],
      'key.last4': ['Its last four characters.', '金鑰末四碼。'],
      points: ['Points charged.', '扣的點數。'],
      parameters: [
        'Parameters that the path takes, as sent: an unknown name, not the default used for it. Long values are shortened; null for older calls.',
        '送出且該路徑接受的參數，照送出的樣子：找不到的名稱也照寫，不是實際使用的預設值。太長的值會截短；較舊的呼叫未保存參數，為 null。',
      ],
      idempotency_key: [
        'The `Idempotency-Key` it was sent with; null without one. An API key sent as one is shown as its SHA-256.',
        '這次呼叫的 `Idempotency-Key`；沒有時為 null。若誤把 API 金鑰當作 `Idempotency-Key`，顯示的是其 SHA-256。',
      ],
      request_id: ['The `x-request-id` of its answer.', '該次回應的 `x-request-id`。'],
      balance: ['Balance after the call.', '扣點後的餘額。'],
    },
  },
};
