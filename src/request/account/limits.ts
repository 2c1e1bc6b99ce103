/** The newest calls that are listed: so many at most. */
export const LAST_CALLS = 50;

/** A year of days of usage: what is free must be cheap. */
export const USAGE_DAYS = 366;
