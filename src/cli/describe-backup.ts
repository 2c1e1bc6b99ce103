import type { Elsewhere, Manifest } from '../backup/manifest.ts';
import type { Config } from '../config.ts';
import { describeAddress } from '../postgres-address.ts';
import { printable } from '../printable.ts';
import { describeWarehouse } from '../warehouse-url.ts';
import { count } from './output.ts';

/** What a backup holds, such as `4 accounts with 232 calls, 769 lines, version 2`. */
export function describeContents({ accounts, lines, published, elsewhere }: Manifest): string {
  const parts = [
    accounts ? `${count(accounts.accounts, 'account')} with ${count(accounts.calls, 'call')}` : 'no accounts',
    lines ? count(lines.lines, 'line') : 'no lines',
    ...(published ? [`version ${published.version}`] : elsewhere?.lines ? [] : ['nothing published']),
  ];
  // A backup may come from anywhere.
  return printable(parts.join(', '));
}

/** What the settings keep in servers of its own. */
export function elsewhereBy({ accounts, warehouse }: Config): Elsewhere {
  return {
    ...(accounts && { accounts: describeAddress(accounts) }),
    ...(warehouse && { lines: describeWarehouse(warehouse) }),
  };
}

/** What is not in a backup because it is elsewhere, and what to do about it: a sentence each. */
export function describeElsewhere({ accounts, lines }: Elsewhere, doing: 'backup' | 'restore'): string[] {
  const them = (tool: string) =>
    `${doing === 'backup' ? 'back them up' : 'restore them'} there, with ${tool}`;
  return [
    ...(accounts
      ? [
          `The accounts are in PostgreSQL (${accounts}): ${them(doing === 'backup' ? 'pg_dump' : 'pg_restore')}.`,
        ]
      : []),
    ...(lines
      ? [
          `The order lines are in ClickHouse (${lines}): ${them(`${doing.toUpperCase()} DATABASE`)}; see the guide Scaling out.`,
        ]
      : []),
  ].map(printable);
}
