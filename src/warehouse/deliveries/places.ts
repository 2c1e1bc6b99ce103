import { constants } from 'node:fs';
import { access, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_DURABLE_NAME_BYTES, MAX_NAME_BYTES, writeDurably } from '../../disk/durable-file.ts';
import { type NoLink, openNoLink } from '../../disk/no-link.ts';
import { UserError } from '../../errors/operators.ts';
import { codeOf, isDiskFull } from '../../errors/stores.ts';
import { csvRecord } from '../../lib/text/csv.ts';
import { numberedName, REJECTS_SUFFIX } from './data-file-names.ts';

/*
 * The folders in a watched folder to which deliveries are moved. Others write to the watched folder, and may mean harm: no
 * link is ever followed, and nothing is written into a file that is there.
 */

export const PLACES = ['taken', 'refused', 'held'] as const;
export type Place = (typeof PLACES)[number];

/** What is added to the name of a held delivery for the report beside it. */
export const REPORT_SUFFIX = '.held.json';

/** Beside what was refused or held there has to be room for the name of its list or report. */
const NAME_BYTES: Readonly<Record<Place, number>> = {
  taken: MAX_NAME_BYTES,
  refused: MAX_DURABLE_NAME_BYTES - REJECTS_SUFFIX.length,
  held: MAX_DURABLE_NAME_BYTES - REPORT_SUFFIX.length,
};

/** Runs work in one of the folders; names in it are to be joined to the path that the work gets. */
export async function inPlace<T>(
  folder: string,
  place: Place,
  work: (dir: string) => Promise<T>,
): Promise<T> {
  const opened = await openPlace(folder, place);
  try {
    return await work(opened.path);
  } finally {
    await opened.handle.close();
  }
}

/** Refuses to go on where this process cannot move anything into or out of one of the folders, with what that means. */
export async function mustBeWritable(folder: string, place: Place, meaning: string): Promise<void> {
  await inPlace(folder, place, async (dir) => {
    await access(dir, constants.W_OK).catch((error) => {
      throw new UserError(`${join(folder, place)} cannot be written (${codeOf(error)}); ${meaning}`);
    });
  });
}

/** Opens one of the folders, making it when it is not there. */
async function openPlace(folder: string, place: Place): Promise<NoLink> {
  const path = join(folder, place);
  try {
    await mkdir(path).catch((error) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
    return await openNoLink(path, constants.O_DIRECTORY);
  } catch (error) {
    if (isDiskFull(error)) throw error;
    if (['ENOTDIR', 'ELOOP'].includes(codeOf(error) ?? ''))
      throw new UserError(`${path} must be a folder; remove the link or file of that name`);
    throw new UserError(`${folder} must be a folder that can be written (${codeOf(error)})`);
  }
}

/** A file or list of the same name that came earlier stays as it is. */
export async function freeName(dir: string, name: string, place: Place): Promise<string> {
  const there = new Set(await readdir(dir));
  for (let number = 1; ; number++) {
    const free = numberedName(name, number, NAME_BYTES[place]);
    const taken = [free, `${free}${REJECTS_SUFFIX}`, `${free}${REPORT_SUFFIX}`];
    if (!taken.some((each) => there.has(each))) return free;
  }
}

/** Moves a held delivery on, a refused one beside its reason. Returns where it is now; undefined where it was gone. */
export async function moveHeld(
  folder: string,
  name: string,
  to: 'taken' | { readonly refusedFor: string },
): Promise<string | undefined> {
  const place = to === 'taken' ? 'taken' : 'refused';
  return inPlace(folder, 'held', (held) =>
    inPlace(folder, place, async (dir) => {
      const newName = await freeName(dir, name, place);
      const moved = join(folder, place, newName);
      try {
        // A rename moves a link and follows none.
        await rename(join(held, name), join(dir, newName));
      } catch (error) {
        if (codeOf(error) !== 'ENOENT') throw error;
        return undefined;
      } finally {
        await rm(join(held, `${name}${REPORT_SUFFIX}`), { force: true });
      }
      if (to !== 'taken')
        await writeDurably(join(dir, `${newName}${REJECTS_SUFFIX}`), [onlyReason(moved, to.refusedFor)]);
      return moved;
    }),
  );
}

/** A list of a single reason. */
export function onlyReason(file: string, reason: string): string {
  return `file,line,column,value,reason\n${csvRecord([file, null, null, null, reason])}\n`;
}
