import { type Day, daysIn, formatDay, parseDay } from '../../lib/calendar.ts';
import { count, thousands } from '../../lib/count.ts';
import { inUnits } from '../../lib/in-units.ts';
import { linesOf } from '../../lib/text/lines.ts';
import { printable } from '../../lib/text/printable.ts';
import { bar, table } from '../../lib/text/table.ts';
import type { CheckReport } from '../../warehouse/intake/check.ts';
import type { RowsSummary } from '../../warehouse/intake/checked-rows.ts';
import { profileText } from '../../warehouse/intake/profile.ts';
import { COLUMN_NAMES, type ColumnName, type Profile } from '../../warehouse/profile.ts';
import type { Foreseen } from '../../warehouse/warehouse.ts';
import { noted } from '../../warehouse/warning.ts';
import { newOrders } from './import-report.ts';

const SHOWN_CATEGORIES = 12;
const SHOWN_BARS = 20;
const FORMATS = { csv: 'CSV', ndjson: 'NDJSON', parquet: 'Parquet' } as const;
const DELIMITERS: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'pipes',
};

/** What an import would do, for programs. */
export function checkJson(
  { rows, profile, warnings, isComparable: _, ...report }: CheckReport,
  keepAs?: string,
): object {
  return {
    ...report,
    warnings: warnings.map(noted),
    rows: rows && rowsJson(rows),
    profile: JSON.parse(profileText(profile, keepAs ?? './profile.json')),
  };
}

function rowsJson({ cents, ...rows }: RowsSummary): object {
  return { ...rows, amount: (cents / 100).toFixed(2) };
}

/** What an import would do, in words and small pictures. */
export function checkLines(
  { files, profile, rows, problems, skipped, warnings, foreseen, notCompared }: CheckReport,
  { keepAs, given }: { keepAs?: string | undefined; given?: Profile | undefined } = {},
): string[] {
  const { folder: _folder, columns = {}, ...others } = profile;
  const isPlain = Object.keys(columns).length + Object.keys(others).length === 0;
  const said = (name: ColumnName) =>
    profile.set?.[name] === undefined ? '-' : `always ${JSON.stringify(profile.set[name])}`;
  return linesOf(
    files.flatMap((file) => {
      const { columns } = file.guess;
      const used = new Set(Object.values(columns));
      const unread = file.header.filter((name) => !used.has(name));
      const delimiter =
        file.delimiter === null
          ? ''
          : `, ${DELIMITERS[file.delimiter] ?? `"${file.delimiter}"`} between values`;
      const encoding = file.encoding === 'utf-8' ? '' : `, in ${file.encoding}`;
      return linesOf(
        `${printable(file.path)}: ${file.isQuery ? 'what the query gives' : FORMATS[file.format]}${delimiter}${encoding}`,
        table(
          COLUMN_NAMES.map((name) => ({ 'our column': name, 'comes from': columns[name] ?? said(name) })),
        ),
        unread.length > 0 && printable(`Columns not read: ${unread.join(', ')}`),
        '',
      );
    }),
    rows && rowLines(rows),
    foreseen && [
      '',
      ...linesOf(rows && rows.badRows > 0 && 'Of the good rows alone:'),
      ...foreseenLines(foreseen),
    ],
    notCompared !== undefined && ['', `Not compared with what is there: ${notCompared}`],
    section('Problems', problems),
    section('Left out by --skip-bad-rows', skipped),
    section(
      'Warnings',
      warnings.map(({ message }) => message),
    ),
    !isPlain && [
      '',
      keepAs === undefined
        ? 'A profile for these files (keep it with --save-profile FILE):'
        : `A profile for these files, ${problems.length === 0 ? `kept in ${keepAs}` : `not kept in ${keepAs} while there are problems`}:`,
      profileText(profile, keepAs ?? './profile.json').trimEnd(),
    ],
    '',
    problems.length === 0
      ? `It can be imported${isPlain ? '' : ` with this profile${moreThan(given, profile)}`}. Nothing was changed.`
      : 'It cannot be imported as it is. Nothing was changed.',
  );
}

/** What a profile says that the one that was given does not: an import with that one would be another. */
function moreThan(given: Profile | undefined, profile: Profile): string {
  if (!given) return '';
  const parts = (['encoding', 'delimiter', 'decimal', 'dateFormat'] as const).filter(
    (part) => profile[part] !== given[part],
  );
  const columns = COLUMN_NAMES.filter((name) => profile.columns?.[name] !== given.columns?.[name]);
  const more = [...columns, ...parts];
  return more.length > 0 ? `, which says more than the one that was given: ${more.join(', ')}` : '';
}

