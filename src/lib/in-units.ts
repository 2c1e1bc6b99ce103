/** An amount in hundredths, as people write it: `1,280.50`. */
export function inUnits(cents: number): string {
  return (cents / 100).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}
