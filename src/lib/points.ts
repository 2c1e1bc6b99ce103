/** What calls cost and accounts hold. */
export type Points = number;

/** More than anybody has; a balance has no more digits, and a number that is read has none either. */
export const MOST_POINTS = 1_000_000_000_000_000 - 1;
