import type { Points } from '../../accounts.ts';
import type { Outcome, Settling } from '../../ledger.ts';

/** Something of the account of a call is due by then, and has to be written first. */
export interface Due {
  readonly kind: 'due';
  readonly account: number;
}

export function isDue(one: Settling | Due | undefined): one is Due {
  return one !== undefined && 'kind' in one && one.kind === 'due';
}

/** A row of the answer of `mdq.settle_2`. */
export type SettledRow = [
  decision: Exclude<(Outcome | Due)['kind'], 'refused'> | Extract<Outcome, { kind: 'refused' }>['reason'],
  charged: Points,
  balance: Points,
  account: string,
  keyId: string,
  keyLast4: string,
  limits: string | null,
  left: Points | null,
  resets: number | null,
];

export function toDecided(
  [decision, charged, balance, account, keyId, keyLast4, limits, left, resets]: SettledRow,
  required: Points,
): Outcome | Due {
  const caller = {
    holder: limits === null ? { account, keyId, keyLast4 } : { account, keyId, keyLast4, limits },
    balance,
    ...(left !== null && resets !== null && { limitLeft: { left: Math.max(0, left), resets } }),
  };
  switch (decision) {
    case 'due':
      return { kind: decision, account: Number(account) };
    case 'settled':
      return { kind: decision, charged, ...caller };
    case 'insufficient':
    case 'over-limit':
      return { kind: decision, required, ...caller };
    case 'idempotency-mismatch':
    case 'other-limits':
      return { kind: decision, ...caller };
    default:
      return { kind: 'refused', reason: decision };
  }
}

/** A charge of a batch that was committed. */
export interface ReceiptRow {
  readonly request_id: string;
  readonly points: Points;
  readonly balance: Points;
  readonly name: string;
  readonly public_id: string;
  readonly last4: string;
}

export function toReceipt(row: ReceiptRow): [string, Outcome] {
  const holder = { account: row.name, keyId: row.public_id, keyLast4: row.last4 };
  return [row.request_id, { kind: 'settled', charged: row.points, balance: row.balance, holder }];
}
