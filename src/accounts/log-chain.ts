import { hash } from 'node:crypto';

/** Something that was changed, or refused to somebody known. */
export interface Deed {
  /** The name of the operator, or the user of the operating system. */
  readonly operator: string;
  readonly door: 'shell' | 'api';
  readonly address: string | null;
  readonly operation: string;
  /** `begun` and what comes of it: changes outside the accounts are no part of their transactions. */
  readonly outcome: 'done' | 'begun' | 'ended' | 'failed' | 'refused';
  /** The account that it is about. */
  readonly account: string | null;
  /** As JSON: what was given, and what there was before and after. */
  readonly details: string;
}

/**
 * A row of the log. Each holds a hash of the row before and of its own details, so nothing can be changed, put between or
 * taken out without breaking all that follows. The details themselves may be blanked, and nothing breaks.
 */
export interface ChainedRow extends Omit<Deed, 'details'> {
  readonly number: number;
  readonly at: number;
  readonly details: string | null;
  readonly detailsHash: string;
  readonly hash: string;
}

/** What a row is chained to: nothing, for the first. */
export type Head = Pick<ChainedRow, 'number' | 'hash'>;

export const NO_HEAD: Head = { number: 0, hash: '' };

/** The row that a deed is, after the newest one. */
export function chain(head: Head, at: number, deed: Deed): ChainedRow {
  const row = { ...deed, number: head.number + 1, at, detailsHash: sha256(deed.details) };
  return { ...row, hash: hashOf(head, row) };
}

interface LogReport {
  readonly rows: number;
  /** The hash of the newest row; empty without one. */
  readonly head: string;
  /** Whether a head from before is that of one of the rows. */
  readonly hasHead: boolean;
  readonly problems: readonly string[];
}

/** Follows the chain from its first row on. */
export async function checkLog(
  pages: AsyncIterable<readonly ChainedRow[]>,
  earlierHead?: string,
): Promise<LogReport> {
  const problems: string[] = [];
  let head = NO_HEAD;
  let hasHead = earlierHead === undefined;
  for await (const rows of pages) {
    for (const row of rows) {
      if (row.number !== head.number + 1)
        problems.push(`rows ${head.number + 1} to ${row.number - 1} of the log are missing`);
      // The row before is not there to be looked at: what follows is held against this one as it is.
      else if (hashOf(head, row) !== row.hash) problems.push(`row ${row.number} of the log was changed`);
      if (row.details !== null && sha256(row.details) !== row.detailsHash)
        problems.push(`the details of row ${row.number} of the log were changed`);
      hasHead ||= row.hash === earlierHead;
      head = row;
    }
  }
  return { rows: head.number, head: head.hash, hasHead, problems };
}

function hashOf(head: Head, row: Omit<ChainedRow, 'hash' | 'details'>): string {
  const { number, at, operator, door, address, operation, outcome, account, detailsHash } = row;
  return sha256(
    JSON.stringify([
      head.hash,
      number,
      at,
      operator,
      door,
      address,
      operation,
      outcome,
      account,
      detailsHash,
    ]),
  );
}

function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}
