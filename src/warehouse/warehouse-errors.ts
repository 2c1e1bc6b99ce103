import { UserError } from '../errors/operators.ts';
import { isDiskFull } from '../errors/stores.ts';
import { listed } from '../lib/text/listed.ts';
import type { RejectsFile } from './warehouse.ts';

/* What a warehouse refuses, and why: told apart by type. */

/** A file that cannot be imported as it is, whatever place it is brought to. */
export class FileRefused extends UserError {}

/** An import whose files hold no row. */
export class NothingToImport extends UserError {
  constructor() {
    super('There is no row to import in these files; nothing was changed');
  }
}

/** Amounts whose running totals would not be exact. */
export class TooLargeToAddUp extends UserError {
  constructor() {
    super('All amounts together are too large to be added up exactly; nothing was changed');
  }
}

/** An import with orders of a held delivery. */
export class SharesHeldOrder extends FileRefused {
  constructor(held: string, orders: readonly string[]) {
    super(
      `Orders of this import are in the held delivery ${held} too, such as ${listed(orders)}; nothing was imported. ` +
        `Decide on that one first: mdq imports approve ${held}, or mdq imports discard ${held}`,
    );
  }
}

/** An import that would bring more names than there can be. */
export class TooManyNames extends FileRefused {}

/** Something that needs more memory or disk than it may take: with more of it, or with less at a time, it may pass. */
export class OutOfRoom extends UserError {
  constructor(of: 'memory' | 'disk') {
    super(
      of === 'memory'
        ? 'DuckDB needs more memory than it may take. Everything is as it was; set MDQ_IMPORT_MEMORY higher, or import less at a time'
        : 'This needs more scratch space than a third of the free disk. Everything is as it was; free disk space, or import less at a time',
    );
  }
}

/** Whether memory or disk did not suffice, by whatever limit. */
export function isOutOfRoom(error: unknown): boolean {
  return error instanceof OutOfRoom || isDiskFull(error);
}

/** Nothing is published where something is expected. */
export class NothingPublished extends UserError {
  constructor(place: string) {
    super(`No data has been published in ${place} yet; "mdq import FILE" brings some`);
  }
}

/** There are no order lines where some are expected. */
export class NoLines extends UserError {
  constructor(place: string) {
    super(`There are no order lines in ${place} yet; "mdq import FILE" brings some`);
  }
}

/** Another process is writing to the warehouse; it can be waited for. */
export class WarehouseBusy extends UserError {
  constructor(place: string) {
    super(`Another import, refresh or backup is running on ${place}; try again when it is done`);
  }
}

/** Another writer has published since this one began; what it published stands. */
export class PublicationConflict extends UserError {
  constructor(place: string) {
    super(`Another import or refresh has published to ${place} meanwhile; nothing was changed. Run it again`);
  }
}

/** A server of the warehouse cannot be reached. */
export class WarehouseUnreachable extends UserError {
  readonly server: string;

  constructor(message: string, server: string) {
    super(message);
    this.server = server;
  }
}

/** The connection was lost while a version was being published: it may have been or not. */
export class PublicationUnknown extends UserError {}

/** A command that was told to stop before it was done. */
export class Stopped extends UserError {
  constructor() {
    super('Stopped; everything is as it was');
  }
}

/** An import that its rows are to blame for: as they are, they will be refused again. */
export class RowsRefused extends UserError {
  readonly badRows: number;
  /** The first of what is wrong. */
  readonly first: readonly Reject[];
  readonly rejectsFile: RejectsFile;

  constructor(
    message: string,
    details: readonly string[],
    about: Pick<RowsRefused, 'badRows' | 'first' | 'rejectsFile'>,
  ) {
    super(message, details);
    this.badRows = about.badRows;
    this.first = about.first;
    this.rejectsFile = about.rejectsFile;
  }
}

/** An import that was not read to its end, because it had more bad rows than one is meant to have. */
export class TooManyBadRows extends RowsRefused {}

/** Such as `line 4: amount must be 0 or more ("-5")`. */
export function describeReject({ line, order, column, value, reason }: Reject): string {
  const where =
    order === undefined ? `line ${line}` : order === '' ? 'a row' : `order ${JSON.stringify(order)}`;
  return `${where}: ${column ? `${column} ` : ''}${reason}${value ? ` (${JSON.stringify(value)})` : ''}`;
}

/** One thing that is wrong with a row; no column when it is the row as a whole. */
export interface Reject {
  readonly file: string;
  readonly line: number;
  /** Of a row in a table, which has no line. */
  readonly order?: string;
  readonly column: string;
  readonly value: string;
  readonly reason: string;
}

/** Why an import failed, as webhooks and the audit log give it. The list only grows. */
type FailureCode =
  | 'bad-rows'
  | 'file-refused'
  | 'held-order'
  | 'no-rows'
  | 'too-large'
  | 'too-many-names'
  | 'out-of-room'
  | 'busy'
  | 'conflict'
  | 'unreachable'
  | 'stopped'
  | 'refused'
  | 'internal';

const FAILURES: readonly (readonly [abstract new (...args: never) => Error, FailureCode])[] = [
  [RowsRefused, 'bad-rows'],
  [TooManyNames, 'too-many-names'],
  [SharesHeldOrder, 'held-order'],
  [FileRefused, 'file-refused'],
  [NothingToImport, 'no-rows'],
  [TooLargeToAddUp, 'too-large'],
  [WarehouseBusy, 'busy'],
  [PublicationConflict, 'conflict'],
  [WarehouseUnreachable, 'unreachable'],
  [PublicationUnknown, 'unreachable'],
  [Stopped, 'stopped'],
];

export function failureCode(error: unknown): FailureCode {
  if (isOutOfRoom(error)) return 'out-of-room';
  const [, code] = FAILURES.find(([kind]) => error instanceof kind) ?? [];
  return code ?? (error instanceof UserError ? 'refused' : 'internal');
}
