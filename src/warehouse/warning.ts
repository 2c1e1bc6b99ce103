import type { Facts, ImportWarning } from '../snapshot/tables.ts';
import type { WarningCode } from '../snapshot/warning-codes.ts';

/** Something that looks wrong, though nothing was refused for it. */
export interface Warning {
  readonly code: WarningCode;
  readonly message: string;
  /** How many rows, orders or names it is about; 1 where it is about the data as a whole. */
  readonly count?: number;
  /** Tells two warnings of one code about the data as a whole apart, such as two gaps. */
  readonly about?: string;
  readonly acknowledged?: boolean;
}

/** A warning as it is stored with its import. */
export function noted({ code, count = 1, message, acknowledged = false }: Warning): ImportWarning {
  return { code, count, text: message, acknowledged };
}

/** Whether a warning of the last import still holds: a restatement applies deferred revisions. */
export function isStillTrue(
  { code }: Pick<ImportWarning, 'code'>,
  { privacy }: Pick<Facts, 'privacy'>,
): boolean {
  return code !== 'late-orders' || (privacy?.asideOrders ?? 0) > 0;
}

/** Warnings about the data as a whole, which hold until the data change; all others are about the rows of one import. */
export const STATE_CODES: ReadonlySet<string> = new Set<WarningCode>([
  'no-audience',
  'absent-methods',
  'thin-last-week',
  'gap',
  'long-hidden',
  'no-members',
  'no-merchants',
  'all-closed',
  'withheld',
]);
