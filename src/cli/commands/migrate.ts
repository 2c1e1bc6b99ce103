import type { Command } from 'commander';
import { copyAccounts, finishMove, type Moved } from '../../accounts/move.ts';
import { openAccounts, openMove } from '../../accounts/open.ts';
import { UserError } from '../../errors/operators.ts';
import { count } from '../../lib/count.ts';
import { noteDone } from '../../operations/deeds.ts';
import { readPostgresAddress } from '../../settings/postgres-address.ts';
import { readWarehouseUrl } from '../../settings/warehouse-url.ts';
import { copyLines, finishLines, type MovedLines, mustMove } from '../../warehouse/move.ts';
import { openLinesMove } from '../../warehouse/open.ts';
import type { OnProgress } from '../../warehouse/warehouse.ts';
import { actorOf, type CommandContext } from '../context.ts';

interface Options {
  toWarehouse?: string;
  toAccounts?: string;
  finish?: boolean;
}

/** One of the two things that can be moved, once nothing speaks against it. */
interface Move {
  /** Copies what has changed, while everything goes on. */
  copy(): Promise<Told>;
  /** Moves for good. */
  finish(): Promise<Told>;
}

/** What was done, for programs and for people. */
interface Told {
  readonly json: Record<string, unknown>;
  readonly text: string;
}

export function addOptions(command: Command): Command {
  return command
    .option(
      '--to-warehouse <url>',
      'order lines, their settings and import history: clickhouse://user:password@host:8123/database (TO_WAREHOUSE_URL)',
    )
    .option('--to-accounts <url>', 'accounts: postgres://user:password@host:5432/database (TO_ACCOUNTS_URL)')
    .option('--finish', 'copy the rest while nothing changes here, compare both sides, and leave this store')
    .addHelpText(
      'after',
      `
Copies while this installation serves, and says how far behind it is: as often as you like, and after any failure.
--finish refuses imports here (lines) and calls with 503 (accounts) while it copies the rest, compares counts,
balances and published figures, and marks what is here as moved. Where something differs, nothing is moved.

Everyone on this machine can read the arguments of a command. The variables TO_WAREHOUSE_URL and TO_ACCOUNTS_URL take
the addresses instead, passwords included; they count where neither option is given.`,
    );
}

export async function act(
  context: CommandContext,
  { toWarehouse, toAccounts, finish = false }: Options,
): Promise<void> {
  const { accounts, warehouse } = context.config;
  // Where one is named, a variable that is still set moves nothing besides.
  const moveTo: Partial<typeof context.config.moveTo> =
    toWarehouse === undefined && toAccounts === undefined ? context.config.moveTo : {};
  const clickhouse =
    toWarehouse === undefined ? moveTo.warehouse : readWarehouseUrl('--to-warehouse', toWarehouse);
  const postgres =
    toAccounts === undefined ? moveTo.accounts : readPostgresAddress('--to-accounts', toAccounts);
  if (!clickhouse && !postgres)
    throw new UserError(
      'Name where to move: --to-warehouse URL for order lines, --to-accounts URL, or both; or set TO_WAREHOUSE_URL, TO_ACCOUNTS_URL',
    );
  if (clickhouse && warehouse)
    throw new UserError(
      'WAREHOUSE_URL must be empty: "mdq migrate" moves the order lines that are in DATA_DIR',
    );
  if (postgres && accounts)
    throw new UserError('ACCOUNTS_URL must be empty: "mdq migrate" moves the accounts that are in DATA_DIR');
  // A finish may be run again; and what was moved already does not keep the other from being copied.
  const mayBeMoved = finish || (clickhouse !== undefined && postgres !== undefined);
  await using opened = new AsyncDisposableStack();
  let theLines: Move | undefined;
  let theAccounts: Move | undefined;
  // All of it is looked at before any of it is changed.
  if (clickhouse) {
    const { source, target } = await openLinesMove(context.config, clickhouse);
    opened.defer(() => target.close());
    const state = await mustMove(source, target, mayBeMoved);
    if (state === 'move' && !finish && source.movedTo() !== undefined)
      throw notEnded('order lines', target.name);
    const told = `The order lines were moved to ${target.name}: set WAREHOUSE_URL and start the servers again.`;
    theLines =
      state === 'move'
        ? linesMove({ source, target }, context.onProgress)
        : wasMoved(told, { lines: { target: target.name, behind: 0 } });
  }
  if (postgres) {
    const { source, target } = await openMove(context.config, postgres, mayBeMoved);
    opened.defer(() => target.close());
    opened.defer(() => source.close());
    const { name } = target;
    const isLeft = source.movedTo() === name;
    const isMoved = isLeft && (await target.isFinished(source.name));
    if (isLeft && !isMoved && !finish) throw notEnded('accounts', name);
    const told = `The accounts were moved to ${name}: set ACCOUNTS_URL and start the servers again.`;
    theAccounts = isMoved
      ? wasMoved(told, { target: name, behind: 0 })
      : accountsMove({ source, target }, context.onProgress);
  }
  // While lines are moved, calls go on: those are refused only for as long as the rest of the accounts takes.
  const copied = finish ? [await theAccounts?.copy()] : [await theLines?.copy(), await theAccounts?.copy()];
  const moved = finish ? [await theLines?.finish(), await theAccounts?.finish()] : copied;
  const told = moved.filter((each) => each !== undefined);
  const json = Object.assign({}, ...told.map((each) => each.json));
  if (finish && (postgres || (await context.hasAccounts()))) {
    const open = async () => {
      const accounts = await openAccounts(
        postgres ? { ...context.config, accounts: postgres } : context.config,
      );
      opened.defer(() => accounts.close());
      return accounts;
    };
    await noteDone(context, open, { name: 'migrate', actor: actorOf(context) }, json);
  }
  context.print({ ...json, finished: finish }, told.map(({ text }) => text).join('\n'));
}

