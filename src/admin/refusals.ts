import { ConflictError, MissingError, NotAllowedError, UserError } from '../errors/operators.ts';
import { StoreError } from '../errors/stores.ts';
import { InputError } from '../operations/operation.ts';
import { outsideName } from './input.ts';

/** A request that is refused, as its sender sees it. */
export class Refused extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly details: readonly string[];

  constructor(
    status: number,
    message: string,
    headers: Readonly<Record<string, string>> = {},
    details: readonly string[] = [],
  ) {
    super(message);
    this.status = status;
    this.headers = headers;
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
      return new Refused(500, `${error.message}: repeat it with the same Idempotency-Key`);
    return new Refused(503, error.message, { 'retry-after': '5' });
  }
  if (!(error instanceof UserError)) return new Refused(500, 'Internal server error');
  return new Refused(statusOf(error), inHttp(messageOf(error)), {}, error.details.map(inHttp));
}

function statusOf(error: UserError): number {
  if (error instanceof MissingError) return 404;
  if (error instanceof ConflictError) return 409;
  if (error instanceof NotAllowedError) return 403;
  return 400;
}

/** Fields as they are called outside. */
function messageOf(error: UserError): string {
  if (!(error instanceof InputError)) return error.message;
  return error.template.replace(/\{(\w+)\}/g, (_, name: string) => outsideName(name));
}
