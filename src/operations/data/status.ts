import { type LastAudit, type LastBackup, lastAudit, lastBackup } from '../../disk/last-runs.ts';
import { describeFailure } from '../../errors/describe-failure.ts';
import { daysIn, formatDay, monthsOf } from '../../lib/calendar.ts';
import { bytes, count } from '../../lib/count.ts';
import { inUnits } from '../../lib/in-units.ts';
import { linesOf } from '../../lib/text/lines.ts';
import { printable } from '../../lib/text/printable.ts';
import { bar, pairs, table } from '../../lib/text/table.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { hasDemo, type ImportFacts, importsIn, WHOLE } from '../../snapshot/tables.ts';
import {
  describeMethods,
  type PaymentMethod,
  paymentMethods,
} from '../../warehouse/changes/payment-methods.ts';
import { listHeld } from '../../warehouse/deliveries/held.ts';
import { readReachable } from '../../warehouse/versions/read-newest.ts';
import type { Warehouse } from '../../warehouse/warehouse.ts';
import { NothingPublished } from '../../warehouse/warehouse-errors.ts';
import { defineOperation } from '../operation.ts';
import { flag, listOf, nullable, object, record, text, type Values, whole } from '../schema.ts';
import { BOOKS, booksLines, readBooks } from './books-lines.ts';
import {
  between,
  factFields,
  factsJson,
  laterOrders,
  METHODS,
  methodsJson,
  minute,
  NO_ORDERS,
  shortFiles,
} from './facts.ts';
import { currentWarnings, WARNING, warningLine } from './import-warnings.ts';
import { asideLines, numbersText } from './privacy-lines.ts';

/** In bytes; null while they cannot be told. */
const sizeFields = { lines: nullable(whole()), published: nullable(whole()), memory: whole() };
type Sizes = Values<typeof sizeFields>;

export const status = defineOperation({
  http: 'GET /status',
  summary: 'what data there is',
  role: 'viewer',
  input: {},
  output: object({
    ...factFields,
    problems: listOf(text()),
    warnings: listOf(WARNING),
    held: listOf(object({ id: text(), delivery: text(), heldBy: listOf(text()) })),
    unreadable: listOf(object({ version: whole(), reason: text() })),
    amount: text(),
    categories: whole(),
    subCategories: whole(),
    paymentMethods: METHODS,
    weeklyBuilt: flag(),
    bytes: object(sizeFields),
    lastImport: nullable(record<ImportFacts>()),
    lastBackup: nullable(record<LastBackup>()),
    lastAudit: nullable(record<LastAudit>()),
    dataDir: text(),
    movedTo: nullable(text()),
    books: nullable(BOOKS),
  }),
  async run(context) {
    const { config, warehouse } = context;
    // Loaded here: help does without them.
    const { Snapshot } = await import('../../snapshot/snapshot.ts');
    const { linesMoved } = await import('../../warehouse/open.ts');
    const { newest, stored, place, problems } = await readStore(await warehouse());
    const snapshot = Snapshot.of(newest.content);
    const { facts, categories, isWeeklyBuilt } = snapshot;
    const methods = paymentMethods(newest.content);
    const backup = await lastBackup(config.dataDir);
    const audited = (await lastAudit(config.dataDir)) ?? null;
    return {
      ...factsJson(facts),
      problems,
      warnings: await currentWarnings(newest.content),
      held: await listHeld(config.dataDir),
      unreadable: newest.unreadable.map(({ version, error }) => ({
        version,
        reason: describeFailure(error),
      })),
      amount: (amountOf(snapshot) / 100).toFixed(2),
      categories: categories.length,
      subCategories: subCount(snapshot),
      paymentMethods: methodsJson(methods),
      weeklyBuilt: isWeeklyBuilt,
      bytes: { ...stored, memory: snapshot.bytes },
      lastImport: importsIn(facts).at(-1) ?? null,
      lastBackup: backup.at === null && backup.failedAt === null ? null : backup,
      lastAudit: audited,
      dataDir: config.dataDir,
      movedTo: linesMoved(config) ?? null,
      books: await readBooks(context),
      snapshot,
      methods,
      place,
    };
  },
  text: ({
    problems,
    held,
    warnings,
    unreadable,
    bytes: sizes,
    lastBackup: backup,
    lastAudit: audited,
    movedTo,
    snapshot,
    methods,
    place,
    books,
  }) =>
    [
      ...problems.map((problem) => `${problem}.`),
      ...unreadable.map(
        ({ version, reason }) =>
          `Version ${version} cannot be read, so version ${snapshot.facts.version} is served: ${reason}.`,
      ),
      describe({ snapshot, methods, sizes, place, movedTo, backup, audited }),
      ...asideLines(snapshot.facts),
      ...held.map(
        ({ id, delivery, heldBy }) =>
          `Held: ${printable(delivery)}, for ${heldBy.join(', ')}; "mdq imports held" shows it, "mdq imports approve ${id}" imports it.`,
      ),
      ...warnings.filter(({ acknowledged }) => !acknowledged).map(warningLine),
      ...(books ? booksLines(books, snapshot.facts.settings.timeZone) : []),
      '',
      snapshot.facts.lines === 0 ? NO_ORDERS : monthlyOrders(snapshot),
    ].join('\n'),
  isBad: ({ problems }) => problems.length > 0,
});

