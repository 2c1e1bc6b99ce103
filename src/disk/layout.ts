import { UserError } from '../errors/operators.ts';

/*
 * Every store carries the number of its layout. A program brings an older store up to date when it opens it, in one
 * transaction, and leaves a newer one alone: it cannot know what it would break.
 */

/** A store of a layout that this program does not know yet. */
export class NewerLayoutError extends UserError {}

export function refuseNewer(what: string, found: number, known: number): void {
  if (found <= known) return;
  throw new NewerLayoutError(
    `${what} has layout ${found}, made by a newer mdq; this one knows layouts up to ${known}. Upgrade mdq`,
  );
}
