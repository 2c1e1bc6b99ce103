import { StoreMoved } from './operators.ts';

/** Why a store could not do what it was asked to. Told by its kind, whatever the engine says. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  /** `unknown-outcome`: it may have been done or not, and asking did not tell. `moving`: not yet `moved`. */
  readonly kind: 'busy' | 'unreachable' | 'unknown-outcome' | 'full' | 'moving' | 'moved';

  constructor(kind: StoreError['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** Accounts of a batch are locked elsewhere. Nothing of the batch was done. */
export class AccountsLocked extends StoreError {
  /** The keys of these accounts, as hashes, each with a number for its account. */
  readonly keys: ReadonlyMap<string, number>;

  constructor(keys: ReadonlyMap<string, number>, message: string, options?: ErrorOptions) {
    super('busy', message, options);
    this.keys = keys;
  }
}

/** There is no room left to write to. An adapter throws it where its engine says so; Node says it by a code. */
export class DiskFull extends StoreError {
  constructor(message: string, options?: ErrorOptions) {
    super('full', message, options);
  }
}

const FULL_CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG'];

export function isDiskFull(error: unknown): boolean {
  return error instanceof DiskFull || (error instanceof Error && FULL_CODES.includes(codeOf(error)));
}

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is no folder',
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'its name is too long',
};

/** Why a file could not be read or written, as a part of a sentence. */
export function fileFault(error: unknown): string {
  const code = codeOf(error) ?? String(error);
  return WORDS[code] ?? code;
}

/** The code of an error of the operating system, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

/** Whether it failed because its store was moved elsewhere for good. */
export function isMoved(error: unknown): boolean {
  return error instanceof StoreMoved || (error instanceof StoreError && error.kind === 'moved');
}
