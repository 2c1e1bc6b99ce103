import type { Connection } from '../database/connection.ts';
import type { Change, State } from '../engine.ts';
import { applyStaged } from './apply.ts';
import { forgetMembers } from './forget-members.ts';
import type { FilePublications } from './publications.ts';
import { refreshTables } from './refresh.ts';
import { addMarks, noteImport, removeMarks, writeState } from './state.ts';
import { takeAside } from './take-aside.ts';
import { dropUndo, keepUndo, takeBack } from './undo.ts';

/**
 * Runs a change of lines. The version is on disk before the transaction commits, and named after: should the process
 * die between the two, or naming fail, the next writer names it. The change is done all the same, and `tell` says so.
 */
export async function runChange<T>(
  connection: Connection,
  publications: FilePublications,
  { base = 0 }: State,
  work: (change: Change) => Promise<T>,
  tell?: (text: string) => void,
): Promise<T> {
  const log = await publications.log();
  const version = await publications.next(base, log);
  let note: (() => Promise<void>) | undefined;
  let isKept = false;
  const change: Change = {
    version,
    applyStaged: (...given) => applyStaged(connection, ...given),
    forgetMembers: (...given) => forgetMembers(connection, ...given),
    keepUndo: () => keepUndo(connection),
    takeBack: (_undo, keepsScopes) => takeBack(connection, keepsScopes),
    takeAside: (compared) => takeAside(connection, compared),
    noteImport: (facts) => noteImport(connection, facts),
    addMarks: (marks) => addMarks(connection, marks),
    removeMarks: (marks) => removeMarks(connection, marks),
    makeTables: (options) => refreshTables(connection, options),
    async keep(state, tables) {
      isKept = true;
      if (tables) {
        const sha256 = await publications.write(tables);
        note = () => publications.note(log, tables, sha256);
      }
      if (!state.undo) await dropUndo(connection);
      await writeState(connection, { ...state, base: tables ? version : undefined });
    },
  };
  const result = await connection
    .transaction(
      () => work(change),
      () => isKept,
    )
    .catch(async (error) => {
      await publications.drop(version);
      throw error;
    });
  try {
    await note?.();
    if (note) await publications.name(version);
  } catch (error) {
    if (!tell || !(error instanceof Error)) throw error;
    tell(
      `It is done, but not published yet: ${error.message}. The next change publishes it, as does "mdq refresh".`,
    );
  }
  return result;
}
