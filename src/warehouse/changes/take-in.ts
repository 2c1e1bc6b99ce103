import { dayClock, LAST_DAY } from '../../lib/calendar.ts';
import {
  type Facts,
  hadCancelled,
  type ImportFacts,
  type TableNames,
  type Tables,
} from '../../snapshot/tables.ts';
import { dayOf } from '../database/connection.ts';
import {
  holdingWarnings,
  keepHeldOrders,
  markAcknowledged,
  refuseHeldOrders,
} from '../deliveries/hold-rules.ts';
import { onOneLine } from '../import-row.ts';
import { daysOf, ordersOn } from '../intake/checked-rows.ts';
import { NO_NAMES, refuseTooManyNames } from '../intake/findings/name-counts.ts';
import { readRows } from '../intake/intake.ts';
import type { Foreseen, ImportReport, ImportRequest } from '../warehouse.ts';
import { NothingToImport, TooLargeToAddUp } from '../warehouse-errors.ts';
import { noted, type Warning } from '../warning.ts';
import {
  daysWithOrders,
  firstShownOrHidden,
  mustShowSomething,
  notEarlier,
  shownThrough,
} from './complete-through.ts';
import { emailKey, leaveOutMarked, memberOf, newEmailKey } from './marks.ts';
import { namesChanged } from './names-changed.ts';
import { paymentMethods } from './payment-methods.ts';
import { keepTables, makeTables, unchangedTables, type Writing } from './publish.ts';
import { SHARES } from './steps.ts';
import { countsOf } from './undo.ts';
import { ordersByDay, unusualVolume } from './unusual-volume.ts';
import { demoData, lateOrders, manyRemoved, overtaking, suppressedWeeks, warningsOf } from './warnings.ts';

