import { isAudienceMethod } from '../audience.ts';
import type { RefreshSettings, Tables } from '../tables.ts';

/** So many lines are handed over to another thread together. */
export const LINES_TOGETHER = 1 << 16;

/**
 * Order lines as columns, sorted by day and then by order, so that the lines of an order stand together.
 * Texts are indexes into the names of the tables; -1 is none.
 */
export interface Lines {
  readonly length: number;
  readonly day: Int32Array;
  readonly order: Float64Array;
  readonly sub: Int32Array;
  readonly product: Int32Array;
  readonly text: Int32Array;
  readonly cents: Float64Array;
  readonly method: Int32Array;
  readonly merchant: Int32Array;
  readonly member: Int32Array;
}

/** Some of the lines, in the same memory. */
export function linesBetween<T extends Pick<Lines, 'length'>>(lines: T, from: number, to: number): T {
  const some = Object.entries(lines as Record<string, number | Int32Array>).map(([name, column]) => [
    name,
    typeof column === 'number' ? to - from : column.subarray(from, to),
  ]);
  return Object.fromEntries(some);
}

/** By method: 1 for those of the restricted basis, which takes lines that name a member besides. */
export function restrictedMethods(
  { methods }: Pick<Tables, 'methods'>,
  { audienceMethods }: Pick<RefreshSettings, 'audienceMethods'>,
): Uint8Array {
  return Uint8Array.from(methods, (name) => Number(isAudienceMethod(audienceMethods, name)));
}
