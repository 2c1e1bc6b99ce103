import type { Translations } from '../words.ts';

/** What the tables of the guides say. */
export const labels: Translations = {
  path: ['Path', '路徑'],
  parameters: ['Parameters', '參數'],
  points: ['Points', '點數'],
  none: ['none', '無'],
  comma: [', ', '、'],
  fixed: [', fixed', '（固定）'],
  periods: ['periods', '期數'],
  whatItAnswers: ['What it answers', '內容'],
  whatHappened: ['What happened, and what to do', '原因與處理方式'],
  allErrors: ['All errors', '所有錯誤'],
  use: ['Use', '用途'],
  calls: ['Calls', '呼叫'],
  pointsAMonth: ['Points a month', '每月點數'],
  takes: [' Takes {form}; missing: {usual}.', '接受{form}；省略時為 {usual}。'],
  wholeNumber: ['a whole number from {minimum} to {maximum}', ' {minimum} 到 {maximum} 的整數'],
  oneOf: ['one of {choices}', '其中之一：{choices}'],
  text: ['a text of at most {maximum} characters', '最多 {maximum} 個字元的文字'],
  marketReport: ['A report on the whole market, once a month', '每月一份整體市場報告'],
  marketReportCalls: [
    'ranking, growth, weekly trend and payment methods',
    '排行、成長率、週走勢與付款方式，各一次',
  ],
  oneCategory: ['One category, every Monday', '每週一追蹤一個主類別'],
  oneCategoryCalls: [
    'weekly trend, key figures and ranking of its sub-categories, four times',
    '週走勢、重點指標與子類別排行，各四次',
  ],
  tenSubs: ['Ten sub-categories, every Monday', '每週一追蹤十個子類別'],
  tenSubsCalls: [
    'weekly trend and key figures of each, four times; tags and related purchases once',
    '每個子類別的週走勢與重點指標各四次；商品標籤與關聯購買各一次',
  ],
};

export const types = {
  boolean: 'true 或 false',
  true: '固定為 true',
  'list of strings': '字串陣列',
  'list of strings or null': '字串陣列或 null',
  'list of objects': '物件陣列',
  'list of "category" or "sub"': '"category" 或 "sub" 的陣列',
  'string (date)': '字串（日期）',
  string: '字串',
  integer: '整數',
  number: '數字',
  'integer or null': '整數或 null',
  'object or null': '物件或 null',
  object: '物件',
  'string or null': '字串或 null',
  'string (date) or null': '字串（日期）或 null',
  'string (date-time)': '字串（日期時間）',
  '" or "': '" 或 "',
};
