import { FileRefused } from '../warehouse-errors.ts';

/** Says of a file why it cannot be imported: `orders.zip is …`, or `orders.csv, line 1: …`. */
export function refusedFile(path: string, reason: string): FileRefused {
  return new FileRefused(`${path}${reason.startsWith(',') ? '' : ' '}${reason}`);
}