/** The old store is left, and the new one not open yet: what a finish that was killed leaves. */
function notEnded(what: string, target: string): UserError {
  return new UserError(
    `The move of the ${what} to ${target} was not ended: run the same command with --finish`,
  );
}

/** Reports a move that was finished before. */
function wasMoved(text: string, json: Told['json']): Move {
  const told = async () => ({ json, text });
  return { copy: told, finish: told };
}

function linesMove(
  { source, target }: Awaited<ReturnType<typeof openLinesMove>>,
  onProgress: OnProgress,
): Move {
  const told = (moved: MovedLines, behind: number, text: string): Told => ({
    json: { lines: { target: target.name, ...moved, behind } },
    text,
  });
  return {
    async copy() {
      const { behind, ...moved } = await copyLines(source, target, onProgress);
      const rest = behind === 0 ? 'nothing is missing' : `it is ${count(behind, 'published version')} behind`;
      return told(
        moved,
        behind,
        `Copied ${count(moved.lines, 'line')} of ${count(moved.orders, 'order')} to ${target.name}: ` +
          `${count(moved.changed, 'order')} new or changed, ${moved.removed} removed; ${rest}. ` +
          'Imports go on here. Run it again to catch up, and with --finish to move.',
      );
    },
    async finish() {
      const moved = await finishLines(source, target, onProgress);
      return told(
        moved,
        0,
        `Moved ${count(moved.lines, 'line')} of ${count(moved.orders, 'order')} to ${target.name}; ` +
          'counts and published figures are the same on both sides. ' +
          'Imports are refused here: set WAREHOUSE_URL and start the servers again.',
      );
    },
  };
}

function accountsMove(
  { source, target }: Awaited<ReturnType<typeof openMove>>,
  onProgress: OnProgress,
): Move {
  let copied = 0;
  const told = ({ accounts, calls }: Moved, behind: number, text: string): Told => {
    copied += calls;
    return { json: { target: target.name, accounts, copied, behind }, text };
  };
  return {
    async copy() {
      const moved = await copyAccounts(source, target, (fraction) =>
        onProgress(fraction === 0 ? 'Copying accounts' : '', fraction),
      );
      const rest = moved.behind === 0 ? 'nothing is missing' : `it is ${count(moved.behind, 'call')} behind`;
      return told(
        moved,
        moved.behind,
        `Copied ${count(moved.accounts, 'account')} and ${count(moved.calls, 'entry')} to ${target.name}; ${rest}. ` +
          'Calls go on here. Run it again to catch up, and with --finish to move.',
      );
    },
    async finish() {
      const moved = await finishMove(source, target);
      return told(
        moved,
        0,
        `Moved ${count(moved.accounts, 'account')} to ${target.name}; balances and counts are the same on both sides. ` +
          'Calls are refused here (503): set ACCOUNTS_URL and start the servers again. ' +
          'From now on back the accounts up with pg_dump; "mdq backup" needs --data-only.',
      );
    },
  };
}
