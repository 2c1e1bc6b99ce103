import { printable } from '../lib/text/printable.ts';
import { UserError } from './operators.ts';
import { isDiskFull, StoreError } from './stores.ts';

/** What a command that failed says of it. */
export function describeFailure(error: unknown): string {
  if (isDiskFull(error))
    return 'There is no space left on the disk. What was there is as it was; make room and run it again';
  if (error instanceof UserError) return [error.message, ...error.details].map(printable).join('\n');
  if (error instanceof StoreError) return printable(error.message);
  const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
  return `failed unexpectedly: ${printable(reason)}`;
}
