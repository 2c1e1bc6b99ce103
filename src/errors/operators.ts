/** A mistake that the operator can fix: printed as one line, and where that is not enough its details below it. */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly details: readonly string[];

  constructor(message: string, details: readonly string[] = []) {
    super(message);
    this.details = details;
  }
}

/** A mistake about what is there already: the same again will not go through either. */
export class ConflictError extends UserError {}
