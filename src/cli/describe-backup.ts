import type { Manifest } from '../backup/manifest.ts';
import { count } from './output.ts';

/** What a backup holds, such as `4 accounts with 232 calls, 769 lines, version 2`. */
export function describeContents({ accounts, lines, published }: Manifest): string {
  return [
    accounts ? `${count(accounts.accounts, 'account')} with ${count(accounts.calls, 'call')}` : 'no accounts',
    lines ? count(lines.lines, 'line') : 'no lines',
    published ? `version ${published.version}` : 'nothing published',
  ].join(', ');
}

/** Such as `2026-11-15 10:41 UTC`. */
export function describeTime(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}
