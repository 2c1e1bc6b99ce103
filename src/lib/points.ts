/** What calls cost and accounts hold. */
export type Points = number;