function section(title: string, lines: readonly string[]) {
  return lines.length > 0 && ['', `${title}:`, ...lines.map((line) => `  ${printable(line.trimStart())}`)];
}

function rowLines(rows: RowsSummary): string[] {
  const { first, byCategory, byDay } = rows;
  const left = linesOf(
    rows.badRows > 0 && count(rows.badRows, 'bad row'),
    rows.cancelledRows > 0 && count(rows.cancelledRows, 'cancelled row'),
    rows.blankRows > 0 && count(rows.blankRows, 'empty row'),
  );
  const lead = byCategory.slice(0, SHOWN_CATEGORIES);
  const most = Math.max(...lead.map(({ lines }) => lines));
  const days = inBars(byDay);
  const busiest = Math.max(...days.map(({ orders }) => orders));
  return linesOf(
    `${count(rows.lines, 'line')} of ${count(rows.orders, 'order')}${left.length > 0 ? `, without ${left.join(' and ')}` : ''}; the amounts add up to ${inUnits(rows.cents)}`,
    rows.shownThrough !== null &&
      `Shown through ${rows.shownThrough}: ${count(rows.laterOrders, 'order')} of these ${rows.laterOrders === 1 ? 'is' : 'are'} later, and kept until more is shown`,
    rows.statuses.length > 0 && ['', table(statusRows(rows.statuses))],
    first.length > 0 && ['', 'The first rows, as they are read:', table(first)],
    days.length > 0 && ['', table(days.map((each) => ({ ...each, ' ': bar(each.orders, busiest) })))],
    lead.length > 0 && ['', table(lead.map((each) => ({ ...each, ' ': bar(each.lines, most) })))],
    byCategory.length > lead.length && `and ${byCategory.length - lead.length} more categories`,
  );
}

/** What would become of the orders that are there. */
function foreseenLines(report: Foreseen): string[] {
  const { replacedOrders, unchangedOrders, removedOrders, asideOrders, deletedOrders, forgottenLines } =
    report;
  const told = (n: number, what: string) => `${what}: ${thousands(n)}.`;
  return linesOf(
    [
      told(newOrders(report), 'Orders that are new'),
      told(replacedOrders, 'There before with other rows, to be replaced'),
      told(unchangedOrders, 'There just as they are'),
    ].join(' '),
    removedOrders > 0 && told(removedOrders, 'There before, and cancelled now, to be removed'),
    asideOrders > 0 && told(asideOrders, 'Of published weeks, to be set aside'),
    deletedOrders > 0 && told(deletedOrders, 'Deleted before, to be left out'),
    forgottenLines > 0 && told(forgottenLines, 'Lines of a forgotten member, to be left blank'),
  );
}

/** Which statuses there are, and what becomes of their rows. */
function statusRows(statuses: RowsSummary['statuses']) {
  // Where none is counted, something else is wrong with the file: to leave out a status would only hide it.
  const isOneCounted = statuses.some(({ rows, badRows = 0, isCancelled }) => !isCancelled && badRows < rows);
  return statuses.slice(0, SHOWN_CATEGORIES).map((each) => ({
    status: each.status,
    rows: each.rows,
    ' ': fateOf(each, isOneCounted),
  }));
}

function fateOf(
  { rows, badRows = 0, belowZeroRows, isCancelled }: RowsSummary['statuses'][number],
  isOneCounted: boolean,
): string {
  if (isCancelled) return 'left out as cancelled';
  if (badRows === rows)
    return belowZeroRows === rows && isOneCounted
      ? 'bad; if they are to be left out, add it to MDQ_CANCELLED_STATUSES'
      : 'bad';
  return badRows > 0 ? `counted, without ${count(badRows, 'bad row')}` : 'counted';
}

/** Days one by one where they are few, else as many days in a bar as it takes. */
function inBars(byDay: readonly { day: string; orders: number }[]): { from: string; orders: number }[] {
  const [start, end] = [byDay[0], byDay.at(-1)].map((row) => parseDay(row?.day ?? ''));
  if (start === undefined || end === undefined) return [];
  const width = Math.ceil(daysIn({ start, end }) / SHOWN_BARS);
  const barOf = (day: Day) => Math.floor((day - start) / width);
  const bars = Map.groupBy(byDay, ({ day }) => barOf(parseDay(day) ?? start));
  return Array.from({ length: barOf(end) + 1 }, (_, bar) => ({
    from: formatDay(start + bar * width),
    orders: (bars.get(bar) ?? []).reduce((sum, { orders }) => sum + orders, 0),
  }));
}
