import { basename, join } from 'node:path';
import { describeFailure } from '../../errors/describe-failure.ts';
import { count } from '../../lib/count.ts';
import { linesOf } from '../../lib/text/lines.ts';
import { printable } from '../../lib/text/printable.ts';
import type { HeldDelivery } from '../../warehouse/deliveries/held.ts';
import type { ImportReport } from '../../warehouse/warehouse.ts';
import { describeReject, type RowsRefused } from '../../warehouse/warehouse-errors.ts';
import type { CommandContext } from '../context.ts';
import {
  firstImportLines,
  heldLines,
  reasonLines,
  reportJson,
  reportLines,
  warningLines,
} from '../printing/import-report.ts';
import type { Takes } from './arrivals.ts';
import type { Ignored } from './inbox.ts';

const SHOWN = 5;

const IGNORED: Readonly<Record<Ignored['reason'], (name: string) => string>> = {
  'its name': (name) =>
    `Ignored by its name: ${name}. Data files end in .csv, .ndjson, .jsonl, .json (also with .gz) or .parquet.`,
  'no UTF-8 in its name': (name) =>
    `Ignored, for its name is not UTF-8: ${name}. Rename it, such as to plain letters and digits.`,
  'not a regular file': (name) =>
    `Ignored, for it is a link or no regular file: ${name}. Put the file itself here.`,
  'not in a folder': (name) =>
    `Ignored: ${name}. The profile names tables, so put all files of an import into a folder, and then _SUCCESS.`,
  'no _SUCCESS for a day': (name) =>
    `Not taken: ${name}. It has not changed for a day, and there is no file _SUCCESS in it. If it is complete, add that.`,
  'may not be read': (name) => `Ignored, for it may not be read: ${name}.`,
};

/** What keeps a watch from going on and is no file's fault, and the file that was next. */
export interface Blocked {
  readonly file: string | undefined;
  readonly error: unknown;
}

/** What a watch says: each event with its time, for people, or as one JSON object per line. */
export class WatchLog {
  readonly #print: CommandContext['print'];
  /** What it waits for, which is said once. */
  #trouble = '';

  constructor({ print }: Pick<CommandContext, 'print'>) {
    this.#print = print;
  }

  watching(folder: string, takes: Takes): void {
    const folders = 'folders with a file _SUCCESS in them';
    const what = takes === 'all' ? `CSV, Parquet and NDJSON files, and ${folders}` : folders;
    this.#say('watching', { folder }, [
      `Watching ${folder} for ${what}; Ctrl-C ends it. Times are in UTC.`,
      'What is taken goes to taken/ in it, what is refused to refused/, what waits for you to held/.',
    ]);
  }

  taken(
    file: string,
    report: ImportReport,
    how: { seconds: number; movedTo: string | undefined; firstDataIn: string | undefined },
  ): void {
    this.#trouble = '';
    const { seconds, movedTo, firstDataIn } = how;
    const [brought, ...rest] = reportLines(report, seconds);
    const about = {
      movedTo: movedTo ?? null,
      ...reportJson(report, seconds),
      firstDataIn: firstDataIn ?? null,
    };
    this.#say('taken', { file, ...about }, [
      `Took ${file}: ${brought} Version ${report.facts.version}.`,
      ...rest,
      ...(firstDataIn === undefined ? [] : firstImportLines(firstDataIn, report)),
      ...warningLines(report),
      ...(movedTo ? renamed(file, movedTo) : ['It has changed meanwhile and will be taken again.']),
    ]);
  }

  refused(
    file: string,
    why: { reason: string; rows: RowsRefused | undefined; movedTo: string; rejectsFile: string },
  ): void {
    this.#trouble = '';
    const { reason, rows, movedTo, rejectsFile } = why;
    const reasons = rows?.rejectsFile.reasons ?? [];
    this.#say('refused', { file, reason, badRows: rows?.badRows ?? null, reasons, movedTo, rejectsFile }, [
      `Refused ${file}, nothing of which was imported: ${reason}.`,
      ...(rows ? describeRows(file, rows) : []),
      ...renamed(file, movedTo),
      `All reasons are in ${rejectsFile}`,
    ]);
  }

  held(file: string, held: HeldDelivery, report: ImportReport): void {
    this.#trouble = held.id;
    const { id, warnings, heldBy, watched } = held;
    const movedTo = watched && join(watched.folder, 'held', watched.name);
    this.#say('held', { file, id, movedTo, heldBy, warnings }, [
      `Held ${file} as ${id}: what comes after it waits.`,
      ...warningLines(report),
      ...heldLines(held),
    ]);
  }

  waitingForHeld({ id, delivery }: HeldDelivery, next: string): void {
    if (this.#trouble === id) return;
    this.#trouble = id;
    const reason = `${delivery} is held as ${id}; "mdq imports approve ${id}" or "mdq imports discard ${id}" lets it go on`;
    this.#say('waiting', { file: next, reason, retryInSeconds: null }, [`Waiting with ${next}: ${reason}.`]);
  }

  /** What is left where it is. */
  ignored({ name, reason }: Ignored): void {
    this.#say('ignored', { file: name, reason }, [IGNORED[reason](name)]);
  }

  waiting({ file, error }: Blocked, retryInSeconds: number): void {
    const reason = describeFailure(error);
    if (reason === this.#trouble) return;
    this.#trouble = reason;
    this.#say('waiting', { file: file ?? null, reason, retryInSeconds }, [
      `Waiting${file ? ` with ${file}` : ''}: ${reason}.`,
      'It is tried again until that has passed.',
    ]);
  }

  stopped(): void {
    this.#say('stopped', {}, ['Stopped.']);
  }

  #say(event: string, about: object, [first, ...rest]: [string, ...string[]]): void {
    const at = new Date().toISOString();
    const time = at.slice(0, 19).replace('T', ' ');
    const lines = [first, ...rest].map(
      (line, i) => `${i === 0 ? time : ' '.repeat(time.length)}  ${printable(line)}`,
    );
    this.#print({ event, at, ...about }, lines.join('\n'));
  }
}

/** The first reasons, after how often each stands there when they are many. */
function describeRows(file: string, { badRows, first, rejectsFile }: RowsRefused): string[] {
  const some = first.slice(0, SHOWN).map((reject) => {
    // Of a folder, it is one of its tables, or the query.
    const table = basename(reject.file);
    return `  ${table === file ? '' : `${table}, `}${describeReject(reject)}`;
  });
  if (badRows <= SHOWN) return some;
  const reasons = reasonLines(rejectsFile);
  const others = reasons.length - SHOWN;
  return linesOf(
    reasons.slice(0, SHOWN),
    others > 0 && `  and ${count(others, 'other reason')}`,
    `The first ${SHOWN} rows:`,
    some,
  );
}

function renamed(file: string, movedTo: string): string[] {
  return basename(movedTo) === file ? [] : [`Its name was in use there or too long: it is now ${movedTo}`];
}
