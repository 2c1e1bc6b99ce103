import type { Profile } from '../profile.ts';
import type { Warning } from '../warning.ts';
import { commonColumns, type NamedFile } from './common-columns.ts';
import { proposeDates } from './date-forms.ts';
import { proposeAmounts } from './findings/amount-forms.ts';
import { askForTotal, orderTotal } from './findings/order-total.ts';
import { askForAmount, unsureAmount } from './findings/unit-price.ts';
import type { Guess } from './guess.ts';
import type { ReadableFile } from './reading/plain-text.ts';
import type { ReadingContext } from './reading/source.ts';
import type { Unclear } from './unclear.ts';

/** Files with the same columns are exports of one kind: so many tell that lines have amounts of their own in the others. */
const ENOUGH_FILES = 5;

/** A file whose columns are known. */
export interface ProfiledFile extends NamedFile {
  readonly delimiter: string | null;
}

interface ProposeContext extends ReadingContext {
  /** Those that the files could be in, where that was not said. */
  readonly encodings: readonly string[];
}

interface ProfileProposal {
  /** With which the files can be imported. */
  readonly proposed: Profile;
  /** The part of it that is beyond doubt. */
  readonly toSave: Profile;
  /** What the values do not tell, as questions. */
  readonly unclear: readonly string[];
  readonly warnings: readonly Warning[];
}

/** Finds the profile of files from what is in them. */
export async function proposeProfile(
  { connection, profile, workDir, encodings }: ProposeContext,
  readable: readonly ReadableFile[],
  files: readonly ProfiledFile[],
): Promise<ProfileProposal> {
  const [source, first] = [readable[0] as ReadableFile, files[0] as ProfiledFile];
  const columns = commonColumns(files);
  const named: Profile = { ...profile, columns: namesOf(columns, profile), ...commonDelimiter(files) };
  const dates = await proposeDates({ connection, profile: named, workDir }, source, first);
  const amounts = await proposeAmounts(
    { connection, profile: named, workDir },
    readable.map((file, i) => [file, (files[i] as ProfiledFile).guess]),
  );
  const proposed = { ...named, ...amounts.forms, ...dates.forms };
  const open: Unclear[] = [...amounts.unclear, ...dates.unclear];
  if (encodings.length > 1)
    open.unshift({
      about: 'encoding',
      question: `the encoding could be ${encodings.join(' or ')}: say which with --encoding`,
    });
  const unsure = files.map((each) => unsureAmount(each, profile)).find((found) => found !== undefined);
  if (unsure) open.push({ about: 'amount', question: askForAmount(unsure, proposed) });
  else open.push(...(await totalOf({ connection, profile: proposed, workDir }, readable, files, profile)));
  // An import with a profile that was saved would else take what is unclear as if somebody had said so.
  const isDecided = ([name]: [string, unknown]) => !open.some(({ about }) => about === name);
  const decided = <T extends object>(all: T) =>
    Object.fromEntries(Object.entries(all).filter(isDecided)) as Partial<T>;
  const toSave = { ...decided(proposed), columns: namesOf(decided(columns), profile) };
  return { proposed, toSave, unclear: open.map(({ question }) => question), warnings: amounts.warnings };
}

/** The delimiter, where it is no comma; none for files that differ: it is found in each of them. */
function commonDelimiter(files: readonly ProfiledFile[]): Pick<Profile, 'delimiter'> {
  const [delimiter, ...others] = new Set(files.map((each) => each.delimiter).filter((each) => each !== null));
  return delimiter === undefined || delimiter === ',' || others.length > 0 ? {} : { delimiter };
}

/** Whether the amount is that of a line, asked of the first file that leaves it open. */
async function totalOf(
  context: ReadingContext,
  readable: readonly ReadableFile[],
  files: readonly ProfiledFile[],
  said: Profile,
): Promise<Unclear[]> {
  const own = new Map<string, number>();
  for (const [i, { path, header, guess }] of files.entries()) {
    const kind = JSON.stringify(header);
    const ownBefore = own.get(kind) ?? 0;
    if (ownBefore >= ENOUGH_FILES) continue;
    const { columns } = guess;
    const read = Object.values(columns);
    const unread = header.filter((name) => !read.includes(name));
    const total = await orderTotal(context, readable[i] as ReadableFile, { columns, unread }, said);
    const where = files.length > 1 ? ` in ${path}` : '';
    if (total === 'own') own.set(kind, ownBefore + 1);
    else if (typeof total === 'object') return [{ about: 'amount', question: askForTotal(total, where) }];
  }
  return [];
}

/** The names to say of columns: those that differ from ours, and those that were said before, not to be asked for again. */
function namesOf(columns: Guess['columns'], { columns: said = {} }: Profile): Guess['columns'] {
  return Object.fromEntries(
    Object.entries(columns).filter(([ours, theirs]) => ours !== theirs || ours in said),
  );
}
