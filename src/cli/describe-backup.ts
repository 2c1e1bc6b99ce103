import type { Manifest } from '../backup/manifest.ts';
import { printable } from '../printable.ts';
import { count } from './output.ts';

/** What a backup holds, such as `4 accounts with 232 calls, 769 lines, version 2`. */
export function describeContents({ accounts, lines, published }: Manifest): string {
  const parts = [
    accounts ? `${count(accounts.accounts, 'account')} with ${count(accounts.calls, 'call')}` : 'no accounts',
    lines ? count(lines.lines, 'line') : 'no lines',
    published ? `version ${published.version}` : 'nothing published',
  ];
  // A backup may come from anywhere.
  return printable(parts.join(', '));
}
