/** What a set of lines must have to be shown. */
export interface PrivacyNumbers {
  /** The fewest people; 0 is off. */
  readonly minPeople: number;
  /** The fewest merchants; 0 is off, and merchants are not protected. */
  readonly minMerchants: number;
  /** The most that one person may have of the amount, and one merchant where those count, in percent; 100 is off. */
  readonly maxShare: number;
}

/** Any of the three turns disclosure control on. Versions from before there was any have none of them. */
export function isControlled({ minPeople, minMerchants, maxShare }: Partial<PrivacyNumbers>): boolean {
  return (minPeople ?? 0) > 0 || (minMerchants ?? 0) > 0 || (maxShare ?? 100) < 100;
}

export function hasSameNumbers(a: Partial<PrivacyNumbers>, b: Partial<PrivacyNumbers>): boolean {
  return (
    (a.minPeople ?? 0) === (b.minPeople ?? 0) &&
    (a.minMerchants ?? 0) === (b.minMerchants ?? 0) &&
    (a.maxShare ?? 100) === (b.maxShare ?? 100)
  );
}