/** Takes in files as one checked import, and publishes what that changes. */
export async function takeIn(
  writing: Writing,
  request: ImportRequest,
  publishes: 'changes' | 'always' = 'changes',
): Promise<ImportReport> {
  const { writer, onProgress, maxBytes } = writing;
  const settings = { ...writing.settings, maxBytes, isFirst: writing.base === undefined };
  const { weekly = true } = request;
  const marks = await writer.marks();
  const email = emailKey(marks) ?? newEmailKey();
  const { warnings: findings, ...checked } = await readRows(writer.intake, request, {
    ...settings,
    memberOf: (address) => memberOf(address, email),
  });
  const names = await storedNames(writing);
  const grown = await refuseTooManyNames(writer.intake.connection, names ?? NO_NAMES);
  const leftOut = await leaveOutMarked(writer.intake.connection, marks);
  await refuseHeldOrders(writer.intake.connection, request.hold);
  const { cents, firstDay } = await writer.intake.connection.numbers<'cents' | 'firstDay'>(
    `SELECT coalesce(sum(cents), 0) AS cents, coalesce(${dayOf('min(ordered_at)')}, ${LAST_DAY}) AS "firstDay" FROM staged`,
  );
  // Hidden orders count too: once they are shown, it would be the import of some other file that fails.
  if (cents > Number.MAX_SAFE_INTEGER) throw new TooLargeToAddUp();
  const before = await writing.publishedTables();
  const said = request.completeThrough;
  const days = new Set([
    ...(before ? daysWithOrders(before) : []),
    ...(said === 'last-sunday' ? await daysOf(writer.intake.connection) : []),
  ]);
  const held = request.hold?.stillHeld ?? request.hold?.heldOrders ?? [];
  const heldFrom = Math.min(LAST_DAY, ...held.map((each) => each.firstDay));
  const through = shownThrough(said, writing, { days, heldFrom });
  const completeThrough = request.held === undefined ? through : notEarlier(through, writing, before?.facts);
  onProgress('Putting orders in place', 0, SHARES.place);
  return writer.change(async (change) => {
    const {
      from: changed,
      changesAside,
      gone: _gone,
      ...counts
    } = await change.applyStaged(writing.published);
    const isNothing = counts.lines + checked.cancelledRows + leftOut.deletedOrders === 0;
    if (isNothing || (counts.lines === 0 && writing.base === undefined)) throw new NothingToImport();
    const shownOrHidden = firstShownOrHidden(writing.completeThrough, completeThrough);
    const first = Math.min(changed ?? Number.POSITIVE_INFINITY, shownOrHidden);
    const from = Number.isFinite(first) ? first : undefined;
    const hasCancelled = before !== undefined && hadCancelled(before.facts);
    const today = dayClock(settings.timeZone)(Date.now());
    const warningsAbout = async (tables: Tables) =>
      markAcknowledged(
        [
          ...demoData(before?.facts),
          ...(await warningsOf(tables, (days, most) => ordersOn(writer.intake.connection, days, most))),
          ...unusualVolume(before, ordersByDay(tables)),
          ...manyRemoved(counts, before?.facts),
          ...lateOrders(counts.asideOrders),
          ...overtaking(held, before?.facts, tables.facts),
          ...suppressedWeeks(before, tables),
          ...findings.filter(({ code }) => !(hasCancelled && code === 'no-cancelled')),
          ...grown,
        ],
        request.hold,
        today,
      );
    const report = (tables: Tables) => ({
      ...namesChanged(before, tables),
      ...counts,
      cents,
      firstDay,
      ...checked,
      ...leftOut,
      facts: tables.facts,
      paymentMethods: paymentMethods(tables),
    });
    if (request.profile?.sql && !marks.includes(email)) await change.addMarks([email]);
    const isNew = from !== undefined || changesAside || publishes === 'always';
    const unchanged = isNew ? undefined : await unchangedTables(writing, weekly);
    if (unchanged) {
      const warnings = [...(await warningsAbout(unchanged)), ...(weekly ? [] : stillWeekly(unchanged.facts))];
      return { ...report(unchanged), isPublished: false, warnings, heldBy: [] };
    }
    const onlyAside = changesAside ? LAST_DAY : undefined;
    const undo = names && {
      version: change.version,
      completeThrough: writing.completeThrough,
      publishedThrough: writing.published?.end ?? null,
      weekly: before?.facts.weekly !== false,
      names: countsOf(names),
    };
    const hasReplaced = counts.replacedOrders + counts.removedOrders > 0 || changesAside;
    if (undo) await change.keepUndo(hasReplaced);
    const toPublish = { from: from ?? onlyAside, weekly, completeThrough, undo: undo ?? null };
    const made = await makeTables(writing, change, toPublish);
    const warnings = await warningsAbout(made);
    const heldBy = request.hold
      ? holdingWarnings(warnings, before ? await warningsOf(before, async () => []) : [], request.hold)
      : [];
    // Without being kept, the change is none.
    if (request.hold && heldBy.length > 0) {
      await keepHeldOrders(writer.intake.connection, request.hold);
      return { ...report(before ?? made), isPublished: false, warnings, heldBy };
    }
    const note: ImportFacts = {
      at: new Date().toISOString(),
      kind: 'import',
      by: writing.by,
      files: request.files.map(onOneLine),
      lines: counts.lines,
      orders: counts.orders,
      replacedOrders: counts.replacedOrders,
      skippedRows: checked.skippedRows,
      cancelledRows: checked.cancelledRows,
      removedOrders: counts.removedOrders,
      completeThrough,
      ...(request.delivery !== undefined && { delivery: request.delivery }),
      ...(request.held !== undefined && { held: request.held }),
      ...(warnings.length > 0 && { warnings: warnings.map(noted) }),
    };
    // Most warnings are about the tables, so the import is noted once these are made.
    await change.noteImport(note);
    const facts = { ...made.facts, imports: [...made.facts.imports, note] };
    mustShowSomething(said, facts, 'imported');
    const tables = { ...made, facts };
    await keepTables(writing, change, tables, toPublish);
    return { ...report(tables), isPublished: true, warnings, heldBy };
  });
}

/** What the orders of an import would do, found out by a change that is not kept. */
export async function foresee(writing: Writing, request: ImportRequest): Promise<Foreseen> {
  const { writer, maxBytes } = writing;
  const marks = await writer.marks();
  const email = emailKey(marks) ?? newEmailKey();
  await readRows(writer.intake, request, {
    ...{ ...writing.settings, maxBytes, isLook: true },
    memberOf: (address) => memberOf(address, email),
  });
  const leftOut = await leaveOutMarked(writer.intake.connection, marks);
  return writer.change(async (change) => {
    const {
      lines: _lines,
      changesAside: _aside,
      gone: _gone,
      from: _from,
      ...foreseen
    } = await change.applyStaged(writing.published);
    return { ...foreseen, ...leftOut };
  });
}

/** The names that there are, also where no line has one any more. Of a version that is damaged they are not known. */
async function storedNames({ publications, base }: Writing): Promise<TableNames | undefined> {
  return base === undefined ? NO_NAMES : publications.describe(base).catch(() => undefined);
}

/** Without a change nothing is published, so --no-weekly leaves trends as they are. */
function stillWeekly({ weekly }: Facts): Warning[] {
  if (!weekly) return [];
  const message =
    'Trends stay weekly: no order has changed, so nothing was published and --no-weekly does nothing';
  return [{ code: 'still-weekly', message }];
}
