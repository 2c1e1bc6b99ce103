import { UserError } from '../errors/operators.ts';

/*
 * Cursors come back from the caller, who may have made them up: a list accepts the form that it gives out and no other.
 */

/** Reads the cursor of a list by number; without one the list begins at its start. */
export function numberOf(cursor: string | undefined): number {
  return cursor === undefined ? 0 : (numbersOf(cursor, 1)[0] ?? 0);
}

/** Reads a cursor of so many whole numbers, separated by dots. */
export function numbersOf(cursor: string, count: number): readonly number[] {
  const numbers = cursor.split('.');
  const areNumbers = numbers.every(
    (text) => /^(0|[1-9]\d{0,15})$/.test(text) && Number(text) <= Number.MAX_SAFE_INTEGER,
  );
  if (numbers.length !== count || !areNumbers) throw unknownCursor();
  return numbers.map(Number);
}

export function unknownCursor(): UserError {
  return new UserError('cursor must be the "next" of the page before, with the same parameters');
}
