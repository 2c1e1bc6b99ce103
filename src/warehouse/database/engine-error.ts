import { DiskFull } from '../../errors/stores.ts';
import { OutOfRoom } from '../warehouse-errors.ts';

/*
 * DuckDB tells its errors apart in words only, so this is the one place that reads them. What the rest of the
 * adapter and the commands need to know is a type or a function from here on.
 */
const LOCKED = /conflicting lock|being used by another process/i;
const DISK_FULL = /no space left on device|disk quota exceeded|file too large|could not write all bytes/i;
const OUT_OF_MEMORY = /^Out of Memory/i;
/** The limit of the files that take what does not fit into memory; it is reported as one of memory. */
const SCRATCH_FULL = /max_temp_directory_size/;
/** Messages that quote values, which may say anything. */
const QUOTES_VALUES = /^(Conversion|Constraint|Invalid Input) Error/;

export function typed(error: unknown): unknown {
  if (!(error instanceof Error) || QUOTES_VALUES.test(error.message)) return error;
  if (OUT_OF_MEMORY.test(error.message))
    return new OutOfRoom(SCRATCH_FULL.test(error.message) ? 'disk' : 'memory');
  return DISK_FULL.test(error.message) ? new DiskFull(error.message, { cause: error }) : error;
}

export function isLocked(error: unknown): boolean {
  return LOCKED.test(firstLine(error));
}

export function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
}
