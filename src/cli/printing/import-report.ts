import { count, thousands } from '../../lib/count.ts';
import { inUnits } from '../../lib/in-units.ts';
import { linesOf } from '../../lib/text/lines.ts';
import { listed } from '../../lib/text/listed.ts';
import { printable } from '../../lib/text/printable.ts';
import { factsJson, methodsJson, minute } from '../../operations/data/facts.ts';
import { HELD_NOTE } from '../../operations/data/held.ts';
import { warningLine } from '../../operations/data/import-warnings.ts';
import { NOT_CONTROLLED } from '../../operations/data/privacy-lines.ts';
import { isControlled } from '../../snapshot/privacy/numbers.ts';
import { isImport } from '../../snapshot/tables.ts';
import { describeMethods } from '../../warehouse/changes/payment-methods.ts';
import type { HeldDelivery } from '../../warehouse/deliveries/held.ts';
import type { Foreseen, ImportReport, RejectsFile } from '../../warehouse/warehouse.ts';
import { noted } from '../../warehouse/warning.ts';

/** What an import brought, for programs. */
export function reportJson(report: ImportReport, seconds: number): object {
  const { facts, rejectsFile, isPublished, cents, warnings, paymentMethods, heldBy, ...counts } = report;
  return {
    published: isPublished,
    ...counts,
    newOrders: newOrders(report),
    warnings: warnings.map(noted),
    heldBy: heldBy.map(({ code }) => code),
    amount: (cents / 100).toFixed(2),
    reasons: rejectsFile?.reasons ?? [],
    rejectsFile: rejectsFile?.path ?? null,
    seconds: Number(seconds.toFixed(2)),
    paymentMethods: methodsJson(paymentMethods),
    ...factsJson(facts),
  };
}

/** What an import brought, in words: how many lines, and what was left out of them. */
export function reportLines(report: ImportReport, seconds: number): [string, ...string[]] {
  const { lines, orders, replacedOrders, unchangedOrders, removedOrders, cancelledRows } = report;
  const {
    skippedRows,
    blankRows,
    ignoredColumns,
    rejectsFile,
    asideOrders,
    isPublished,
    deletedOrders,
    forgottenLines,
  } = report;
  const first =
    `${count(lines, 'line')} of ${count(orders, 'order')} in ${seconds.toFixed(1)} s` +
    (replacedOrders > 0 ? `; ${count(replacedOrders, 'order')} replaced those that were there before.` : '.');
  const added = newOrders(report);
  const rest = linesOf(
    lines > 0 &&
      `${added === 0 ? 'No order' : count(added, 'order')} ${added > 1 ? 'are' : 'is'} new; the amounts of all lines add up to ${inUnits(report.cents)}.`,
    !isPublished
      ? `Nothing has changed${orders > 0 ? ': all of them were there before, just as they are' : ''}.${undoHint(report)}`
      : unchangedOrders > 0 && `There before, just as they are: ${count(unchangedOrders, 'order')} of these.`,
    asideOrders > 0 &&
      `${count(asideOrders, 'order')} of published weeks set aside; "mdq refresh --restate" takes ${asideOrders === 1 ? 'it' : 'them'} in.`,
    cancelledRows > 0 && describeCancelled(cancelledRows, removedOrders),
    blankRows > 0 && `Left out ${count(blankRows, 'row')} without any value.`,
    deletedOrders > 0 &&
      `Left out ${count(deletedOrders, 'order')} that ${deletedOrders === 1 ? 'was' : 'were'} deleted before.`,
    forgottenLines > 0 && `Left blank: a forgotten member on ${count(forgottenLines, 'line')}.`,
    ...nameLines('New', report.newNames),
    ...nameLines('Gone', report.goneNames),
    report.paymentMethods.length > 0 && `Payment methods: ${describeMethods(report.paymentMethods)}`,
    rejectsFile && [
      `Skipped ${count(skippedRows, 'bad row')}, listed in ${rejectsFile.path}:`,
      ...reasonLines(rejectsFile),
    ],
    ignoredColumns.length > 0 && `Columns not read: ${ignoredColumns.join(', ')}`,
  );
  return [first, ...rest.map(printable)];
}

/** Who is in another folder than they think would else have data in two of them without knowing. */
function firstDataLine(dataDir: string): string {
  return printable(`This is the first data in ${dataDir} (DATA_DIR).`);
}

/** The first data of a store: where it is, and what is off that the operator may not know of. */
export function firstImportLines(dataDir: string | undefined, { facts }: ImportReport): string[] {
  return linesOf(
    dataDir !== undefined && firstDataLine(dataDir),
    !isControlled(facts.settings) && NOT_CONTROLLED,
  );
}

/** Of those that wait aside it is not told which were there before. */
export function newOrders({ orders, replacedOrders, unchangedOrders, asideOrders }: Foreseen): number {
  return Math.max(0, orders - replacedOrders - unchangedOrders - asideOrders);
}

/** Who takes back an import that changed nothing would take back the one before it. */
function undoHint({ facts: { imports } }: ImportReport): string {
  const newest = imports.at(-1);
  if (!newest || !isImport(newest)) return '';
  return ` "mdq imports undo" would take back the import of ${minute(newest.at)} (${newest.files.join(', ')}).`;
}

function describeCancelled(rows: number, removed: number): string {
  const left = `Left out ${count(rows, 'cancelled row')}`;
  if (removed === 0) return `${left}.`;
  return `${left}; ${count(removed, 'order')} that ${removed === 1 ? 'was there before is' : 'were there before are'} removed.`;
}

/** Names that came or went, such as `New: 1 category ("Toys")`. */
function nameLines(what: string, { categories, subCategories }: ImportReport['newNames']): string[] {
  const told = [
    ...(categories.length > 0 ? [`${count(categories.length, 'category')} (${listed(categories)})`] : []),
    ...(subCategories.length > 0
      ? [`${count(subCategories.length, 'sub-category')} (${listed(subCategories)})`]
      : []),
  ];
  return told.length > 0 ? [`${what}: ${told.join(', ')}`] : [];
}

/** How often each reason stands in a rejects file, the most frequent first. */
export function reasonLines({ reasons }: RejectsFile): string[] {
  return reasons.map(({ reason, rows }) => `  ${thousands(rows)} × ${reason}`);
}

/** What looks wrong, though it was imported. */
export function warningLines({ warnings }: ImportReport): string[] {
  return warnings
    .filter(({ acknowledged }) => !acknowledged)
    .map(noted)
    .map(warningLine);
}

/** What is said of a held import, after its warnings. */
export function heldLines({ id }: HeldDelivery): string[] {
  return [
    HELD_NOTE,
    'Deliver the right file, then discard this one; or import it as it is:',
    `  mdq imports discard ${id}   refuse the files`,
    `  mdq imports approve ${id}   import exactly these files`,
  ];
}