async function readStore(warehouse: Warehouse) {
  const { newest, unreachable } = await readReachable(warehouse, (published, version) =>
    published.load(version),
  );
  const problems = (await warehouse.examine()).map(describeFailure);
  if (!newest) throw new NothingPublished(warehouse.place);
  if (!unreachable)
    return { newest, problems, stored: await warehouse.sizes(), place: `in ${warehouse.place}` };
  const stored = { lines: null, published: null };
  return { newest, problems, stored, place: `as it is kept on this machine` };
}

interface Described {
  readonly snapshot: Snapshot;
  readonly methods: readonly PaymentMethod[];
  readonly sizes: Sizes;
  readonly place: string;
  readonly movedTo: string | null;
  readonly backup: LastBackup | null;
  readonly audited: LastAudit | null;
}

function describe({ snapshot, methods, sizes, place, movedTo, backup, audited }: Described): string {
  const { facts, categories, coverage, defaultPeriod: period, isWeeklyBuilt } = snapshot;
  const last = importsIn(facts).at(-1);
  return pairs([
    ...(movedTo === null ? [] : [['Moved', `to ${movedTo}; set WAREHOUSE_URL to that`] as const]),
    ['Version', `${facts.version}, published ${minute(facts.publishedAt)}`],
    ['Coverage', facts.lines === 0 ? 'none' : `${between(coverage)}, ${count(daysIn(coverage), 'day')}`],
    ...(facts.completeThrough == null
      ? []
      : [['Shown through', `${formatDay(facts.completeThrough)}; ${laterOrders(facts)}`] as const]),
    ['Default period', facts.lines === 0 ? 'none' : `${between(period)}, ${count(daysIn(period), 'day')}`],
    [
      'Lines',
      `${count(facts.lines, 'line')} of ${count(facts.orders, 'order')}, amounts of ${inUnits(amountOf(snapshot))}`,
    ],
    ...(hasDemo(facts)
      ? [
          [
            'Demo',
            'with the made-up orders of "mdq demo"; set DATA_DIR to another folder for your own',
          ] as const,
        ]
      : []),
    ['Categories', `${categories.length} with ${count(subCount(snapshot), 'sub-category')}`],
    ['Payment methods', describeMethods(methods) || 'none'],
    ['Privacy', privacyText(snapshot)],
    ['Trends', isWeeklyBuilt ? 'weekly' : 'monthly, until "mdq refresh" builds the weekly aggregation'],
    [
      'Last import',
      last ? `${minute(last.at)}, ${count(last.lines, 'line')} from ${shortFiles(last.files)}` : 'none',
    ],
    ['Last backup', backupText(backup)],
    [
      'Last audit',
      audited ? `${ago(audited.at)}, ${audited.ok ? 'everything adds up' : 'it found problems'}` : 'none',
    ],
    ['In memory', `${bytes(sizes.memory)} in each server`],
    ['On disk', [...onDisk(sizes), place].join(', ')],
  ]);
}

function backupText(backup: LastBackup | null): string {
  if (backup === null) return 'none of this folder';
  const { at, bytes: size, failedAt } = backup;
  const last = at === null ? 'none that is complete' : `${ago(at)}, ${bytes(size ?? 0)}`;
  return failedAt === null ? last : `${last}; the last attempt failed, ${ago(failedAt)}`;
}

/** A time and its age, such as `2026-11-15 03:30 UTC, 7 hours ago`. */
function ago(at: string): string {
  const hours = Math.max(0, Math.floor((Date.now() - Date.parse(at)) / 3_600_000));
  return `${minute(at)}, ${hours < 48 ? count(hours, 'hour') : count(Math.floor(hours / 24), 'day')} ago`;
}

function onDisk({ lines, published }: Sizes): string[] {
  if (published === null) return [];
  return [
    lines === null ? 'lines of unknown size while a server is away' : `${bytes(lines)} of lines`,
    `${bytes(published)} published`,
  ];
}

function privacyText({ facts, closed, coverage }: Snapshot): string {
  const { privacy, settings } = facts;
  if (!privacy || !closed) return 'off: everything is shown';
  const categories = closed.countChildren(WHOLE, coverage);
  return linesOf(
    numbersText(settings),
    `${count(privacy.closedWeeks + categories, 'cell')} of the whole and the categories closed`,
    privacy.asideOrders > 0 && `${count(privacy.asideOrders, 'change')} of published weeks aside`,
  ).join('; ');
}

const SHOWN_MONTHS = 12;

/** The orders of the last months, drawn. */
function monthlyOrders(snapshot: Snapshot): string {
  const months = monthsOf(snapshot.coverage);
  const rows = months.slice(-SHOWN_MONTHS).map((month) => ({
    month: formatDay(month.start).slice(0, 7),
    orders: snapshot.totals(WHOLE, month).orders,
  }));
  const max = Math.max(...rows.map(({ orders }) => orders));
  const drawn = table(rows.map((row) => ({ ...row, ' ': bar(row.orders, max) })));
  return months.length > rows.length
    ? `The last ${rows.length} of ${months.length} months:\n${drawn}`
    : drawn;
}

/** Of what is shown. */
function amountOf(snapshot: Snapshot): number {
  return snapshot.facts.lines === 0 ? 0 : snapshot.totals(WHOLE, snapshot.coverage).cents;
}

function subCount({ categories }: Snapshot): number {
  return categories.reduce((sum, { subs }) => sum + subs.length, 0);
}
