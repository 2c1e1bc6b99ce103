/** Two days, both included, as an address and the service write them. */
export interface Dates {
  readonly start: string;
  readonly end: string;
}
