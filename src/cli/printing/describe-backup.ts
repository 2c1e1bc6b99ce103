import type { Elsewhere, Manifest, Part } from '../../backup/manifest.ts';
import { count } from '../../lib/count.ts';
import { linesOf } from '../../lib/text/lines.ts';
import { printable } from '../../lib/text/printable.ts';
import type { Config } from '../../settings/config.ts';
import { describeAddress } from '../../settings/postgres-address.ts';
import { describeWarehouse } from '../../settings/warehouse-url.ts';

/** What a backup holds, such as `4 accounts with 232 calls, 769 lines, version 2`. What is elsewhere is not its matter. */
export function describeContents({ accounts, lines, published, elsewhere }: Manifest, only?: Part): string {
  const parts = linesOf(
    accounts
      ? `${count(accounts.accounts, 'account')} with ${count(accounts.calls, 'call')}`
      : !elsewhere?.accounts && only !== 'data' && 'no accounts',
    lines ? count(lines.lines, 'line') : !elsewhere?.lines && only !== 'accounts' && 'no lines',
    published
      ? `version ${published.version}`
      : !elsewhere?.lines && only !== 'accounts' && 'nothing published',
  );
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
export function describeElsewhere(
  { accounts: areAccountsHere, lines: areLinesHere }: Manifest,
  { accounts, lines }: Elsewhere,
  doing: 'backup' | 'restore',
): string[] {
  const them = (tool: string) =>
    `${doing === 'backup' ? 'back them up' : 'restore them'} there, with ${tool}`;
  return linesOf(
    accounts !== undefined &&
      !areAccountsHere &&
      `Not in it: the accounts, which are in PostgreSQL (${accounts}): ${them(doing === 'backup' ? 'pg_dump' : 'pg_restore')}.`,
    lines !== undefined &&
      !areLinesHere &&
      `Not in it: the order lines and figures, which are in ClickHouse (${lines}): ${them(`${doing.toUpperCase()} DATABASE`)}; see the guide Scaling out.`,
  ).map(printable);
}

/** What to do about accounts that a move had stopped when they were copied: they refuse calls where they are restored. */
export const FROZEN =
  'The accounts were being moved when they were backed up, so a restored copy refuses calls: ' +
  '"mdq migrate --to-accounts URL --finish" moves them, and without --finish calls go on there.';
