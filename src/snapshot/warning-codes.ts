/** What can look wrong in an import, though nothing is refused for it. */
export const WARNING_CODES = [
  'no-audience',
  'absent-methods',
  'no-cancelled',
  'usual-cancelled',
  'blank-status',
  'shortened-ids',
  'utc-days',
  'one-member',
  'thin-last-week',
  'gap',
  'lost-orders',
  'long-hidden',
  'wrong-encoding',
  'line-breaks',
  'unclear-amounts',
  'unclear-total',
  'several-currencies',
  'doubled-rows',
  'many-new-names',
  'many-removed',
  'late-orders',
  'held-earlier',
  'suppressed-weeks',
  'withheld',
  'unusual-volume',
  'orders-without-rows',
  'more-lines',
  'fewer-lines',
  'empty-table',
  'not-found',
  'no-members',
  'no-merchants',
  'all-closed',
  'still-weekly',
  'demo-data',
] as const;

export type WarningCode = (typeof WARNING_CODES)[number];

/** Reads which warnings hold an import: none with `off`, every one with `all`, or those named; undefined for anything else. */
export function readHold(text: string): readonly WarningCode[] | undefined {
  if (text === 'off') return [];
  if (text === 'all') return WARNING_CODES;
  const given = text.split(',').map((code) => code.trim());
  const known = WARNING_CODES.filter((code) => given.includes(code));
  return given.every((code) => known.some((each) => each === code)) ? known : undefined;
}

export const HOLD_TAKES = `off, all, or codes of warnings separated by commas (${WARNING_CODES.join(', ')})`;
