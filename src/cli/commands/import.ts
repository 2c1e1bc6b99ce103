import { existsSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { UserError } from '../../errors/operators.ts';
import { fileFault } from '../../errors/stores.ts';
import { linesOf } from '../../lib/text/lines.ts';
import { printable } from '../../lib/text/printable.ts';
import { describeFacts } from '../../operations/data/facts.ts';
import { importsIn } from '../../snapshot/tables.ts';
import { HOLD_TAKES, readHold, type WarningCode } from '../../snapshot/warning-codes.ts';
import { dropHeld, newHeldId, recordHeld } from '../../warehouse/deliveries/held.ts';
import { profileText } from '../../warehouse/intake/profile.ts';
import { checkImport, draftImport } from '../../warehouse/open.ts';
import type { Profile } from '../../warehouse/profile.ts';
import type { ImportRequest } from '../../warehouse/warehouse.ts';
import type { CommandContext } from '../context.ts';
import { filesOf, tablesToSave } from '../data-files.ts';
import { heldAbout, holdRules } from '../holding.ts';
import { type ImportOptions, readRequest, withImportOptions } from '../import-options.ts';
import { notingFailure } from '../noting-failure.ts';
import { checkJson, checkLines } from '../printing/check-report.ts';
import { draftJson } from '../printing/draft-report.ts';
import {
  firstImportLines,
  heldLines,
  reportJson,
  reportLines,
  warningLines,
} from '../printing/import-report.ts';
import { markOf } from '../watching/arrivals.ts';
import { watchFolder } from '../watching/watch.ts';

/** The exit code of an import that waits for an operator. */
const HELD_EXIT = 3;

interface Options extends ImportOptions {
  check?: boolean;
  draft?: boolean;
  saveProfile?: string;
  watch?: boolean;
  settle?: number;
  hold?: readonly WarningCode[];
}

export function addOptions(command: Command): Command {
  return withImportOptions(command)
    .option('--check', 'read and check, show what would happen, and change nothing')
    .option(
      '--draft',
      'look at tables that share columns, print a query for --sql to start from, and change nothing',
    )
    .option('--save-profile <file>', 'keep how the files are written, for --profile')
    .option(
      '--hold <codes>',
      'hold the import for an operator on new warnings: off, all or their codes, instead of MDQ_IMPORT_HOLD',
      readHoldCodes,
    )
    .option('--watch', 'take every file that arrives in a folder, until stopped')
    .option(
      '--settle <seconds>',
      'with --watch: a file has arrived when it has not changed for so long (5)',
      readSeconds,
    );
}

export async function act(context: CommandContext, options: Options, ...patterns: string[]): Promise<void> {
  const request = readRequest(options);
  if (options.saveProfile !== undefined && existsSync(options.saveProfile))
    throw new UserError(
      `${options.saveProfile} is there already: name another file for --save-profile, or remove it`,
    );
  if (options.hold && (options.draft || options.check))
    throw new UserError('--hold goes without --check and --draft');
  if (options.draft) return draftOnce(context, request, options, patterns);
  if (!options.watch) {
    if (options.settle !== undefined) throw new UserError('--settle goes with --watch');
    if (options.check) {
      const chosen = filesOf(patterns, request.profile);
      const profile = withTables(request.profile, chosen, options.saveProfile);
      return checkOnce(
        context,
        { ...request, ...chosen, profile },
        { keepAs: options.saveProfile, given: options.profile && request.profile },
      );
    }
    const isHeld = await importOnce(context, request, patterns, options.hold);
    if (isHeld) return;
    if (options.saveProfile) {
      const profile = withTables(request.profile, filesOf(patterns, request.profile), options.saveProfile);
      saveProfile(options.saveProfile, profile);
    }
    return;
  }
  if (options.check || options.saveProfile)
    throw new UserError('--check and --save-profile go without --watch');
  const [folder, ...more] = patterns;
  if (folder === undefined || more.length > 0) throw new UserError('--watch needs one folder');
  return watchFolder(context, folder, { request, quietSeconds: options.settle, hold: options.hold });
}

/** Changes with the content of a file, or with the file behind the name. The import reports what it cannot open. */
function markAt(path: string): string | undefined {
  try {
    return markOf(statSync(path));
  } catch {
    return undefined;
  }
}

/** A profile with the tables of its query: they lie beside it, or in the folder that is named with it. */
function withTables(profile: Profile, chosen: ReturnType<typeof filesOf>, keepAs = 'profile.json'): Profile {
  if (!profile.sql || profile.tables || profile.reference) return profile;
  return { ...profile, tables: tablesToSave(chosen), folder: dirname(resolve(keepAs)) };
}

async function checkOnce(
  context: CommandContext,
  request: ImportRequest,
  { keepAs, given }: { keepAs: string | undefined; given: Profile | undefined },
): Promise<void> {
  const report = await checkImport(context.config, request);
  context.print(checkJson(report, keepAs), checkLines(report, { keepAs, given }).join('\n'));
  // A failed check leaves no file: the corrected command names the same one again.
  if (report.problems.length > 0) context.fail();
  else if (keepAs) saveProfile(keepAs, report.profile);
}

async function draftOnce(
  context: CommandContext,
  request: ReturnType<typeof readRequest>,
  { check, watch, saveProfile, settle }: Options,
  patterns: readonly string[],
): Promise<void> {
  const { profile } = request;
  if (check || watch || saveProfile || settle !== undefined || profile.sql)
    throw new UserError('--draft goes without --check, --watch, --settle, --save-profile and --sql');
  const draft = await draftImport(context.config, { ...request, ...filesOf(patterns, profile, 'named') });
  context.print(draftJson(draft), draft.sql.trimEnd());
}

function saveProfile(path: string, profile: Profile): void {
  try {
    writeFileSync(path, profileText(profile, path));
  } catch (error) {
    throw new UserError(`Cannot write the profile ${path}: ${fileFault(error)}`);
  }
}

async function importOnce(
  context: CommandContext,
  request: ReturnType<typeof readRequest>,
  patterns: readonly string[],
  codes: readonly WarningCode[] | undefined,
): Promise<boolean> {
  const started = performance.now();
  const { config, by } = context;
  const { dataDir, warehouse: address } = config;
  const delivery = nameOf(patterns);
  const id = newHeldId();
  const { report, held } = await notingFailure(context, { delivery, files: patterns }, async () => {
    const chosen = { ...request, ...filesOf(patterns, request.profile), delivery };
    const hold = await holdRules(config, id, codes);
    const warehouse = await context.warehouse();
    const before = chosen.files.map(markAt);
    const report = await warehouse.import({ ...chosen, hold }, context.onProgress);
    if (report.heldBy.length === 0) return { report, held: undefined };
    const about = heldAbout(id, by, report);
    try {
      const held = await recordHeld(dataDir, { ...about, request: chosen });
      const changed = chosen.files.find((path, i) => markAt(path) !== before[i]);
      if (changed)
        throw new UserError(
          `${changed} changed while it was read; nothing was imported or held. Run it again`,
        );
      return { report, held };
    } catch (error) {
      await dropHeld(dataDir, id);
      throw error;
    }
  });
  const seconds = (performance.now() - started) / 1000;
  if (held) {
    context.print(
      { held, ...reportJson(report, seconds) },
      linesOf(`Held ${printable(delivery)} as ${held.id}.`, warningLines(report), heldLines(held)).join('\n'),
    );
    context.fail(HELD_EXIT);
    return true;
  }
  const isFirst = report.isPublished && importsIn(report.facts).length === 1;
  const firstDataIn = isFirst && !address ? dataDir : undefined;
  const [brought, ...rest] = reportLines(report, seconds);
  context.print(
    { ...reportJson(report, seconds), firstDataIn: firstDataIn ?? null },
    linesOf(
      `Imported ${brought}`,
      rest,
      isFirst && firstImportLines(firstDataIn, report),
      describeFacts(report.facts),
      warningLines(report),
    ).join('\n'),
  );
  return false;
}

function readHoldCodes(text: string): readonly WarningCode[] {
  const codes = readHold(text);
  if (!codes) throw new InvalidArgumentError(`It must be ${HOLD_TAKES}.`);
  return codes;
}

/** What the files of a command are called together. */
function nameOf([first = '.', ...others]: readonly string[]): string {
  const name = basename(resolve(first));
  return others.length === 0 ? name : `${name} and ${others.length} more`;
}

function readSeconds(text: string): number {
  const seconds = Number(text);
  if (!/^\d{1,4}(\.\d+)?$/.test(text))
    throw new InvalidArgumentError('It must be seconds, such as 5 or 0.5.');
  return seconds;
}
