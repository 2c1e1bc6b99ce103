import type { EndpointWords } from '../words.ts';

/** By path: what it answers, other words by which people look for it, and what only it takes and answers. */
export const endpoints: Readonly<Record<string, EndpointWords>> = {
  '/api/public/meta/categories': {
    summary: ['List the main categories', '列出所有主類別'],
    description: [
      'Names of all main categories, best-selling in the default period first. Start here.',
      '所有主類別的名稱，依預設期間的交易金額由高到低排列。請從這裡開始。',
    ],
    keywords: '主類別清單 類別列表 有哪些類別 分類 類目',
    fields: {
      categories: ['Main category names.', '主類別名稱。'],
    },
  },
  '/api/public/meta/sub-categories': {
    summary: ['List the sub-categories of a main category', '列出一個主類別的子類別'],
    description: [
      'Names of the sub-categories of one main category, best-selling in the default period first.',
      '一個主類別底下所有子類別的名稱，依預設期間的交易金額由高到低排列。',
    ],
    keywords: '子類別清單 子類別列表 有哪些子類別 次分類',
    fields: {
      subCategories: ['Sub-category names.', '子類別名稱。'],
    },
  },
  '/api/public/overview/payment': {
    summary: ['Payment methods of the whole market', '整體市場的付款方式分布'],
    description: [
      'How the orders of the whole market were paid over the default period.',
      '預設期間內，整體市場的訂單用什麼方式付款。',
    ],
    keywords: '付款方式佔比 支付 信用卡 比例 整體',
  },
  '/api/public/overview/ranking': {
    summary: ['Ranking of the main categories', '主類別排行'],
    description: [
      'The main categories by amount over the default period, each with its three best-selling sub-categories.',
      '預設期間內依交易金額排行的主類別，並列出各自最暢銷的三個子類別。',
    ],
    keywords: '主類別排名 銷售排行榜 最暢銷 熱賣類別 整體',
    fields: {
      items: ['By total_amount, largest first, then name.', '依 `total_amount` 由高到低，再依名稱排列。'],
      'items[].name': ['Main category name.', '主類別名稱。'],
      'items[].producttypename': ['Main category name, as in `name`.', '主類別名稱，與 `name` 相同。'],
      'items[].top_subs': ['Its best-selling sub-categories, largest first.', '最暢銷的子類別，由高到低。'],
    },
  },
  '/api/public/overview/growth': {
    summary: ['Growth of the main categories', '主類別成長率'],
    description: [
      'Amount and orders of every main category in the default period, compared with the previous period. Where the data begins later, the newer half of its full weeks is compared with the older half.',
      '各主類別在預設期間的交易金額與交易筆數，以及與前期相比的成長率。資料不足兩個預設期間時，把完整的週分成等長的前後兩半，以後半與前半相比。',
    ],
    keywords: '成長率 成長排行 衰退 成長最快 與前期比較 整體',
    fields: {
      items: [
        'By growth_rate, then count_growth_rate, largest first, then name.',
        '依 `growth_rate`、`count_growth_rate` 由高到低，再依名稱排列。',
      ],
      'items[].producttypename': ['Main category name.', '主類別名稱。'],
      'items[].current_amount': ['Amount in the current period.', '本期交易金額。'],
      'items[].previous_amount': ['Amount in the previous period.', '前期交易金額。'],
      'items[].growth_rate': [
        'Growth of the amount in percent, negative if it fell; 100 if there was nothing before.',
        '交易金額的成長率（%），減少時為負數；前期沒有交易時為 100。',
      ],
      'items[].current_count': ['Orders in the current period.', '本期交易筆數。'],
      'items[].previous_count': ['Orders in the previous period.', '前期交易筆數。'],
      'items[].count_growth_rate': [
        'Growth of the orders in percent, negative if they fell; 100 if there were none before.',
        '交易筆數的成長率（%），減少時為負數；前期沒有交易時為 100。',
      ],
    },
  },
  '/api/public/trends/overview': {
    summary: ['Weekly trend of the whole market', '整體市場的週走勢'],
    description: [
      'Amount, orders and average order value of the whole market, week by week, over the default period.',
      '預設期間內，整體市場逐週的交易金額、交易筆數與平均客單價。',
    ],
    keywords: '每週 趨勢 週趨勢 走勢 銷售額 交易金額 訂單數 客單價 平均訂單金額 整體',
  },
  '/api/public/market/payment': {
    summary: ['Payment methods of a main category', '一個主類別的付款方式分布'],
    description: [
      'How the orders of one main category were paid in the range.',
      '區間內，一個主類別的訂單用什麼方式付款。',
    ],
    keywords: '付款方式佔比 支付 信用卡 比例',
  },
  '/api/public/market/sub-ranking': {
    summary: ['Ranking of the sub-categories', '一個主類別的子類別排行'],
    description: [
      'The sub-categories of one main category with sales in the range, by amount.',
      '主類別之下、區間內有交易的子類別，依交易金額排行。',
    ],
    keywords: '子類別排名 銷售排行榜 最暢銷的子類別',
    fields: {
      items: ['By total_amount, largest first, then name.', '依 `total_amount` 由高到低，再依名稱排列。'],
      'items[].name': ['Sub-category name.', '子類別名稱。'],
    },
  },
  '/api/public/market/focus': {
    summary: ['Key figures of a main category', '一個主類別的重點指標'],
    description: [
      'Amount, orders, merchants and members of one main category in the range, and in the previous period.',
      '一個主類別在區間內的交易金額、交易筆數、商家數與會員數，以及前期的數字。',
    ],
    keywords: '不重複會員數 會員人數 受眾 買家 商家數 購買頻率 每人平均消費 客單價 與前期比較',
  },
  '/api/public/trends/market': {
    summary: ['Weekly trend of a main category', '一個主類別的週走勢'],
    description: [
      'Amount, orders and average order value of one main category, week by week.',
      '一個主類別逐週的交易金額、交易筆數與平均客單價。',
    ],
    keywords: '每週 趨勢 週趨勢 走勢 銷售額 交易金額 訂單數 客單價 平均訂單金額',
  },
  '/api/public/sub-market/related-purchases': {
    summary: ['Related purchases of a sub-category', '一個子類別的關聯購買'],
    description: [
      'The five other sub-categories that its buyers bought most often, always over the default period.',
      '這個子類別的買家最常購買的另外五個子類別，一律以預設期間計算。',
    ],
    keywords: '買家還買了什麼 買了這個的人也買 一起購買 交叉銷售 購物籃',
    fields: {
      items: [
        'By memberCount, largest first, then category, then sub-category.',
        '依 `memberCount` 由多到少，再依主類別、子類別排列。',
      ],
      'items[].category': ['Main category of the related purchase.', '關聯購買的主類別。'],
      'items[].subCategory': ['Sub-category of the related purchase.', '關聯購買的子類別。'],
      'items[].memberCount': [
        'Members who bought both, whatever they paid with.',
        '兩者都買的會員數，不分付款方式。',
      ],
      'items[].percent': [
        'Share of all listed memberCount values, in percent: not of all buyers.',
        '占所列 `memberCount` 總和的比例（%），不是占全部買家的比例。',
      ],
    },
  },
  '/api/public/trends/sub-market': {
    summary: ['Weekly trend of a sub-category', '一個子類別的週走勢'],
    description: [
      'Amount, orders and average order value of one sub-category, week by week.',
      '一個子類別逐週的交易金額、交易筆數與平均客單價。',
    ],
    keywords: '每週 趨勢 週趨勢 走勢 銷售額 交易金額 訂單數 客單價 平均訂單金額',
  },
  '/api/public/sub-market/focus': {
    summary: ['Key figures of a sub-category', '一個子類別的重點指標'],
    description: [
      'Amount, orders, merchants and members of one sub-category in the range, and in the previous period.',
      '一個子類別在區間內的交易金額、交易筆數、商家數與會員數，以及前期的數字。',
    ],
    keywords: '不重複會員數 會員人數 受眾 買家 商家數 購買頻率 每人平均消費 客單價 與前期比較',
  },
  '/api/public/sub-market/tags': {
    summary: ['Tags of a sub-category', '一個子類別的常見商品標籤'],
    description: [
      'The ten most common tags of the products sold in the range.',
      '區間內售出商品最常見的十個標籤。',
    ],
    keywords: '熱門標籤 商品屬性 功能 類型 材質',
    fields: {
      items: [
        'By count, largest first, then key, then value.',
        '依商品數由多到少，再依 `key`、`value` 排列。',
      ],
      'items[].key': ['Tag dimension, such as a type or a function.', '標籤的面向，例如類型或功能。'],
      'items[].value': ['Tag value.', '標籤的值。'],
      'items[].count': ['Products with this tag sold in the range.', '區間內售出、有這個標籤的商品數。'],
      'items[].percent': [
        'Share of the sold products that have any tag. Tags overlap, so shares may not add up to 100.',
        '在有標籤的售出商品中的占比（%）。一項商品可以有多個標籤，所以加總不一定是 100。',
      ],
    },
  },
};
