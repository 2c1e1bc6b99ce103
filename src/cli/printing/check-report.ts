import { count } from '../../lib/count.ts';
import { printable } from '../../lib/printable.ts';
import { bar, table } from '../../lib/table.ts';
import type { CheckReport } from '../../warehouse/intake/check.ts';
import { profileText } from '../../warehouse/intake/profile.ts';
import { COLUMN_NAMES } from '../../warehouse/warehouse.ts';

const SHOWN_CATEGORIES = 12;
const SHOWN_BARS = 20;
const DELIMITERS: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'pipes',
};

/** What an import would do, in words and small pictures. */
export function checkLines({ files, profile, rows, problems, skipped, warnings }: CheckReport): string[] {
  return [
    ...files.flatMap((file) => {
      const { columns } = file.guess;
      const used = new Set(Object.values(columns));
      const unread = file.header.filter((name) => !used.has(name));
      const delimiter =
        file.delimiter === null
          ? ''
          : `, ${DELIMITERS[file.delimiter] ?? `"${file.delimiter}"`} between values`;
      const encoding = profile.encoding && file.format !== 'parquet' ? `, in ${profile.encoding}` : '';
      return [
        `${printable(file.path)}: ${{ csv: 'CSV', ndjson: 'NDJSON', parquet: 'Parquet' }[file.format]}${delimiter}${encoding}`,
        table(COLUMN_NAMES.map((name) => ({ 'our column': name, 'comes from': columns[name] ?? '-' }))),
        ...(unread.length > 0 ? [printable(`Columns not read: ${unread.join(', ')}`)] : []),
        '',
      ];
    }),
    ...(rows ? rowLines(rows) : []),
    ...section('Problems', problems),
    ...section('Left out by --skip-bad-rows', skipped),
    ...section(
      'Warnings',
      warnings.map(({ message }) => message),
    ),
    ...(Object.keys(profile.columns ?? {}).length > 0 || Object.keys(profile).length > 1
      ? [
          '',
          'A profile for these files (keep it with --save-profile FILE):',
          profileText(profile, '.').trimEnd(),
        ]
      : []),
    '',
    problems.length === 0
      ? 'It can be imported. Nothing was changed.'
      : 'It cannot be imported as it is. Nothing was changed.',
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0
    ? []
    : ['', `${title}:`, ...lines.map((line) => `  ${printable(line.trimStart())}`)];
}

function rowLines(rows: NonNullable<CheckReport['rows']>): string[] {
  const { first, byCategory, byDay } = rows;
  const left = [
    ...(rows.badRows > 0 ? [count(rows.badRows, 'bad row')] : []),
    ...(rows.cancelledRows > 0 ? [count(rows.cancelledRows, 'cancelled row')] : []),
  ];
  const lead = byCategory.slice(0, SHOWN_CATEGORIES);
  const most = Math.max(...lead.map(({ lines }) => lines));
  const days = inBars(byDay);
  const busiest = Math.max(...days.map(({ orders }) => orders));
  return [
    `${count(rows.lines, 'line')} of ${count(rows.orders, 'order')}${left.length > 0 ? `, without ${left.join(' and ')}` : ''}`,
    ...(rows.statuses.length > 0 ? ['', table(statusRows(rows.statuses))] : []),
    ...(first.length > 0 ? ['', 'The first rows, as they are read:', table(first)] : []),
    ...(days.length > 0
      ? ['', table(days.map((each) => ({ ...each, ' ': bar(each.orders, busiest) })))]
      : []),
    ...(lead.length > 0 ? ['', table(lead.map((each) => ({ ...each, ' ': bar(each.lines, most) })))] : []),
    ...(byCategory.length > lead.length ? [`and ${byCategory.length - lead.length} more categories`] : []),
  ];
}

/** Which statuses there are, and what becomes of their rows. */
function statusRows(statuses: NonNullable<CheckReport['rows']>['statuses']) {
  return statuses.slice(0, SHOWN_CATEGORIES).map(({ status, rows, isCancelled }) => ({
    status,
    rows,
    ' ': isCancelled ? 'left out as cancelled' : 'counted',
  }));
}

/** Days one by one where they are few, else as many days in a bar as it takes. */
function inBars(byDay: readonly { day: string; orders: number }[]): { from: string; orders: number }[] {
  const [first, last] = [byDay[0]?.day, byDay.at(-1)?.day];
  if (!first || !last) return [];
  const days = (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1;
  const width = Math.ceil(days / SHOWN_BARS);
  const bars = new Map<number, number>();
  for (const { day, orders } of byDay) {
    const place = Math.floor((Date.parse(day) - Date.parse(first)) / 86_400_000 / width);
    bars.set(place, (bars.get(place) ?? 0) + orders);
  }
  return Array.from({ length: Math.ceil(days / width) }, (_, place) => ({
    from: new Date(Date.parse(first) + place * width * 86_400_000).toISOString().slice(0, 10),
    orders: bars.get(place) ?? 0,
  }));
}
