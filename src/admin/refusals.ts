import { ConflictError, MissingError, NotAllowedError, UserError } from '../errors/operators.ts';
import { StoreError } from '../errors/stores.ts';
import { InputError } from '../operations/operation.ts';
import { ADMIN_ERRORS, type AdminErrorCode } from './error-codes.ts';
import { outsideName } from './input.ts';

/** A request that is refused, as its sender sees it. */
export class Refused extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly details: readonly string[];

  constructor(
    code: AdminErrorCode,
    message: string,
    headers: Readonly<Record<string, string>> = {},
    details: readonly string[] = [],
  ) {
    super(message);
    this.status = ADMIN_ERRORS[code].status;
    this.headers = { 'x-error-code': code, ...headers };
    this.details = details;
  }

  get body(): string {
    const data = this.details.length > 0 ? { data: { details: this.details } } : {};
    return JSON.stringify({ code: this.status, msg: this.message, ...data });
  }
}

/** What the sender of a request sees of an error; an unexpected one shows nothing of the inside. */
export function refusalOf(error: unknown, inHttp: (text: string) => string): Refused {
  if (error instanceof Refused) return error;
  if (error instanceof StoreError) {
    if (error.kind === 'unknown-outcome')
      return new Refused('outcome_unknown', `${error.message}: repeat it with the same Idempotency-Key`);
    return new Refused('store_unavailable', error.message, { 'retry-after': '5' });
  }
  if (!(error instanceof UserError)) return new Refused('internal_error', 'Internal server error');
  return new Refused(codeOf(error), inHttp(messageOf(error)), {}, error.details.map(inHttp));
}

function codeOf(error: UserError): AdminErrorCode {
  if (error instanceof MissingError) return 'not_found';
  if (error instanceof ConflictError) return 'conflict';
  if (error instanceof NotAllowedError) return 'not_allowed';
  return 'invalid_input';
}

/** Fields as they are called outside. */
function messageOf(error: UserError): string {
  if (!(error instanceof InputError)) return error.message;
  return error.template.replace(/\{(\w+)\}/g, (_, name: string) => outsideName(name));
}
