/** The price of an endpoint. */
export const price = {
  free: 'free',
  fixed: (points: string) => `${points}, fixed`,
  growing: (points: string, days: number) => `${points} per started ${days}-day period`,
  everyCall: 'Every call',
  upTo: (days: number) => `The default period, or up to ${days} days`,
  year: 'A year (365 days)',
  freeRule: 'Free of charge.',
  fixedRule: 'A fixed price; parameters do not change it.',
  growingRule: (days: number) => `Billed per started ${days}-day period. Days outside the data are free.`,
  /** A sentence with a link to the exception in it. */
  charged: {
    before: 'Only answers with code 200 are charged, with ',
    exception: 'one exception',
    anchor: 'what-to-retry',
    after: '.',
  },
};
