import { ConflictError, MissingError, NotAllowedError, UserError } from '../errors/operators.ts';
import { StoreError } from '../errors/stores.ts';
import { InputError } from '../operations/operation.ts';

/** What an operation answered, as it is sent. */
export interface Answered {
  readonly data: unknown;
  readonly notes: readonly string[];
}

/** Why there is no answer, in a form that goes from one process to another. */
export interface Failed {
  readonly failure: string;
  readonly details: readonly string[];
  /** The name of the kind of error; undefined for what nobody foresaw. */
  readonly kind: string | undefined;
}

const KINDS = {
  input: InputError,
  missing: MissingError,
  conflict: ConflictError,
  notAllowed: NotAllowedError,
  user: UserError,
} as const;

export function failureOf(error: unknown): Failed {
  if (error instanceof StoreError)
    return { failure: error.message, details: [], kind: `store ${error.kind}` };
  const kind = Object.entries(KINDS).find(([, kind]) => error instanceof kind)?.[0];
  const failure =
    error instanceof InputError ? error.template : error instanceof Error ? error.message : String(error);
  return { failure, details: error instanceof UserError ? error.details : [], kind };
}

export function errorOf({ failure, details, kind }: Failed): Error {
  if (kind === undefined) return new Error(failure);
  if (kind === 'input') return new InputError(failure);
  if (kind in KINDS) return new KINDS[kind as Exclude<keyof typeof KINDS, 'input'>](failure, details);
  return new StoreError(kind.replace('store ', '') as StoreError['kind'], failure);
}
