export const charts = {
  chart: {
    role: 'chart, arrow keys move along it',
    /** The trend in one sentence, for those who do not see it. */
    trend: (what: string, from: string, to: string, change: string) =>
      `${what}: from ${from} in the first week to ${to} in the last, ${change}.`,
    trendMonths: (what: string, from: string, to: string, change: string) =>
      `${what}: from ${from} in the first month to ${to} in the last, ${change}.`,
    bars: (what: string, first: string, figure: string, count: number) =>
      `${what}: ${first} leads with ${figure}, of ${count} in all.`,
    columns: (what: string, total: string) => `${what}: ${total} in all.`,
    beyondRange: 'The whole week is counted; it reaches beyond the range.',
    beyondData: 'The week is not complete: the data begins or ends in it.',
    closed: 'not shown',
    whyClosed: 'Not shown: too few people or merchants.',
    allClosed: 'Nothing can be shown here: too few people or merchants.',
    markedWeeks:
      'Hatched weeks reach beyond the range and are counted in full, or are incomplete because the data begins or ends in them.',
    edgeWeeks: 'Weeks at the edges count in full, even where they reach beyond the range or the data.',
    closedWeeks: (count: number) =>
      count === 1
        ? '1 week is not shown: too few people or merchants.'
        : `${count} weeks are not shown: too few people or merchants.`,
    closedCells: (count: number) =>
      count === 1
        ? '1 weekly figure is left out: too few people or merchants.'
        : `${count} weekly figures are left out: too few people or merchants.`,
    /** Of several lines in one chart. */
    closedPoints: (count: number) =>
      `${count} weekly figures of these lines are not shown: too few people or merchants.`,
    /** Orders and members of a week count apart, so that there may be more of these than weeks. */
    closedFigures: (count: number) =>
      `${count === 1 ? '1 weekly part is' : `${count} weekly parts are`} left out of these figures: too few people or merchants. A week has two parts, its orders and its members.`,
    /** What bars are of, below them. */
    tagsBase: 'The most frequent tags, up to 10. A product can have several.',
    relatedBase: 'Members who bought both, for up to 5 sub-categories. A member can count in several.',
    percentagePoints: (difference: string) => `${difference} percentage points`,
    tapAgain: (name: string) => `Tap again for ${name}.`,
    why: 'Why?',
  },
  measures: { amount: 'Amount', orders: 'Orders', average: 'Average order' },
  perWeek: { amount: 'Amount per week', orders: 'Orders per week', average: 'Average order per week' },
  perMonth: { amount: 'Amount per month', orders: 'Orders per month', average: 'Average order per month' },
  figures: {
    totalAmount: 'Amount',
    tradeCount: 'Orders',
    avgAmount: 'Average order',
    merchantCount: 'Merchants',
    audienceCount: 'Members',
    frequency: 'Orders per member',
    arpu: 'Amount per member',
  },
  levels: { overall: 'Whole market', category: 'Category', sub: 'Sub-category' },
  /** Of a trend that is told in other terms, in the place of its unit. */
  scales: {
    index: (isMonthly: boolean) => `first ${isMonthly ? 'month' : 'week'} = 100`,
    share: (_isMonthly: boolean) => 'share of the whole market',
  },
  scaleNames: { index: 'Index', share: 'Share' },
  inUnit: (what: string, unit: string) => `${what}, ${unit}`,
  sentences: (all: readonly string[]) => all.join(' '),
  /** Joins the parts of a title: what and when. */
  title: (parts: readonly string[]) => parts.join(', '),
  of: (what: string, name: string) => `${what} of ${name}`,
  /** `A, B and C` */
  together: (all: readonly string[]) => new Intl.ListFormat('en-GB').format(all),
  /** A key figure that counts known members who paid by some methods. */
  ofMembers: (figure: string) => `${figure} (selected payments)`,
  allMethods: 'all',
  countedMethods: (methods: string) => `Selected payment methods: ${methods}.`,
  tag: (key: string, value: string) => `${key}: ${value}`,
  against: (now: string, before: string) => `${now} compared with ${before}`,
  comparisons: {
    none: 'Nothing',
    previous: 'Previous period',
    year: 'Year before',
    'year-dates': 'Year before',
  },
  comparedLine: (name: string, when: string) => `${name}, ${when.toLowerCase()}`,
  noComparison: 'No comparison: the data does not cover both periods in full.',
  changeAgainst: (days: string) => `Change compared with ${days}.`,
  figureGroups: { all: 'All orders', members: 'Known members, selected payment methods only' },
  panels: {
    focus: (name: string) => `Key figures of ${name}`,
    rankingOfCategories: {
      amount: 'Categories by amount',
      orders: 'Categories by orders',
      average: 'Categories by average order',
    },
    rankingOfSubs: {
      amount: (name: string) => `Sub-categories of ${name} by amount`,
      orders: (name: string) => `Sub-categories of ${name} by orders`,
      average: (name: string) => `Sub-categories of ${name} by average order`,
    },
    growth: {
      amount: 'Growth of the amount, by category',
      orders: 'Growth of the orders, by category',
      average: 'Growth of the average order, by category',
    },
    noGrowth: 'The data does not have two full weeks to compare yet.',
    payment: 'Share of orders by payment method',
    paymentOf: (name: string) => `Share of orders in ${name} by payment method`,
    tags: 'Share of each tag among sold products that have tags',
    tagsOf: (name: string) => `Share of each tag among products sold in ${name} that have tags`,
    grown: 'Growth of the amount compared with the previous period',
    bothBought: 'Members who bought both',
    related: (name: string) => `What members who bought ${name} also bought`,
    multiples: {
      amount: (name: string) => `Amount per week in the largest sub-categories of ${name}`,
      orders: (name: string) => `Orders per week in the largest sub-categories of ${name}`,
      average: (name: string) => `Average order per week in the largest sub-categories of ${name}`,
    },
  },
  /** Short names of the panels, for what is read out. */
  names: {
    focus: 'Key figures',
    trend: 'Trend',
    ranking: 'Ranking',
    growth: 'Growth',
    payment: 'Payment methods',
    tags: 'Tags',
    related: 'Related purchases',
    multiples: 'Sub-categories side by side',
  },
  columns: {
    week: 'Week from',
    month: 'Month',
    name: 'Name',
    category: 'Category',
    sub: 'Sub-category',
    method: 'Payment method',
    tag: 'Tag',
    products: 'Products',
    members: 'Members',
    share: 'Share',
    before: 'Before',
    change: 'Change',
    figure: 'Figure',
    now: 'Now',
    bestSellers: 'Best sellers',
    sort: (column: string) => `Sort by ${column}`,
    sortBy: 'Sort by',
  },
  faces: { chart: 'Chart', table: 'Table', json: 'JSON', code: 'Code' },
  face: (what: string) => `How to show: ${what}`,
  copy: 'Copy',
  copied: 'Copied',
  calendar: {
    weekdays: ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'],
    choose: (what: string) => `${what}: choose from a calendar`,
    before: 'Month before',
    after: 'Month after',
    covers: (days: string) => `Data: ${days}`,
  },
  pointAtField: 'Point at a field, or tap it, to see what it means.',
  ofPanel: (what: string) => `, ${what}`,
};
