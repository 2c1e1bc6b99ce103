/** Money in hundredths: an integer, exact up to 2^53. */
export type Cents = number;

/** a / b to the nearest integer, halves away from zero; 0 when b is 0. Exact for any safe integers. */
function divideRounded(a: number, b: number): number {
  if (b === 0) return 0;
  const magnitude = Math.abs(a);
  const remainder = magnitude % b;
  const quotient = (magnitude - remainder) / b;
  const rounded = remainder * 2 >= b ? quotient + 1 : quotient;
  return a < 0 && rounded !== 0 ? -rounded : rounded;
}

/** a / b × factor to the nearest integer, in big integers where the product would leave the safe ones. */
function scaledRatio(a: number, b: number, factor: number): number {
  if (b === 0) return 0;
  if (Number.isSafeInteger(a * factor)) return divideRounded(a * factor, b);
  const product = BigInt(a) * BigInt(factor);
  const divisor = BigInt(b);
  const magnitude = product < 0n ? -product : product;
  const rounded = Number((magnitude * 2n + divisor) / (divisor * 2n));
  return product < 0n ? -rounded : rounded;
}

/** An amount as it is written: a number with at most two decimals. */
export function amount(cents: Cents): number {
  return cents / 100;
}

/** An amount shared out, to the cent. */
export function average(cents: Cents, count: number): number {
  return divideRounded(cents, count) / 100;
}

/** A quotient to two decimals. */
export function ratio(a: number, b: number): number {
  return scaledRatio(a, b, 100) / 100;
}

/** A share in percent, to one decimal. */
export function percent(part: number, whole: number): number {
  return scaledRatio(part, whole, 1000) / 10;
}

/** A share as it is printed in payment distributions: `45.3%`. */
export function percentText(part: number, whole: number): string {
  return `${percent(part, whole).toFixed(1)}%`;
}

/** Growth in percent, to one decimal. From nothing to something is 100. */
export function growthRate(current: number, previous: number): number {
  if (previous === 0) return current > 0 ? 100 : 0;
  return scaledRatio(current - previous, previous, 1000) / 10;
}
