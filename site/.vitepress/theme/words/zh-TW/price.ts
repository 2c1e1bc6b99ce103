import type { price as English } from '../en/price.ts';

export const price: typeof English = {
  free: '免費',
  fixed: (points) => `${points}，固定`,
  growing: (points, days) => `每次呼叫每期 ${points}（${days} 天一期，未滿以一期計）`,
  everyCall: '每次呼叫',
  upTo: (days) => `預設期間，或不超過 ${days} 天`,
  year: '一年（365 天）',
  freeRule: '不扣點。',
  fixedRule: '價格固定，與參數無關。',
  growingRule: (days) => `每 ${days} 天為一期，不足一期以一期計；資料涵蓋期間以外的日子不計費。`,
  charged: {
    before: '只有回應碼為 200 的呼叫才扣點，但有',
    exception: '一個例外',
    anchor: '哪些可以重試',
    after: '。',
  },
};
