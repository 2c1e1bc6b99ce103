import { type ClosedWeek, NOTHING_CLOSED } from '../privacy/close-week.ts';

/** Which scopes are closed for the lines that are being counted. */
export class ClosedScopes {
  /** 1 for those that are closed. */
  readonly cells: Uint8Array;
  /** 1 for those whose restricted basis is. */
  readonly basis: Uint8Array;
  #week = NOTHING_CLOSED;

  constructor(scopes: number) {
    this.cells = new Uint8Array(scopes);
    this.basis = new Uint8Array(scopes);
  }

  set(week: ClosedWeek): void {
    if (week === this.#week) return;
    for (const scope of this.#week.cells) this.cells[scope] = 0;
    for (const scope of this.#week.basis) this.basis[scope] = 0;
    for (const scope of week.cells) this.cells[scope] = 1;
    for (const scope of week.basis) this.basis[scope] = 1;
    this.#week = week;
  }
}
