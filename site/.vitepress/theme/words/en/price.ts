/** The price of an endpoint. */
export const price = {
  free: 'free',
  fixed: (points: string) => `${points}, fixed`,
  growing: (points: string, days: number) => `${points} per started ${days} days`,
  everyCall: 'Every call',
  upTo: (days: number) => `The default period, or up to ${days} days`,
  year: 'A year (365 days)',
  freeRule: 'It costs no points.',
  fixedRule: 'A fixed price, whatever the parameters.',
  growingRule: (days: number) => `Billed per started ${days}-day period. Days without data are free.`,
  charged: 'Only answers with code 200 are charged.',
};
