import { UserError } from '../errors/operators.ts';
import { isDiskFull, StoreError } from '../errors/stores.ts';
import { printable } from '../lib/printable.ts';
import { FileRefused, NothingToImport, RowsRefused, TooManyBadRows } from '../warehouse/warehouse-errors.ts';
import { count } from './printing/output.ts';

/** What a command that failed says of it. */
export function describeFailure(error: unknown): string {
  if (isDiskFull(error))
    return 'There is no space left on the disk. What was there is as it was; make room and run it again';
  if (error instanceof UserError) return [error.message, ...error.details].map(printable).join('\n');
  if (error instanceof StoreError) return printable(error.message);
  const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
  return `failed unexpectedly: ${printable(reason)}`;
}

/** What is wrong with a file that was imported alone; undefined for what is not its fault. */
export function faultOf(error: unknown): string | undefined {
  if (error instanceof TooManyBadRows) return error.message;
  if (error instanceof RowsRefused) return count(error.badRows, 'bad row');
  return error instanceof FileRefused || error instanceof NothingToImport ? error.message : undefined;
}
