const ENGLISH = {
  trendTitle: (name: string) => `${name}: amount per week`,
  /** What the number above the chart is. */
  trendTotal: (weeks: string) => `total, ${weeks} weeks`,
  trendCall: 'The call behind it',
  cost: (points: string) => `${points} points`,
  see: 'Open it in the explorer',
  month: {
    about: 'Each call over the default period. A call is charged when it is answered with code 200.',
    points: (count: string) => `${count} points`,
    perMonth: 'a month',
    rate: (price: string) => ` A point costs ${price}.`,
  },
  coverage: {
    days: 'Coverage',
    period: 'Default period',
    trends: 'Trends',
    week: 'by week',
    monthly: 'by month',
    ranges: 'Ranges',
    wholeWeeks: 'whole weeks, Monday to Sunday',
    currency: 'Amounts in',
    zone: 'Time zone of days',
    noCurrency: 'the currency of the data',
    none: 'No data has been published yet: every call is answered 503 and costs nothing.',
    wait: 'Asking the service…',
    missing: 'This page could not ask the service. With a key, GET /api/account says what the data covers.',
  },
  key: {
    ask: 'Ask for a key and points: ',
    unnamed: 'Ask whoever gave you this address: they make keys and top up points.',
    have: 'You have a key? Put it in the header x-api-key. ',
    quickstart: 'Make your first call',
  },
};

type Words = typeof ENGLISH;

const CHINESE: Words = {
  trendTitle: (name) => `${name}：每週交易金額`,
  trendTotal: (weeks) => `${weeks} 週合計`,
  trendCall: '背後的呼叫',
  cost: (points) => `${points} 點`,
  see: '在資料瀏覽中開啟',
  month: {
    about: '每次呼叫都以預設期間計算。回應碼為 200 的呼叫會扣點。',
    points: (count) => `${count} 點`,
    perMonth: '每月',
    rate: (price) => `一點 ${price}。`,
  },
  coverage: {
    days: '資料涵蓋期間',
    period: '不帶日期的呼叫',
    trends: '走勢',
    week: '逐週',
    monthly: '逐月',
    ranges: '區間',
    wholeWeeks: '整週（週一到週日）',
    currency: '金額幣別',
    zone: '日期所屬時區',
    noCurrency: '資料本身的幣別',
    none: '目前還沒有發布資料：所有呼叫都會得到 503，不扣點。',
    wait: '正在詢問服務…',
    missing: '這一頁無法詢問服務。有金鑰時，GET /api/account 會告訴您資料涵蓋期間。',
  },
  key: {
    ask: '索取金鑰與點數：',
    unnamed: '請洽給您這個網址的人：金鑰與點數由他們提供。',
    have: '已經有金鑰？放進 x-api-key 標頭即可。',
    quickstart: '完成第一次呼叫',
  },
};

export function homeWords(lang: string): Words {
  return lang.startsWith('zh') ? CHINESE : ENGLISH;
}
