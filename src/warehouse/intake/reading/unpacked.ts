import type { FileRefused } from '../../warehouse-errors.ts';
import { refusedFile } from '../refused-file.ts';

/** Exports unpack to 20 times their size, a file that is made to fill a disk to 1,000 times and more. */
const MAX_RATIO = 200;
/** Small files may be as repetitive as they like. */
const FREE_BYTES = 2 ** 30;

/** What may come out of a file, and who says so. */
export interface UnpackLimit {
  readonly bytes: number;
  readonly isSetting: boolean;
  readonly verb: 'unpacks to' | 'gives';
}

/** Where it is not known how large something was when it was packed, the setting alone is the limit. */
export function mostUnpacked(
  packed: number | undefined,
  maxBytes: number,
  verb: UnpackLimit['verb'] = 'unpacks to',
): UnpackLimit {
  const expected = packed === undefined ? maxBytes : Math.max(FREE_BYTES, MAX_RATIO * packed);
  return { bytes: Math.min(maxBytes, expected), isSetting: maxBytes <= expected, verb };
}

export function refuseUnpacked(path: string, { bytes, isSetting, verb }: UnpackLimit): FileRefused {
  return refusedFile(
    path,
    isSetting
      ? `${verb} more than ${size(bytes)}, the most that MDQ_IMPORT_MAX_BYTES allows: raise it if the file is right`
      : `${verb} more than ${size(bytes)}, the most for a file of its size whatever MDQ_IMPORT_MAX_BYTES is: if it is right, import it unpacked, or in parts`,
  );
}

export function mustNotBeLarger(path: string, bytes: number, maxBytes: number): void {
  if (bytes <= maxBytes) return;
  throw refusedFile(
    path,
    `is larger than ${size(maxBytes)}, the most that MDQ_IMPORT_MAX_BYTES allows: raise it if the file is right`,
  );
}

function size(bytes: number): string {
  const [unit, name] = bytes >= 1e9 ? [1e9, 'GB'] : [1e6, 'MB'];
  return `${(bytes / unit).toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} ${name}`;
}
