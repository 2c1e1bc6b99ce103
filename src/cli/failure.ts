import { UserError } from '../errors.ts';
import { RowsRefused } from '../warehouse/warehouse.ts';
import { count } from './output.ts';

const DISK_FULL =
  /ENOSPC|EDQUOT|EFBIG|no space left on device|disk quota exceeded|file too large|disk is full/i;

/** A full disk, in the words of Node, DuckDB or SQLite. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && !(error instanceof RowsRefused) && DISK_FULL.test(error.message);
}

/** What a command that failed says of it. */
export function describeFailure(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  if (isDiskFull(error))
    return 'There is no space left on the disk. What was there is as it was; make room and run it again';
  return error instanceof UserError ? reason : `failed unexpectedly: ${reason.split('\n', 1)[0]}`;
}

/** What is wrong with a file that was imported alone; undefined for what is not its fault. */
export function faultOf(path: string, error: unknown): string | undefined {
  if (!(error instanceof Error) || isDiskFull(error)) return undefined;
  if (error instanceof RowsRefused) return count(error.badRows, 'bad row');
  if (!(error instanceof UserError)) return undefined;
  // What is said of a file begins with its path; all else is about the place it was brought to.
  if (error.message.startsWith(path))
    return error.message.slice(path.length).replace(/^, /, '').replace(/^ /, 'it ');
  return /^There is no row to import/.test(error.message) ? 'it has no row' : undefined;
}
