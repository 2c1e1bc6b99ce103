/** A number as a table shows it. */
export function rounded(value: number, digits = 2): number {
  return Number(value.toFixed(digits));
}

/** What is being done, beside the results. */
export function say(text: string): void {
  console.error(`[${(performance.now() / 1000).toFixed(0)} s] ${text}`);
}
