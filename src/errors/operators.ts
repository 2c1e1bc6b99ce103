/** A mistake that the operator can fix: printed as one line, and where that is not enough its details below it. */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly details: readonly string[];

  constructor(message: string, details: readonly string[] = []) {
    super(message);
    this.details = details;
  }
}

/** What was named is not there. */
export class MissingError extends UserError {}

/** It does not go together with what is there. */
export class ConflictError extends UserError {}

/** Whoever asks for it may not do it. */
export class NotAllowedError extends UserError {}

/** A store was moved elsewhere for good: nothing is done here any more. */
export class StoreMoved extends UserError {
  constructor(what: string, place: string, setting: 'ACCOUNTS_URL' | 'WAREHOUSE_URL') {
    super(`${what} were moved to ${place}; set ${setting} to that`);
  }
}
