import type { Measure, TileField } from './picture.ts';

const ENGLISH = {
  recorded: 'Recorded demo data',
  wholeMarket: 'Whole market',
  amountPerWeek: 'Amount per week',
  growth: 'Growth of the amount against the previous period',
  measures: {
    amount: 'Amount',
    orders: 'Orders',
    members: 'Members who bought both',
    products: 'Products sold with this tag',
  } satisfies Record<Measure, string>,
  tiles: {
    totalAmount: 'Amount',
    tradeCount: 'Orders',
    avgAmount: 'Average order',
    audienceCount: 'Members',
    frequency: 'Orders per member',
    arpu: 'Amount per member',
  } satisfies Record<TileField, string>,
  keyFigures: 'Key figures, and the change against the previous period',
  names: 'Names, the best-selling first',
  more: (count: number) => `and ${count} more`,
  week: 'Week',
  highest: 'Highest week',
  describe: (first: string, last: string, highest: string, dates: string) =>
    `From ${first} a week to ${last}; the highest week, ${dates}, had ${highest}.`,
  hint: 'Move along the line, or use the arrow keys, to read each week.',
  points: (count: string, isOne: boolean) => `${count} ${isOne ? 'point' : 'points'}`,
};

type Words = typeof ENGLISH;

const CHINESE: Words = {
  recorded: '預錄的示範資料',
  wholeMarket: '整體市場',
  amountPerWeek: '每週交易金額',
  growth: '交易金額相較前期的成長率',
  measures: {
    amount: '交易金額',
    orders: '交易筆數',
    members: '兩者都買的會員數',
    products: '帶有此標籤的售出商品數',
  },
  tiles: {
    totalAmount: '交易金額',
    tradeCount: '交易筆數',
    avgAmount: '平均客單價',
    audienceCount: '會員數',
    frequency: '購買頻率',
    arpu: '每會員貢獻金額',
  },
  keyFigures: '重點指標，以及與前期相比的變化',
  names: '名稱，最暢銷的在前',
  more: (count) => `還有 ${count} 個`,
  week: '週',
  highest: '最高的一週',
  describe: (first, last, highest, dates) =>
    `每週交易金額從 ${first} 到 ${last}；最高的一週是 ${dates}，${highest}。`,
  hint: '在線上移動，或用方向鍵，逐週查看。',
  points: (count) => `${count} 點`,
};

export function pictureWords(lang: string): Words {
  return lang.startsWith('zh') ? CHINESE : ENGLISH;
}
